import type { Store } from "./store"

const colours = /\u001b\[\d+m/g

/** Lines of a store's log that tell of an error: Medusa's own kind of them, stack traces and what Node says of lost promises. */
export function errorLines(store: Pick<Store, "logs">): string[] {
  return store
    .logs()
    .replace(colours, "")
    .split("\n")
    .filter((line) => /^error:|"level":"error"|unhandled|uncaught|^\s+at .+:\d+:\d+\)?$/i.test(line))
}
