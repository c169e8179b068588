import type { Store } from "./store"

/** Lines of a store's log that tell of an error, in Medusa's JSON form and in its plain one. */
export function errorLines(store: Pick<Store, "logs">): string[] {
  return store
    .logs()
    .split("\n")
    .filter((line) => /"level":"error"|^error:|\bUnhandled|UnhandledPromiseRejection|^\s+at .+:\d+:\d+\)?$/.test(line))
}
