import type { RawAnswer } from "../../support"

const LONGEST_CALL_MS = 60_000

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A refusal is an answer; a connection that breaks, an error 5xx and silence are none. */
export async function answerOf(work: () => Promise<RawAnswer>): Promise<RawAnswer | null> {
  const answer = await withinLimit(work).catch(() => null)
  return answer && answer.status < 500 ? answer : null
}

/** Tries again until it succeeds, as a page that is reloaded. @returns null when it never did */
export async function untilDone<T>(work: () => Promise<T>, timeoutMs: number, pauseMs = 700): Promise<T | null> {
  const limit = Date.now() + timeoutMs
  do {
    try {
      return await withinLimit(work)
    } catch {
      await pause(pauseMs)
    }
  } while (Date.now() < limit)
  return null
}

/** Looks again and again until there is something to see. @returns null when there never was */
export async function untilSeen<T>(look: () => Promise<T | null | undefined | false>, timeoutMs: number, pauseMs = 700): Promise<T | null> {
  const limit = Date.now() + timeoutMs
  do {
    const seen = await withinLimit(look).catch(() => null)
    if (seen) return seen
    await pause(pauseMs)
  } while (Date.now() < limit)
  return null
}

async function withinLimit<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in a minute")), LONGEST_CALL_MS)
  })
  try {
    return await Promise.race([work(), limit])
  } finally {
    clearTimeout(timer)
  }
}
