import { AsyncLocalStorage } from "async_hooks"
import type { Language } from "./shopper-texts"

const storage = new AsyncLocalStorage<Language>()

/** Lets everything behind it, also within Medusa's workflows, speak the language of the staff who ask. */
export function runForStaff<T>(language: Language, work: () => T): T {
  return storage.run(language, work)
}

/** The language of the staff whose request runs; outside of one, and in logs, English. */
export function staffLanguage(): Language {
  return storage.getStore() ?? "en"
}
