import type { DigitGroup } from "./digit-groups"
import { parseDocument } from "./document"
import { phoneDigits } from "./phone"

/** A number of a house, a flat, a road. Of several beside each other a card number is made as well. */
const LONGEST_SHORT = 5
const MOST_SHORT = 1
/** More groups are nobody's numbers. */
const MOST_GROUPS = 60

const isDocument = (digits: string) => parseDocument(digits) !== null
const isPhone = (digits: string) => phoneDigits(digits) !== null
/** With the country's code; a longer group is none without it. */
const isLongPhone = (digits: string) => digits.startsWith("55") && isPhone(digits)

/** How people write what is no card number: CPF, CNPJ, phone and CEP, by the lengths of the groups. */
const WRITTEN: readonly (readonly [lengths: readonly number[], isOne: (digits: string) => boolean])[] = [
  [[11], (digits) => isDocument(digits) || isPhone(digits)],
  [[3, 3, 3, 2], isDocument],
  [[9, 2], isDocument],
  [[14], isDocument],
  [[2, 3, 3, 4, 2], isDocument],
  [[12, 2], isDocument],
  [[8, 4, 2], isDocument],
  [[10], isPhone],
  [[12], isLongPhone],
  [[13], isLongPhone],
  ...[4, 5].flatMap((front): [number[], (digits: string) => boolean][] => [[[2, front, 4], isPhone], [[2, 2, front, 4], isLongPhone], [[2, 4 + front], isPhone], [[2, 2, 4 + front], isLongPhone]]),
  [[5, 3], () => true],
]

/**
 * Whether groups of digits that stand together are nothing but documents, phones, CEPs and the number of a house. Goes
 * through them once.
 */
export function areOrdinaryNumbers(run: Pick<DigitGroup, "digits">[]): boolean {
  if (run.length > MOST_GROUPS) {
    return false
  }
  // By how many groups are read: the fewest short numbers with which they can be.
  const fewest = Array.from({ length: run.length + 1 }, () => Infinity)
  fewest[0] = 0
  for (let at = 0; at < run.length; at++) {
    const short = fewest[at]!
    if (short > MOST_SHORT) {
      continue
    }
    if (run[at]!.digits.length <= LONGEST_SHORT) {
      fewest[at + 1] = Math.min(fewest[at + 1]!, short + 1)
    }
    for (const [lengths, isOne] of WRITTEN) {
      const end = at + lengths.length
      const fits = end <= run.length && lengths.every((length, index) => run[at + index]!.digits.length === length)
      if (fits && isOne(run.slice(at, end).map(({ digits }) => digits).join(""))) {
        fewest[end] = Math.min(fewest[end]!, short)
      }
    }
  }
  return fewest[run.length]! <= MOST_SHORT
}
