import { AsyncLocalStorage } from "async_hooks"
import type { Language } from "./shopper-texts"

/** Who is asking, as the HTTP request tells. Reaches the provider through Medusa's workflows. */
export type Shopper = { language: Language; ip: string | null }

const NOBODY: Shopper = { language: "pt-BR", ip: null }
const storage = new AsyncLocalStorage<Shopper>()

export function runAsShopper<T>(shopper: Shopper, work: () => T): T {
  return storage.run(shopper, work)
}

/** The shopper of the running request; outside of one, Portuguese and no address. */
export function currentShopper(): Shopper {
  return storage.getStore() ?? NOBODY
}
