import { type DigitGroup, digitGroups, plainDigits } from "./digit-groups"
import { parseDocument } from "./document"
import { areOrdinaryNumbers } from "./ordinary-numbers"
import { phoneDigits } from "./phone"
import { DEEPEST } from "./storable"

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

/** Names of people and of places: no long number belongs there, so whatever groups it is written in, it is looked for. */
const NAMED_KEY = /name$|^(?:nome|sobrenome|holder|titular|email|company|empresa|address\d?|endereco|street|rua|logradouro|district|bairro|city|cidade|complement|complemento|title)$/

const CVV_IN_TEXT =
  /(?:^|[^\p{L}\d])(?:cvv2?|cvc2?|security code|c[oó]digo de seguran[cç]a)[^\p{L}\d]{0,3}\d{3,4}(?!\d)/iu

const SHORTEST = 13
const LONGEST = 19
const FIRST_DIGIT = /^[2-6]/
/** A longer one is no name that anything is known by. */
const LONGEST_KEY = 200

/**
 * Searches a value of any depth for what must never be stored: a card number (13 to 19 digits of a
 * card network that pass Luhn, in one piece or in the groups in which cards print them) and a
 * verification value (by the name of its key, or beside its name in a text). A valid CPF, CNPJ or
 * phone number, a CEP or a UUID is none. A number that is split over neighbouring members is found in
 * their object. In names and addresses, by the names of their keys, it is found in groups of every kind.
 * Null when there is nothing.
 */
export function findCardData(value: unknown): CardDataFound | null {
  const path: string[] = []
  const what = search(value, { path, above: new Set(), parent: "" })
  return what && { path: path.join("."), what }
}

/** Where the search is. The path is one for all, and stays as it is where something is found: a copy for each member would be read as often. */
type Place = { path: string[]; above: Set<object>; parent: string }

function search(value: unknown, place: Place): CardDataFound["what"] | null {
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") {
    return inText(String(value))
  }
  const { path, above } = place
  if (typeof value !== "object" || value === null || above.has(value) || path.length >= DEEPEST) {
    return null
  }
  above.add(value)
  for (const [key, member] of Object.entries(value)) {
    path.push(key)
    const found = Array.isArray(value) ? search(member, place) : inMember(key, member, place)
    if (found) {
      return found
    }
    path.pop()
  }
  above.delete(value)
  return splitOverFields(value) ? "number" : null
}

/** Four fields of four digits each, or half of the number in the first name and half in the last. */
function splitOverFields(value: object): boolean {
  const members = Object.values(value).map((member: unknown) => (typeof member === "string" || typeof member === "number" ? String(member) : PARTED))
  if (members.filter((member) => HAS_DIGIT.test(member)).length < 2) {
    return false
  }
  return holdsCardNumber(members.map((member) => (LETTER.test(member) ? PARTED : member)).join(" ")) || splitOverNames(value)
}

/** The names of a person or a place one after the other; what else stands between them, as a document, parts them. */
function splitOverNames(value: object): boolean {
  if (Array.isArray(value)) {
    return false
  }
  const texts = Object.entries(value).map(([key, member]) => (typeof member === "string" && NAMED_KEY.test(plain(key)) ? member : PARTED))
  return holdsGroupedNumber(texts.join(" "))
}

/** @param place.parent name of the nearest object above, whatever lists stand between */
function inMember(key: string, member: unknown, place: Place): CardDataFound["what"] | null {
  if (holdsCardNumber(key)) {
    // the key is the card number itself, so that it must not be told
    place.path[place.path.length - 1] = "*"
    return "number"
  }
  const name = plain(key)
  if (hasContent(member)) {
    if (CVV_KEY.test(name)) {
      return "cvv"
    }
    if (NUMBER_KEY.test(name) || (PLAIN_NUMBER_KEY.test(name) && CARD_KEY.test(place.parent))) {
      return "number"
    }
  }
  if (typeof member === "string" && NAMED_KEY.test(name) && holdsGroupedNumber(member)) {
    return "number"
  }
  return search(member, { ...place, parent: /^\d+$/.test(key) ? place.parent : name })
}

function plain(key: string): string {
  return key.length > LONGEST_KEY ? "" : key.normalize("NFD").toLowerCase().replace(/[^a-z0-9]/g, "")
}

/** A nested object below a key such as `credit_card` is searched, not refused for its name. */
function hasContent(member: unknown): boolean {
  return typeof member === "number" || (typeof member === "string" && member.trim() !== "")
}

function inText(text: string): CardDataFound["what"] | null {
  if (!HAS_DIGIT.test(text)) {
    return null
  }
  const readable = plainDigits(text)
  if (holdsPrintedNumber(readable)) {
    return "number"
  }
  return CVV_IN_TEXT.test(readable) ? "cvv" : null
}

/**
 * A text that may be copied: where it holds a card number or a verification value, every digit in it is a dot.
 * For what nobody can be asked to mend, such as the title of a product.
 */
export function withoutCardData(text: string): string {
  return inText(text) === null ? text : text.replace(EACH_DIGIT, "•")
}

const EACH_DIGIT = /\p{N}/gu
const HAS_DIGIT = /\p{N}/u
const LETTER = /\p{L}/u
/** Stands for what no number goes on behind. */
const PARTED = " parted "
const UUID = /(?<![0-9a-z])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z])/gi
/** Hashes and tokens in hexadecimal, which contain long runs of digits by chance. */
const HEX_TOKEN = /(?<![0-9a-z])(?=\d*[a-f])[0-9a-f]{32,}(?![0-9a-z])/gi

function withoutTokens(text: string): string {
  return (text.includes("-") ? text.replace(UUID, PARTED) : text).replace(HEX_TOKEN, PARTED)
}

function holdsCardNumber(text: string): boolean {
  return HAS_DIGIT.test(text) && holdsPrintedNumber(plainDigits(text))
}

function holdsPrintedNumber(readable: string): boolean {
  return anyRun(digitGroups(withoutTokens(readable)), (run) => {
    const written = run.map(({ digits }) => digits)
    return runHoldsCardNumber(written) && !isOtherNumber(written, run[0]!.afterPlus)
  })
}

/** Whether any groups that stand together, and have digits enough for a card number, are such. */
function anyRun(groups: DigitGroup[], areSuch: (run: DigitGroup[]) => boolean): boolean {
  let [from, length] = [0, 0]
  for (let at = 0; at < groups.length; at++) {
    if (!groups[at]!.joined) {
      from = at
      length = 0
    }
    length += groups[at]!.digits.length
    if (!groups[at + 1]?.joined && length >= SHORTEST && areSuch(groups.slice(from, at + 1))) {
      return true
    }
  }
  return false
}

/** Of kinds of characters: whatever stands between them that is no letter. */
const MOST_BETWEEN_TYPED = 8

/** The same for groups of any lengths, where only ordinary numbers may stand together. */
function holdsGroupedNumber(text: string): boolean {
  return HAS_DIGIT.test(text) && anyRun(digitGroups(withoutTokens(plainDigits(text)), MOST_BETWEEN_TYPED), (run) => run.length > 1 && runHoldsGroupedNumber(run))
}

function runHoldsGroupedNumber(run: DigitGroup[]): boolean {
  const written = run.map(({ digits }) => digits)
  return !isOtherNumber(written, run[0]!.afterPlus) && (areOrdinaryNumbers(run) ? holdsPhoneLike(run) : anyGroupsAreCardNumber(written))
}

/** How people write a phone number that nothing marks as one, as a "+" or a bracket would. */
const UNMARKED_PHONES: readonly (readonly number[])[] = [[11], [10], [2, 9], [2, 8], [2, 5, 4], [2, 4, 4]]
/** What a card number has beyond the digits of such a phone. */
const REST = 5
const REST_OF_CEP = 3

/**
 * Many a card number begins as a phone number does. So five digits beside one are the number of a house only where both
 * together are no card number, or a "+", a bracket or the rest of a CEP tells what they are.
 */
function holdsPhoneLike(run: DigitGroup[]): boolean {
  return run.some((_, at) => !run[at - 1]?.afterPlus && UNMARKED_PHONES.some((lengths) => isPhoneLikeAt(run, at, [...lengths, REST]) || isPhoneLikeAt(run, at, [REST, ...lengths])))
}

function isPhoneLikeAt(run: DigitGroup[], at: number, lengths: readonly number[]): boolean {
  const groups = run.slice(at, at + lengths.length)
  const hasForm = groups.length === lengths.length && groups.every(({ digits, afterPlus, afterBracket }, index) => digits.length === lengths[index] && !afterPlus && !afterBracket)
  const isBeforeCep = run[at + lengths.length]?.digits.length === REST_OF_CEP
  return hasForm && !isBeforeCep && isCardNumber(groups.map(({ digits }) => digits).join("")) && groups.every(({ digits }) => parseDocument(digits) === null)
}

/** From each group that a card number can begin with, as far as one can reach. */
function anyGroupsAreCardNumber(run: string[]): boolean {
  return run.some((group, at) => {
    let digits = ""
    for (let next = at; FIRST_DIGIT.test(group) && next < run.length && digits.length + run[next]!.length <= LONGEST; next++) {
      digits += run[next]
      if (digits.length >= SHORTEST && isCardNumber(digits)) {
        return true
      }
    }
    return false
  })
}

/** With the code of Brazil and a zero before the area; what is written of more digits than that is called by nobody. */
const LONGEST_PHONE = 14

/** A CPF, CNPJ or phone number in groups of its own, which by chance holds a card number's digits. */
function isOtherNumber(run: string[], afterPlus: boolean): boolean {
  const digits = run.length <= LONGEST_PHONE ? run.join("") : ""
  return digits.length <= LONGEST_PHONE && (parseDocument(digits) !== null || phoneDigits(`${afterPlus ? "+" : ""}${digits}`) !== null)
}

function runHoldsCardNumber(run: string[]): boolean {
  return run.some((group, at) => isCardNumber(group) || PRINTED.some((lengths) => isPrintedAt(run, at, lengths))) || isPrintedDigitByDigit(run)
}

/**
 * How cards print their number: 4-4-4-4 with a shorter or equal last group (and 4-4-4-4-3), 4-6-5 (American
 * Express), 4-6-4 (Diners). Nothing else, so that two neighbouring numbers, a CPF and a CEP for example,
 * are not read as one.
 */
const PRINTED: readonly (readonly number[])[] = [
  ...[1, 2, 3, 4].map((last) => [4, 4, 4, last]),
  ...[1, 2, 3].map((last) => [4, 4, 4, 4, last]),
  [4, 6, 5],
  [4, 6, 4],
]

function isPrintedAt(run: string[], at: number, lengths: readonly number[]): boolean {
  return (
    at + lengths.length <= run.length &&
    lengths.every((length, index) => run[at + index]!.length === length) &&
    isCardNumber(run.slice(at, at + lengths.length).join(""))
  )
}

/** As people type it into a table, and only where nothing but single digits stands in the run. */
function isPrintedDigitByDigit(run: string[]): boolean {
  return run.length <= LONGEST && run.every((group) => group.length === 1) && isCardNumber(run.join(""))
}

const CARD_NUMBER = /^[2-6]\d{12,18}$/

/** Networks begin with 2 to 6 (ISO/IEC 7812); 7 is the Brazilian EAN, 1 a time in milliseconds. */
function isCardNumber(digits: string): boolean {
  return digits.length <= LONGEST && CARD_NUMBER.test(digits) && passesLuhn(digits) && parseDocument(digits) === null && !isPhoneWithCountry(digits)
}

/** 55, area code and nine digits: no network gives numbers of 13 digits that begin so. */
function isPhoneWithCountry(digits: string): boolean {
  return digits.length === 13 && digits.startsWith("55") && phoneDigits(digits) !== null
}

/** Without a list of the digits: it is asked of every place of a long text. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let at = digits.length - 1, isDoubled = false; at >= 0; at--, isDoubled = !isDoubled) {
    const digit = (digits.charCodeAt(at) - 48) * (isDoubled ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}
