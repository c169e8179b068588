import { parseDocument } from "./document"
import { phoneDigits } from "./phone"

/** Where card data was found. `path` names keys only, never the data: "items.0.note". */
export type CardDataFound = { path: string; what: "number" | "cvv" }

/** Names under which storefronts and scripts send a verification value, letters and digits only. */
const CVV_KEY =
  /^(?:card)?(?:cvv2?|cvc2?|cvn2?|csc|securitycode|verificationvalue|codigo(?:de)?seguranca)$/
/** Names for the card's number that mean nothing else. */
const NUMBER_KEY =
  /^(?:pan|(?:credit)?cardnumber|cardno|cardnum|ccnumber|ccnum|numero(?:do)?cartao|cartaonumero)$/
/** "number" alone is a house number, except directly in a card or a list of cards. */
const CARD_KEY = /card|cartao/
const PLAIN_NUMBER_KEY = /^(?:number|numero|num)$/

const CVV_IN_TEXT =
  /(?:^|[^\p{L}\d])(?:cvv2?|cvc2?|security code|c[oó]digo de seguran[cç]a)[^\p{L}\d]{0,3}\d{3,4}(?!\d)/iu

const DEPTH = 64
const LONGEST = 19

/**
 * Searches a value of any depth for what must never be stored: a card number (13 to 19 digits of a
 * card network that pass Luhn, in one piece or in the groups in which cards print them) and a
 * verification value (by the name of its key, or beside its name in a text). A valid CPF, CNPJ or
 * phone number, a CEP or a UUID is none. Null when there is nothing.
 */
export function findCardData(value: unknown): CardDataFound | null {
  return search(value, [], new Set())
}

function search(value: unknown, path: string[], above: Set<object>): CardDataFound | null {
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") {
    return inText(String(value), path)
  }
  if (typeof value !== "object" || value === null || above.has(value) || path.length >= DEPTH) {
    return null
  }
  const within = new Set(above).add(value)
  for (const [key, member] of Object.entries(value)) {
    const found = Array.isArray(value)
      ? search(member, [...path, key], within)
      : inMember(key, member, path, within)
    if (found) {
      return found
    }
  }
  return null
}

function inMember(key: string, member: unknown, path: string[], above: Set<object>): CardDataFound | null {
  if (holdsCardNumber(key)) {
    // the key is the card number itself, so that it must not be told
    return { path: [...path, "*"].join("."), what: "number" }
  }
  const name = plain(key)
  const here = [...path, key]
  if (hasContent(member)) {
    if (CVV_KEY.test(name)) {
      return { path: here.join("."), what: "cvv" }
    }
    const parent = path.filter((above) => !/^\d+$/.test(above)).at(-1) ?? ""
    if (NUMBER_KEY.test(name) || (PLAIN_NUMBER_KEY.test(name) && CARD_KEY.test(plain(parent)))) {
      return { path: here.join("."), what: "number" }
    }
  }
  return search(member, here, above)
}

function plain(key: string): string {
  return key.normalize("NFD").toLowerCase().replace(/[^a-z0-9]/g, "")
}

/** A nested object below a key such as `credit_card` is searched, not refused for its name. */
function hasContent(member: unknown): boolean {
  return typeof member === "number" || (typeof member === "string" && member.trim() !== "")
}

function inText(text: string, path: string[]): CardDataFound | null {
  if (holdsCardNumber(text)) {
    return { path: path.join("."), what: "number" }
  }
  return CVV_IN_TEXT.test(text.normalize("NFKC")) ? { path: path.join("."), what: "cvv" } : null
}

const UUID = /(?<![0-9a-z])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z])/gi
/** Hashes and tokens in hexadecimal, which contain long runs of digits by chance. */
const HEX_TOKEN = /(?<![0-9a-z])(?=\d*[a-f])[0-9a-f]{32,}(?![0-9a-z])/gi
const INVISIBLE = /\p{Cf}/gu
const RUN_OF_DIGITS = /\+?\d+(?:[\s.\-_\u2010-\u2015]{1,3}\d+)*/g

function holdsCardNumber(text: string): boolean {
  const readable = text.normalize("NFKC").replace(INVISIBLE, "").replace(UUID, " ").replace(HEX_TOKEN, " ")
  return (readable.match(RUN_OF_DIGITS) ?? []).some(
    (run) => parseDocument(run) === null && phoneDigits(run) === null && runHoldsCardNumber(run)
  )
}

function runHoldsCardNumber(run: string): boolean {
  const groups = run.match(/\d+/g) ?? []
  return groups.some((_, start) =>
    groups.slice(start, start + LONGEST).some((_, more) => {
      const candidate = groups.slice(start, start + more + 1)
      return looksPrinted(candidate.map((group) => group.length)) && isCardNumber(candidate.join(""))
    })
  )
}

/**
 * One piece, fours with a shorter or equal last group (4-4-4-4, 4-4-4-4-3), 4-6-5 (American
 * Express), 4-6-4 (Diners) or single digits: so that two neighbouring numbers, a CPF and a CEP for
 * example, are not read as one.
 */
function looksPrinted(lengths: number[]): boolean {
  const first = lengths.slice(0, -1)
  const last = lengths[lengths.length - 1] ?? 0
  return (
    lengths.length === 1 ||
    (first.every((length) => length === 4) && last <= 4) ||
    /^4,6,[45]$/.test(lengths.join()) ||
    lengths.every((length) => length === 1)
  )
}

/** Networks begin with 2 to 6 (ISO/IEC 7812); 7 is the Brazilian EAN, 1 a time in milliseconds. */
function isCardNumber(digits: string): boolean {
  return /^[2-6]\d{12,18}$/.test(digits) && passesLuhn(digits) && parseDocument(digits) === null
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 0 ? 1 : 2)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}
