import { encodeTime } from "ulid"

const DAY_MS = 86_400_000
const TIME_LENGTH = 10

/** A little more than the two days that the jobs look back every few seconds. */
const RECENT_DAYS = 3

/** Medusa's orders and refunds, and what is ours. */
type Prefix = "order" | "ref" | "finv" | "fref"

/** A stretch of time: from its beginning, up to but without its end. */
export type Stretch = { from: Date; to: Date }

/**
 * The least id that Medusa can have given to something of the last days: its ids are a prefix and a ULID,
 * which begins with the time. Orders, sessions and refunds have no index on their date, but one on their id.
 */
export function idSince(prefix: Prefix, days = RECENT_DAYS, now = Date.now()): string {
  return leastId(prefix, now - days * DAY_MS)
}

/** SQL: was made within that time, by its id. */
export function madeWithin({ from, to }: Stretch, prefix: Prefix, column: string): string {
  return `${column} >= '${leastId(prefix, from.getTime())}' and ${column} < '${leastId(prefix, to.getTime())}'`
}

function leastId(prefix: Prefix, time: number): string {
  return `${prefix}_${encodeTime(time, TIME_LENGTH)}`
}
