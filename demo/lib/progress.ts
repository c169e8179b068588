const startedAt = performance.now()
const seconds = (from: number): string => `${((performance.now() - from) / 1000).toFixed(1)} s`

/** One line, with the seconds since the start. */
export function say(text: string): void {
  console.log(`[${seconds(startedAt).padStart(7)}] ${text}`)
}

/**
 * Says that a step begins and how long it took. A step that answers `false` found nothing to do.
 * Several steps may run at once: each line names its step.
 */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  say(`${title} ...`)
  const answer = await work()
  say(`${title}: ${answer === false ? "unchanged since the last start" : `done in ${seconds(from)}`}`)
  return answer
}
