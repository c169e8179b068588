/**
 * Lets so many do something at once, the others wait for their turn: a crowd that fills its carts all at the
 * same time would keep the shop from everything that the run is about.
 */
export function queueOf(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let inside = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (inside === atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else inside += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else inside -= 1
    }
  }
}
