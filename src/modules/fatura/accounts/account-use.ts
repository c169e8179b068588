import { type Database, type Transaction, tables } from "../database"

/** Whether an invoice `i` still needs its account, as a condition. */
export const NEEDS_ACCOUNT = `(
       (i.is_live and i.settled_at is null and i.refunded_cents + i.external_refunded_cents < coalesce(i.paid_cents, i.amount_cents))
       or i.next_check_at is not null or i.watch_until > now() or i.status in ('refund_pending', 'disputed')
       or exists (select 1 from ${tables.refund} r where r.fatura_invoice_id = i.id and r.state in ('sending', 'unknown', 'pending', 'accepted', 'to_book'))
       or exists (select 1 from ${tables.problem} p where p.fatura_invoice_id = i.id and p.resolved_at is null))`

/**
 * How many invoices still need their account: what could take money, is watched, or has a refund, a dispute
 * or a question for staff open.
 */
export async function countNeeded(db: Database, accountId: string): Promise<number> {
  const { rows } = await db.raw(
    `select count(*) as count from ${tables.invoice} i
     where i.account_id = ? and ${NEEDS_ACCOUNT}`,
    [accountId]
  )
  return Number(rows[0].count)
}

export async function hasInvoices(db: Database | Transaction, accountId: string): Promise<boolean> {
  return (await db(tables.invoice).where({ account_id: accountId }).first("id")) !== undefined
}
