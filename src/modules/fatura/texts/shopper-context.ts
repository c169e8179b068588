import { AsyncLocalStorage } from "async_hooks"
import type { Language } from "./shopper-texts"

/** What the shopper was told last; Medusa's own routes hand only its message on. */
export type Refusal = { message: string; code: string; fields: { path: string; message: string }[] }

/** Who is asking, as the HTTP request tells; `isPresent` where somebody is. Reaches the provider through Medusa's workflows. */
export type Shopper = { language: Language; ip: string | null; isPresent: boolean; refusal?: Refusal }

const NOBODY: Readonly<Shopper> = { language: "pt-BR", ip: null, isPresent: false }
const storage = new AsyncLocalStorage<Shopper>()

export function runAsShopper<T>(shopper: Shopper, work: () => T): T {
  return storage.run(shopper, work)
}

/** Remembers a refusal for the door that answers the running request. */
export function rememberRefusal(refusal: Refusal): void {
  const shopper = storage.getStore()
  if (shopper) {
    shopper.refusal = refusal
  }
}

/** The shopper of the running request; outside of one, Portuguese and no address. */
export function currentShopper(): Shopper {
  return storage.getStore() ?? NOBODY
}
