const A_DAY_MS = 24 * 60 * 60 * 1000

/** `Retry-After` in seconds or as a date, in milliseconds from `now`; at most a day. */
export function readRetryAfter(value: string | undefined, now: Date): number | null {
  const text = value?.trim()
  if (!text) {
    return null
  }
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), A_DAY_MS)
}
