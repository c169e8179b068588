/** Digits that stand together; whether the group before them is so near that both can be one number, and whether a "+" stands before them. */
export type DigitGroup = { digits: string; joined: boolean; afterPlus: boolean }

/** Between the groups of one number people write a space, a point, a dash, a slash; up to three of them. */
const MOST_BETWEEN = 3
const DIGITS = /\d+/g
const LETTER = /\p{L}/u

/**
 * The groups of digits in a text, in their order. Digits of every script count as theirs (`４`, `٤`), and
 * characters that nobody sees are passed over. Reads the text once.
 * @param mostBetween characters, none of them a letter, between two groups that count as near
 */
export function digitGroups(text: string, mostBetween = MOST_BETWEEN): DigitGroup[] {
  const groups: DigitGroup[] = []
  let end = -Infinity
  for (const { 0: digits, index } of text.matchAll(DIGITS)) {
    groups.push({ digits, joined: index - end <= mostBetween && !LETTER.test(text.slice(end, index)), afterPlus: text[index - 1] === "+" })
    end = index + digits.length
  }
  return groups
}

/** Of printable ASCII alone, as most texts. */
const IS_PLAIN = /^[\x20-\x7e]*$/
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu
const IS_DIGIT = /\p{Nd}/u
/** Also letters that are made to be seen as nothing: Hangul fillers. */
const INVISIBLE = /[\p{Cf}\u115F\u1160\u3164\uFFA0]/gu
const values = new Map<string, string>()

/** The text with digits of all scripts as 0 to 9, in the compatible form, without invisible characters. */
export function plainDigits(text: string): string {
  if (IS_PLAIN.test(text)) {
    return text
  }
  return text.normalize("NFKC").replace(INVISIBLE, "").replace(OTHER_DIGIT, valueOf)
}

/** Each script has its ten digits in a row, from zero on. */
function valueOf(digit: string): string {
  const known = values.get(digit)
  if (known) {
    return known
  }
  const code = digit.codePointAt(0)!
  let zero = code
  while (code - zero < 9 && IS_DIGIT.test(String.fromCodePoint(zero - 1))) {
    zero -= 1
  }
  values.set(digit, String(code - zero))
  return String(code - zero)
}
