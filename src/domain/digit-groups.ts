/** Digits that stand together; whether the group before them is so near that both can be one number, and whether a "+" or a bracket stands before them. */
export type DigitGroup = { digits: string; joined: boolean; afterPlus: boolean; afterBracket: boolean }

/** Between the groups of one number people write a space, a point, a dash, a slash; up to three kinds of them. */
const MOST_BETWEEN = 3
const DIGITS = /\d+/g
/** But for the one that people write between numbers: "4111 x 1111". */
const PARTING_LETTER = /(?![xX\u0445\u0425])\p{L}/u

/**
 * The groups of digits in a text, in their order. Digits of every script count as theirs (`４`, `٤`), and
 * characters that nobody sees are passed over. Reads the text once.
 * @param mostBetween kinds of characters, however many of each and none of them a letter but x, between two groups that count as near
 */
export function digitGroups(text: string, mostBetween = MOST_BETWEEN): DigitGroup[] {
  const groups: DigitGroup[] = []
  let end = -1
  for (const { 0: digits, index } of text.matchAll(DIGITS)) {
    groups.push({ digits, joined: end >= 0 && areNear(text.slice(end, index), mostBetween), afterPlus: text[index - 1] === "+", afterBracket: text[index - 1] === "(" })
    end = index + digits.length
  }
  return groups
}

function areNear(between: string, mostBetween: number): boolean {
  return !PARTING_LETTER.test(between) && (between.length <= mostBetween || new Set(between).size <= mostBetween)
}

/** Of printable ASCII alone, as most texts. */
const IS_PLAIN = /^[\x20-\x7e]*$/
const OTHER_DIGIT = /(?![0-9])[\p{Nd}\p{No}]/gu
const IS_DIGIT = /\p{Nd}/u
/** Also marks on a digit (a frame, a stroke), and letters that are made to be seen as nothing: Hangul fillers. */
const INVISIBLE = /[\p{Cf}\p{M}\u115F\u1160\u3164\uFFA0]/gu
/** Digits in a circle and their like, which have no compatible form: the first one's code, its value, and how many follow each other. */
const DRAWN: readonly (readonly [code: number, value: number, count: number])[] = [
  [0x2776, 1, 10], [0x2780, 1, 10], [0x278a, 1, 10], [0x24f5, 1, 10], [0x24ff, 0, 1], [0x24eb, 11, 10], [0x1f10b, 0, 1], [0x1f10c, 0, 1], [0x1369, 1, 9],
]
const values = new Map<string, string>()

/** The text with digits of all scripts as 0 to 9, in the compatible form, without invisible characters. */
export function plainDigits(text: string): string {
  if (IS_PLAIN.test(text)) {
    return text
  }
  // Marks in great numbers, out of their order, take the normalisation a time that grows with their square.
  return text.replace(INVISIBLE, "").normalize("NFKC").replace(INVISIBLE, "").replace(OTHER_DIGIT, valueOf)
}

function valueOf(digit: string): string {
  const known = values.get(digit)
  if (known !== undefined) {
    return known
  }
  const code = digit.codePointAt(0)!
  const value = IS_DIGIT.test(digit) ? valueInScript(code) : valueOfDrawn(code)
  values.set(digit, value ?? digit)
  return value ?? digit
}

/** Each script has its ten digits in a row, from zero on. */
function valueInScript(code: number): string {
  let zero = code
  while (code - zero < 9 && IS_DIGIT.test(String.fromCodePoint(zero - 1))) {
    zero -= 1
  }
  return String(code - zero)
}

function valueOfDrawn(code: number): string | null {
  const range = DRAWN.find(([first, , count]) => code >= first && code < first + count)
  return range ? String(range[1] + code - range[0]) : null
}
