import { withoutCardData } from "../domain/card-data"
import { parseDocument } from "../domain/document"
import { shortened } from "../domain/storable"
import { holdsNoticeToken } from "./notice-token"

const MAX_LENGTH = 2_000
/** Nothing behind this is read at all, so that no text of a stranger can keep the process busy. */
const MOST_READ = 8_000
/** Where a text was cut, its end may be the half of a secret that no rule knows any more. */
const CUT_TAIL = 500
/** Of a literal; what follows without a space goes with it. */
const LONGEST_LITERAL = 200

/**
 * The pieces of text that give something away, and what stands in their place. An expression that begins with a
 * run of characters may begin only where the run does: else it would read on to the end from each of them.
 */
const ALWAYS: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+[\w\-.~+/]+=*/gi, "$1 [redacted]"],
  [/((?:\/|%2f)hooks(?:\/|%2f)fatura(?:\/|%2f))[^/?#\s"'<>&]+/gi, "$1[redacted]"],
  [/\b((?:access_?)?token|secret(?:_?key)?|password|senha)(\s*[=:]\s*"?)[^\s&",;}]+/gi, "$1$2[redacted]"],
]

const PERSONAL: readonly [RegExp, string][] = [
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "[e-mail]"],
  [/(?<![\w.])\d{3}\.\d{3}\.\d{3}-\d{2}(?!\w)/g, "[document]"],
  [/(?<![\w.])[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}(?!\w)/gi, "[document]"],
  [/(?<!\w)(?:\+55\s?)?\(?\d{2}\)?\s?9?\d{4}-\d{4}(?!\w)/g, "[phone]"],
]

/** A run in which a signed token may stand, and the token: three parts, of which the first is a JSON object in base64. */
const TOKEN_RUN = /(?<![\w.-])[\w.-]{12,}/g
const SIGNED_TOKEN = /^eyJ[\w-]{5,}\.[\w-]+\.[\w-]*/

/** A header line of a notice, as the answer to a resend lists them. */
const WEBHOOK_LINE = /\b(Webhook\s*:\s*)([^\s,;]+)/gi

/** Eleven or fourteen digits in a row are a CPF, a CNPJ or a mobile phone, also when they are mistyped. */
const BARE_DOCUMENT = /(?<![\w.-])(?:\d{11}|\d{14})(?![\w-])/g
const BARE_LETTERED_DOCUMENT = /(?<![\w.-])[0-9A-Z]{12}\d{2}(?![\w-])/g
const CARD_NUMBER = /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g

/** Most texts of an answer are words that none of the rules can be about. */
const MAY_BE_SECRET = /bearer|basic|eyJ|hooks|token|secret|passw|senha|webhook/i
const MAY_BE_PERSONAL = /[\p{N}@]/u

/**
 * Text without what may not be logged or shown. Cut to 2,000 characters.
 * @param literals what {@link literalsPattern} made of values that must not appear
 */
export function scrubText(text: string, literals: RegExp | null, options: { keepDigits?: boolean } = {}): string {
  const isCut = text.length > MOST_READ
  const read = isCut ? shortened(text, MOST_READ) : text
  let clean = literals ? read.replace(literals, "[redacted]") : read
  if (MAY_BE_SECRET.test(clean)) {
    clean = replaceAll(clean.replace(TOKEN_RUN, withoutSignedToken), ALWAYS).replace(WEBHOOK_LINE, (line: string, name: string, value: string) =>
      holdsNoticeToken(value) ? `${name}[redacted]` : line
    )
  }
  if (!options.keepDigits && MAY_BE_PERSONAL.test(clean)) {
    clean = replaceAll(clean, PERSONAL)
      .replace(CARD_NUMBER, (match) => (passesLuhn(match) ? "[card]" : match))
      .replace(BARE_DOCUMENT, "[document]")
      .replace(BARE_LETTERED_DOCUMENT, (match) => (parseDocument(match) ? "[document]" : match))
    // In other digits, behind slashes, or beside its code: what the rules above do not know.
    clean = withoutCardData(clean)
  }
  const whole = isCut ? shortened(clean, Math.max(0, clean.length - CUT_TAIL)) : clean
  return isCut || whole.length > MAX_LENGTH ? `${shortened(whole, MAX_LENGTH)}…` : whole
}

function withoutSignedToken(run: string): string {
  const at = run.indexOf("eyJ")
  return at < 0 ? run : run.slice(0, at) + run.slice(at).replace(SIGNED_TOKEN, "[redacted]")
}

function replaceAll(text: string, rules: readonly [RegExp, string][]): string {
  return rules.reduce((result, [pattern, substitute]) => result.replace(pattern, substitute), text)
}

/** One pattern for all literals, the longest first. Values of under four characters are left out, they would hit ordinary words. */
export function literalsPattern(values: readonly (string | null | undefined)[]): RegExp | null {
  const literals = values.filter((value): value is string => typeof value === "string" && value.length >= 4)
  if (!literals.length) {
    return null
  }
  const patterns = literals.sort((a, b) => b.length - a.length).map(patternOf)
  return new RegExp(patterns.join("|"), "gi")
}

function patternOf(literal: string): string {
  const exact = literal.slice(0, LONGEST_LITERAL).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return literal.length > LONGEST_LITERAL ? `${exact}\\S*` : exact
}

function passesLuhn(text: string): boolean {
  const digits = [...text].filter((character) => character >= "0" && character <= "9").reverse()
  const sum = digits.reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
