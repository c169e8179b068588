import { tables } from "../database"
import type { Place } from "./key-ring"

/** What of an account's row its credentials are bound to. */
export type AccountPlace = { id: string; source: string; base_url: string }

/**
 * Credentials that staff entered are bound to the address that they are sent to. Those of the configuration hold
 * their address themselves: its row follows the configuration.
 */
export function placeOfCredentials({ id, source, base_url }: AccountPlace): Place {
  return source === "admin" ? [id, base_url] : [id]
}

/** A saved payer belongs to its customer. */
export function placeOfSavedPayer({ id, customer_id }: { id: string; customer_id: string }): Place {
  return [id, customer_id]
}

/** What was before a change belongs to what was changed. */
export function placeOfChange({ id, subject }: { id: string; subject: string }): Place {
  return [id, subject]
}

type Columns = Record<string, string>

/** A column of sealed values; `beside` are the columns, with the row's id, that say where a value stands. */
export type SealedColumn = { table: string; column: string; purpose: string; beside: readonly string[]; place: (row: Columns) => Place }

const byId = (table: string, column: string, purpose: string): SealedColumn => ({ table, column, purpose, beside: ["id"], place: ({ id }) => [id!] })

/** Every column that holds something sealed, with the purpose it was sealed for. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { ...byId(tables.account, "credentials_sealed", "account-credentials"), beside: ["id", "source", "base_url"], place: (row) => placeOfCredentials(row as AccountPlace) },
  byId(tables.account, "merchant_token_sealed", "merchant-token"),
  byId(tables.account, "access_token_sealed", "access-token"),
  byId(tables.invoice, "payer_sealed", "payer"),
  byId(tables.notice, "token_sealed", "notice-token"),
  byId(tables.draft, "sealed", "draft"),
  byId(tables.draft, "card_sealed", "draft-card"),
  { ...byId(tables.payer, "sealed", "saved-payer"), beside: ["id", "customer_id"], place: (row) => placeOfSavedPayer(row as { id: string; customer_id: string }) },
  { ...byId(tables.change, "before_sealed", "sensitive-change"), beside: ["id", "subject"], place: (row) => placeOfChange(row as { id: string; subject: string }) },
]
