/** Times in milliseconds at which calls were made, and so many each time. */
export type Calls = { at: number; count: number }[]

/** The most calls that lie in any window of a length; `calls` in order of time. */
export function mostInAny(windowMs: number, calls: Calls): number {
  let [first, sum, most] = [0, 0, 0]
  for (const call of calls) {
    sum += call.count
    while (call.at - calls[first]!.at >= windowMs) sum -= calls[first++]!.count
    most = Math.max(most, sum)
  }
  return most
}
