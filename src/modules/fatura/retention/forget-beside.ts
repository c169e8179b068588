import { type Transaction, tables } from "../database"

/** Medusa's table of what was sent; it is not there where the notification module is none of Medusa's. */
const NOTIFICATIONS = "notification"

/** The links of a code lead to pages of the gateway and of banks that show who pays; the code itself names the shop alone. */
export const WITHOUT_LINKS = `case when jsonb_typeof(instructions) is distinct from 'object' then instructions
  when instructions->'boleto' is null then instructions - 'action_url'
  else jsonb_set(instructions - 'action_url', '{boleto,url}', 'null') end`

/**
 * What is kept of a payer beside the ledger's row: what was typed for the session, why e-mails failed (a provider's
 * words can name the address), bodies of webhooks that were worked on, and what Medusa remembers of the e-mails that it
 * handed over for us: address, code and name.
 */
export async function forgetBeside(trx: Transaction, erased: { id: string; session_id: string }[]): Promise<void> {
  const ids = erased.map(({ id }) => id)
  await trx(tables.draft).whereIn("session_id", erased.map(({ session_id }) => session_id)).delete()
  await trx(tables.email).whereIn("fatura_invoice_id", ids).whereNotNull("last_error").update({ last_error: null })
  await trx(tables.notice).whereIn("fatura_invoice_id", ids).whereNot({ state: "pending" }).update({ body_base64: "", payload: null })
  if (await isThere(trx, NOTIFICATIONS)) {
    // The key of an e-mail of ours is `fatura-email:<kind>:<invoice>` and what tells a repetition apart.
    await trx.raw(`update ${NOTIFICATIONS} set "to" = '', data = null, updated_at = now() where trigger_type = 'fatura' and "to" <> '' and split_part(idempotency_key, ':', 3) = any(?)`, [ids])
  }
}

/** Whether a table of Medusa's stands in the same database: a module of its can have another. */
export async function isThere(db: Pick<Transaction, "raw">, table: string): Promise<boolean> {
  const { rows } = await db.raw("select to_regclass(?) is not null as there", [`"${table}"`])
  return rows[0].there
}
