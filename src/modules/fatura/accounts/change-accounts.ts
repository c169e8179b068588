import { type Database, isUniqueViolation, tables, type Transaction } from "../database"
import type { Revision } from "../settings/revision"
import { StaffError } from "../texts/staff-error"
import type { AccountRow } from "./account-rows"

/**
 * One transaction in which staff change accounts. They change them one after the other: what each of them saw is what
 * is there, and of two changes it is known which one is the newer.
 * @param work gets the accounts that staff added, as they are now
 * @throws StaffError
 */
export async function changeAccounts({ db, revision }: { db: Database; revision: Revision }, work: (trx: Transaction, accounts: AccountRow[]) => Promise<void>): Promise<void> {
  try {
    await db.transaction(async (trx) => {
      // One that is added meanwhile has no row yet that could be waited for.
      await trx.raw("select pg_advisory_xact_lock(hashtextextended('fatura_account', 0))")
      // Always in this order, and the revision last, so that nobody waits for who waits for them.
      await work(trx, await trx(tables.account).where({ source: "admin" }).orderBy("id").forNoKeyUpdate())
      await revision.raise(trx)
    })
  } catch (error) {
    if (isUniqueViolation(error)) {
      // Two of the staff chose a default at once.
      throw new StaffError("changed_meanwhile")
    }
    throw error
  }
}

/** Columns that a change of a field reads or writes; credentials are sealed with their address, and belong together. */
const COLUMNS: Partial<Record<string, (keyof AccountRow)[]>> = {
  base_url: ["base_url", "credentials_sealed"],
  token: ["base_url", "credentials_sealed"],
  secret_key: ["base_url", "credentials_sealed"],
  merchant_webhook_token: ["merchant_token_sealed"],
}

/**
 * The account as it is now, where nobody changed the same fields since it was looked at.
 * @throws StaffError `changed_meanwhile`
 */
export function unchangedSince(seen: AccountRow, fields: string[], accounts: AccountRow[]): AccountRow {
  const now = accounts.find(({ id }) => id === seen.id)
  const columns = fields.flatMap((field) => COLUMNS[field] ?? [field as keyof AccountRow])
  if (!now || now.archived_at || columns.some((column) => JSON.stringify(now[column]) !== JSON.stringify(seen[column]))) {
    throw new StaffError("changed_meanwhile")
  }
  return now
}
