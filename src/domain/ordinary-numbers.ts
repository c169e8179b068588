import type { DigitGroup } from "./digit-groups"
import { parseDocument } from "./document"
import { phoneDigits } from "./phone"

/** A number of a house, a flat, a road. */
const LONGEST_SHORT = 5
const CEP = [5, 3]
/** More groups are nobody's numbers. */
const MOST_GROUPS = 60

const isDocument = (digits: string) => parseDocument(digits) !== null
const isPhone = (digits: string) => phoneDigits(digits) !== null
/** With the country's code; a longer group is none without it. */
const isLongPhone = (digits: string) => digits.startsWith("55") && isPhone(digits)

/** How people write what is no card number: CPF, CNPJ and phone, by the lengths of the groups. */
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
]

/** Nothing tells a CEP or a short number from a piece of a card number: two of a kind beside each other could be one. */
type Unproved = { hasShort: boolean; hasCep: boolean }

/**
 * Whether groups of digits that stand together are nothing but documents, phones, one CEP and the number of one house.
 * Goes through them once.
 */
export function areOrdinaryNumbers(run: Pick<DigitGroup, "digits">[]): boolean {
  if (run.length > MOST_GROUPS) {
    return false
  }
  // By how many groups are read: with what they can be.
  const ways: Unproved[][] = run.map(() => [])
  ways[0] = [{ hasShort: false, hasCep: false }]
  ways.push([])
  const holds = (at: number, lengths: readonly number[]) => lengths.every((length, index) => run[at + index]?.digits.length === length)
  for (let at = 0; at < run.length; at++) {
    const so = ways[at]!
    if (run[at]!.digits.length <= LONGEST_SHORT) {
      add(ways[at + 1]!, so.filter(({ hasShort }) => !hasShort).map((way) => ({ ...way, hasShort: true })))
    }
    if (holds(at, CEP)) {
      add(ways[at + 2]!, so.filter(({ hasCep }) => !hasCep).map((way) => ({ ...way, hasCep: true })))
    }
    for (const [lengths, isOne] of WRITTEN) {
      const end = at + lengths.length
      if (holds(at, lengths) && isOne(run.slice(at, end).map(({ digits }) => digits).join(""))) {
        add(ways[end]!, so)
      }
    }
  }
  return ways[run.length]!.length > 0
}

/** Each way once, of which there are four. */
function add(ways: Unproved[], more: Unproved[]): void {
  ways.push(...more.filter((way) => !ways.some((known) => known.hasShort === way.hasShort && known.hasCep === way.hasCep)))
}
