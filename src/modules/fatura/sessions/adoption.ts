import { AsyncLocalStorage } from "node:async_hooks"

const adoption = new AsyncLocalStorage<true>()

/**
 * Makes a session for money that is there already: what a new session is refused for (paid, switched off) does not count.
 * Only what `make` calls in this process is meant, so nobody outside can ask for it.
 */
export function forMoneyThatCame<T>(make: () => Promise<T>): Promise<T> {
  return adoption.run(true, make)
}

export function isForMoneyThatCame(): boolean {
  return adoption.getStore() === true
}
