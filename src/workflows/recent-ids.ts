import { encodeTime } from "ulid"

const DAY_MS = 86_400_000
const TIME_LENGTH = 10

/** A little more than the two days that the jobs look back. */
const RECENT_DAYS = 3

/**
 * The least id that Medusa can have given to something of the last days: its ids are a prefix and a ULID,
 * which begins with the time. Orders, sessions and refunds have no index on their date, but one on their id.
 */
export function idSince(prefix: "order" | "ref" | "finv", days = RECENT_DAYS, now = Date.now()): string {
  return `${prefix}_${encodeTime(now - days * DAY_MS, TIME_LENGTH)}`
}
