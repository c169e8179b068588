import { FaturaError } from "../error"
import { own } from "../own"
import { knownStatus } from "../status-facts"
import type { ErrorTexts, FaturaTexts, StatusText } from "./types"

/** A status in words. A status or a method of a newer server is said in the words of `unknown`, or of the status alone. */
export function statusText(texts: FaturaTexts, status: string, method?: string): StatusText {
  const known = knownStatus(status)
  return { ...texts.status[known], ...(method && own(texts.status_of_method, method)?.[known]) }
}

/** Codes of Medusa's own routes, which answer in English only. */
const CORE_CODES: Record<string, keyof ErrorTexts | undefined> = {
  insufficient_inventory: "sold_out",
  invalid_state_error: "timeout",
  unknown_error: "server",
  api_error: "server",
  database_error: "server",
}

/** A failure as the shopper should read it. Never empty. */
export function errorText(error: unknown, texts: FaturaTexts): string {
  const { errors } = texts
  if (!(error instanceof FaturaError)) return errors.other
  if (error.kind !== "http") return errors[error.kind]
  const known = own(CORE_CODES, error.code)
  if (known) return errors[known]
  if (/inventory/i.test(error.message)) return errors.sold_out
  if (/^payment authorization failed/i.test(error.message)) return errors.not_authorized
  if (error.status === 429) return errors.too_many
  if (error.status >= 500) return errors.server
  return error.message || errors.other
}
