export class PollTimeout extends Error {}

/**
 * Calls `read` until it answers something truthy, and answers that. What it throws counts as "not yet".
 * @param timeoutMs limit in milliseconds
 * @throws PollTimeout with the last answer or error
 */
export async function poll<T>(
  read: () => Promise<T> | T,
  timeoutMs = 10_000,
  intervalMs = 50,
): Promise<Exclude<T, undefined | null | false | 0 | "">> {
  const limit = Date.now() + timeoutMs
  let last: unknown
  do {
    try {
      const answer = await read()
      if (answer) return answer as Exclude<T, undefined | null | false | 0 | "">
      last = answer
    } catch (error) {
      last = error
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMs))
  } while (Date.now() < limit)
  throw new PollTimeout(`nothing after ${timeoutMs} ms; last: ${last instanceof Error ? last.message : JSON.stringify(last)}`)
}
