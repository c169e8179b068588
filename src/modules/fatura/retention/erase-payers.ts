import { INVOICE_STATUSES, isOpen } from "../../../domain/invoice-status"
import { type Database, newId, tables } from "../database"
import { forgetBeside, isThere, WITHOUT_LINKS } from "./forget-beside"

const BATCH = 200

/** Money is still on its way in these, or could go back: who pays must be known. */
const MONEY_OPEN = [...INVOICE_STATUSES.filter(isOpen), "refund_pending", "disputed"]

/** Why a payer's data goes: its time is over, or somebody asked. */
export type EraseReason = "retention" | "asked"

/** Money is neither expected nor under way, nobody works on it, nothing waits to be read or told, and no problem waits for staff. */
const AT_REST = `state not in ('issuing', 'unknown')
  and not (is_live and settled_at is null and (status is null or status = any(:open)))
  and (status is null or status <> all(:open))
  and (watch_until is null or watch_until < now())
  and (lease_until is null or lease_until < now())
  and not exists (select 1 from ${tables.refund} r where r.fatura_invoice_id = i.id and r.state in ('sending', 'unknown', 'pending', 'accepted', 'to_book'))
  and not exists (select 1 from ${tables.notice} n where n.fatura_invoice_id = i.id and n.state = 'pending')
  and not exists (select 1 from ${tables.email} m where m.fatura_invoice_id = i.id and m.state = 'pending')
  and not exists (select 1 from ${tables.problem} p where p.fatura_invoice_id = i.id and p.resolved_at is null)`

const ERASED = (invoiceId: string) => `select 1 from ${tables.event} e where e.fatura_invoice_id = ${invoiceId} and e.kind = 'payer_erased'`

/** Invoices of erased payers about which a webhook was kept, or an e-mail went out, since. What a problem is about is left to staff first. */
const TOLD_SINCE = `select id, session_id from ${tables.invoice} i where id > :after and id in (
    select n.fatura_invoice_id from ${tables.notice} n where n.state <> 'pending' and n.body_base64 <> '' and exists (${ERASED("n.fatura_invoice_id")})
    union select m.fatura_invoice_id from ${tables.email} m where m.state <> 'pending' and exists (${ERASED("m.fatura_invoice_id")} and e.created_at <= m.updated_at))
  and not exists (select 1 from ${tables.problem} p where p.fatura_invoice_id = i.id and p.resolved_at is null)
  order by id limit ${BATCH}`

/** Changes of the status and refunds are movements; a look-up that learnt nothing new is none. */
const QUIET_FOR_DAYS = `greatest(created_at, authorized_at, paid_at, settled_at, canceled_at) < now() - make_interval(days => :days)
  and not exists (select 1 from ${tables.event} e where e.fatura_invoice_id = i.id and e.to_status is not null and e.created_at >= now() - make_interval(days => :days))
  and not exists (select 1 from ${tables.refund} r where r.fatura_invoice_id = i.id and r.updated_at >= now() - make_interval(days => :days))`

/** How long ago a customer may have been deleted without our having heard of it. */
const LOST_FOR_DAYS = 30

const DUE: Record<EraseReason, string> = {
  retention: `created_at < now() - make_interval(days => :days) and ${QUIET_FOR_DAYS}`,
  asked: "payer_erase_at <= now()",
}

/**
 * Payers' data is kept as long as a refund or a dispute may need it, and erased then; sooner where somebody asked
 * and no money is open. Amounts, dates and the gateway's numbers stay, for the books. Each erasure stands in
 * the invoice's timeline.
 */
export class ErasePayers {
  constructor(private readonly db: Database, private readonly keptDays: number) {}

  /** Erases what is due, and of whom the customer is gone without our having heard of it. @returns how many payers */
  async run(): Promise<number> {
    await this.askForDeletedCustomers()
    const erased = (await this.runAsked()) + (await this.all("retention"))
    await this.forgetToldSince()
    return erased
  }

  /** A refund or a dispute can come after a payer was erased: then webhooks and e-mails name the payer once more. */
  private async forgetToldSince(): Promise<void> {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const { rows }: { rows: { id: string; session_id: string }[] } = await this.db.raw(TOLD_SINCE, { after })
      if (rows.length) {
        await this.db.transaction((trx) => forgetBeside(trx, rows))
      }
      after = rows.length === BATCH ? rows.at(-1)!.id : undefined
    }
  }

  /** Erases whom somebody asked to forget, of whom nothing holds the data any more. @returns how many payers */
  async runAsked(): Promise<number> {
    return this.all("asked")
  }

  /** Marks the payers of invoices, so that they are erased as soon as no money is open. @returns how many */
  async ask(by: { order_id?: string[]; cart_id?: string[] }): Promise<number> {
    return this.db(tables.invoice)
      .where((named) => named.whereIn("order_id", by.order_id ?? []).orWhereIn("cart_id", by.cart_id ?? []))
      .andWhere((kept) => kept.whereNotNull("payer_sealed").orWhereNotNull("payer_name"))
      .whereNull("payer_erase_at")
      .update({ payer_erase_at: this.db.fn.now() })
  }

  /** Marks the payers of customers whose deletion nobody told us of. @returns how many */
  async askForDeletedCustomers(): Promise<number> {
    for (const table of ["customer", "order", "cart"]) {
      if (!(await isThere(this.db, table))) {
        return 0
      }
    }
    const { rowCount } = await this.db.raw(
      `with gone as (select id from customer where deleted_at > now() - interval '${LOST_FOR_DAYS} days')
       update ${tables.invoice} i set payer_erase_at = now()
       where (i.payer_sealed is not null or i.payer_name is not null) and i.payer_erase_at is null and i.id in (
         select o.id from gone join "order" m on m.customer_id = gone.id join ${tables.invoice} o on o.order_id = m.id
         union select c.id from gone join cart m on m.customer_id = gone.id join ${tables.invoice} c on c.cart_id = m.id)`
    )
    return rowCount
  }

  private async all(reason: EraseReason): Promise<number> {
    let erased = 0
    for (let batch = BATCH; batch === BATCH; erased += batch) {
      batch = await this.batch(reason)
    }
    return erased
  }

  private async batch(reason: EraseReason): Promise<number> {
    return this.db.transaction(async (trx) => {
      const { rows } = await trx.raw(
        `update ${tables.invoice} set payer_sealed = null, payer_name = null, document_masked = null, shopper_ip_hash = null, shopper_customer_hash = null, payer_erase_at = null, answer = null, instructions = ${WITHOUT_LINKS}
         where id in (
           select id from ${tables.invoice} i
           where (payer_sealed is not null or payer_name is not null) and ${DUE[reason]} and ${AT_REST}
           limit ${BATCH} for update skip locked
         ) returning id, session_id`,
        { open: MONEY_OPEN, days: this.keptDays }
      )
      const events = rows.map(({ id }: { id: string }) => ({ id: newId("fevt"), fatura_invoice_id: id, kind: "payer_erased", cause: "system", details: JSON.stringify({ reason }) }))
      if (events.length) {
        await trx(tables.event).insert(events)
        await forgetBeside(trx, rows)
      }
      return rows.length
    })
  }
}
