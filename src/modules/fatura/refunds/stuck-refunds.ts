import { type Database, tables } from "../database"
import type { Problems } from "../problems/problems"

/** Banks take days; after so many somebody asks. */
const DAYS = 3
const BATCH = 50

type Stuck = { id: string; account_id: string; order_id: string | null; refund: string | null; since: Date }

/** Under way: the gateway says so of the invoice, whoever asked for it, or it took one of ours and has not shown its end. */
const UNDER_WAY = `select i.id, i.account_id, i.order_id, null as refund,
    coalesce((select max(e.created_at) from ${tables.event} e where e.fatura_invoice_id = i.id and e.kind = 'status_changed' and e.to_status = 'refund_pending'), i.updated_at) as since
  from ${tables.invoice} i where i.status = 'refund_pending'
  union all
  select i.id, i.account_id, i.order_id, r.id, r.created_at from ${tables.refund} r join ${tables.invoice} i on i.id = r.fatura_invoice_id
  where r.state = 'pending' and i.status <> 'refund_pending'`

/**
 * Tells staff of refunds that neither end nor fail: the money is not back with the shopper, and no other refund of the
 * invoice is sent meanwhile. Each is raised once; when it ends, {@link REFUND_ENDED} closes it.
 */
export async function raiseStuckRefunds(db: Database, problems: Problems): Promise<void> {
  const { rows } = await db.raw(
    `select * from (${UNDER_WAY}) u where u.since < now() - make_interval(days => ?)
       and not exists (select 1 from ${tables.problem} p where p.fatura_invoice_id = u.id and p.kind = 'refund_not_finished' and p.created_at > u.since)
     order by u.since limit ?`,
    [DAYS, BATCH]
  )
  for (const { id, account_id, order_id, refund, since } of rows as Stuck[]) {
    const details = { since: since.toISOString(), ...(refund && { refund }) }
    await problems.raise({ kind: "refund_not_finished", subject: id, invoiceId: id, accountId: account_id, orderId: order_id, details })
  }
}

/** When such a problem `p` is over, as SQL. */
export const REFUND_ENDED = `not exists (select 1 from ${tables.invoice} i where i.id = p.fatura_invoice_id and i.status = 'refund_pending')
  and not exists (select 1 from ${tables.refund} r where r.fatura_invoice_id = p.fatura_invoice_id and r.state = 'pending')`
