import { Database, type Transaction, isUniqueViolation, newId, tables } from "../database"
import { returned } from "../../../domain/invoice-money"
import type { InvoiceRow } from "../ledger/row"
import { nextRefundCheckAt } from "../reconciliation/pauses"

/**
 * `sending`, `unknown`, `pending` and `accepted` block any other refund of the invoice: on its way, without an
 * answer, being worked on as the gateway says, and taken without any sign of it yet. `confirmed_late` was made,
 * but Medusa had been told that it failed. `to_book` was made at the gateway and waits to be booked in
 * Medusa; `booked` is in its books.
 */
export type OpenState = "sending" | "unknown" | "pending" | "accepted"
export type RefundState = OpenState | "confirmed" | "confirmed_late" | "refused" | "to_book" | "booked"

export type RefundRow = {
  id: string
  fatura_invoice_id: string
  medusa_refund_id: string | null
  amount_cents: number
  cumulative_cents: number
  origin: "medusa" | "gateway"
  state: RefundState
  /** Look-ups that did not show it. */
  checks: number
  next_check_at: Date | null
  created_at: Date
}

/** What is stored of a new one; the rest is the table's. */
type NewRefund = Pick<RefundRow, "fatura_invoice_id" | "medusa_refund_id" | "amount_cents" | "cumulative_cents" | "origin" | "state" | "next_check_at">

const OPEN: OpenState[] = ["sending", "unknown", "pending", "accepted"]
/**
 * Refunds that the gateway made and that stand in Medusa's books under their id. Whatever else stands
 * there was told to have failed, or belongs to a process that died: even before it could store an intent.
 */
const MADE: RefundState[] = ["confirmed", "booked"]
/** The money of these refunds of ours is back with the payer. */
const RETURNED: RefundState[] = ["confirmed", "confirmed_late"]
const BATCH = 5

/** The table of refunds: intents of ours, and what the gateway returned without us. */
export class RefundRows {
  constructor(private readonly db: Database) {}

  /** @returns null when another refund of the invoice is open */
  async storeIntent(invoice: InvoiceRow, medusaRefundId: string | null, amountCents: number): Promise<RefundRow | null> {
    return this.insert({
      fatura_invoice_id: invoice.id,
      medusa_refund_id: medusaRefundId,
      amount_cents: amountCents,
      cumulative_cents: invoice.refunded_cents + amountCents,
      origin: "medusa",
      state: "sending",
      // A process that sends it for so long is dead.
      next_check_at: nextRefundCheckAt(0, new Date()),
    })
  }

  /** The difference between what was returned and Medusa's books, once per total of all returns. */
  async storeGatewayRefund(invoice: InvoiceRow, amountCents: number): Promise<RefundRow> {
    const key = { fatura_invoice_id: invoice.id, cumulative_cents: returned(invoice), origin: "gateway" as const }
    const made = await this.insert({ ...key, medusa_refund_id: null, amount_cents: amountCents, state: "to_book", next_check_at: null })
    return made ?? (await this.db(tables.refund).where(key).first())
  }

  /** Claims a refund that is to be booked for one refund of Medusa; false when it was claimed before. */
  async claim(id: string, medusaRefundId: string): Promise<boolean> {
    const claimed = await this.db(tables.refund)
      .where({ id, state: "to_book" })
      .update({ state: "booked", medusa_refund_id: medusaRefundId, updated_at: this.db.fn.now() })
    return claimed === 1
  }

  /** Medusa failed after the claim, and its refund row is gone. */
  async unclaim(id: string): Promise<void> {
    await this.db(tables.refund).where({ id, state: "booked" }).update({ state: "to_book", medusa_refund_id: null, updated_at: this.db.fn.now() })
  }

  async find(id: string): Promise<RefundRow | null> {
    return (await this.db(tables.refund).where({ id }).first()) ?? null
  }

  async openOf(invoiceId: string): Promise<RefundRow | null> {
    return (await this.db(tables.refund).where({ fatura_invoice_id: invoiceId }).whereIn("state", OPEN).first()) ?? null
  }

  /** Those of many invoices of which a refund is open. */
  async openAmong(invoiceIds: string[]): Promise<Set<string>> {
    const ids: string[] = await this.db(tables.refund).whereIn("fatura_invoice_id", invoiceIds).whereIn("state", OPEN).pluck("fatura_invoice_id")
    return new Set(ids)
  }

  /** The time so many milliseconds ago, by the clock that the refunds are noted by. */
  async ago(milliseconds: number): Promise<Date> {
    const { rows } = await this.db.raw("select clock_timestamp() - make_interval(secs => ?) as at", [milliseconds / 1_000])
    return rows[0].at
  }

  /** Whether a refund that was asked for here was made, or is being made, after that moment. */
  async wasOneMadeSince(invoiceId: string, moment: Date): Promise<boolean> {
    const row = await this.db(tables.refund)
      .where({ fatura_invoice_id: invoiceId, origin: "medusa" })
      .andWhereNot({ state: "refused" })
      .andWhere("updated_at", ">", moment)
      .first("id")
    return row !== undefined
  }

  /** Whether it turned out so lately that a refund was made of which staff had been told that its outcome is unknown. */
  async wasOneConfirmedLate(invoiceId: string, seconds: number): Promise<boolean> {
    const since = this.db.raw("now() - make_interval(secs => ?)", [seconds])
    const row = await this.db(tables.refund)
      .where({ fatura_invoice_id: invoiceId, state: "confirmed_late" })
      .andWhere("updated_at", ">", since)
      .whereExists(this.db(tables.problem).where({ fatura_invoice_id: invoiceId, kind: "refund_outcome_unknown" }).andWhere("resolved_at", ">", since))
      .first("id")
    return row !== undefined
  }

  /** Medusa's ids of the refunds that were made; no other may stand in its books. */
  async madeMedusaIds(invoiceId: string): Promise<string[]> {
    const rows = await this.db(tables.refund).where({ fatura_invoice_id: invoiceId }).whereIn("state", MADE).whereNotNull("medusa_refund_id").select("medusa_refund_id")
    return rows.map((row: { medusa_refund_id: string }) => row.medusa_refund_id)
  }

  /**
   * What was returned because it was asked for through Medusa, in cents: it is of the captured money, while
   * other returns go first against what Medusa never captured.
   */
  async askedInMedusa(invoiceId: string): Promise<number> {
    return (await this.askedInMedusaOf([invoiceId])).get(invoiceId) ?? 0
  }

  /** The same for many; those that are missing have none. */
  async askedInMedusaOf(invoiceIds: string[]): Promise<Map<string, number>> {
    const rows: { fatura_invoice_id: string; cents: string }[] = await this.db(tables.refund)
      .whereIn("fatura_invoice_id", invoiceIds)
      .where({ origin: "medusa" })
      .whereIn("state", RETURNED)
      .whereNotNull("medusa_refund_id")
      .groupBy("fatura_invoice_id")
      .select("fatura_invoice_id", this.db.raw("sum(amount_cents) as cents"))
    return new Map(rows.map((row) => [row.fatura_invoice_id, Number(row.cents)]))
  }

  /** Medusa's ids of the refunds that were made at the gateway and booked from here, by who holds the invoice's lease. */
  async bookedMedusaIds(invoiceId: string): Promise<string[]> {
    const rows = await this.db(tables.refund).where({ fatura_invoice_id: invoiceId, origin: "gateway", state: "booked" }).whereNotNull("medusa_refund_id").select("medusa_refund_id")
    return rows.map((row: { medusa_refund_id: string }) => row.medusa_refund_id)
  }

  /** Open ones whose time to be asked for has come, those that wait longest first. */
  async dueOpen(now: Date): Promise<RefundRow[]> {
    return this.db(tables.refund)
      .whereIn("state", OPEN)
      .andWhere((due) => due.whereNull("next_check_at").orWhere("next_check_at", "<=", now))
      .orderBy([{ column: "next_check_at", nulls: "first" }])
      .limit(BATCH)
  }

  async mark(row: RefundRow, state: RefundState, trx?: Transaction): Promise<void> {
    await (trx ?? this.db)(tables.refund).where({ id: row.id }).update({ state, updated_at: this.db.raw("clock_timestamp()") })
  }

  /** Staff say that a refund, if it is open yet, was not made. What is open of the same invoice by now may be another one. */
  async giveUp(id: string): Promise<void> {
    await this.db(tables.refund).where({ id }).whereIn("state", OPEN).update({ state: "refused", updated_at: this.db.fn.now() })
  }

  /** Before it is asked for, so that one which can't be does not hold up the others: the next time comes after a longer pause. */
  async planNext({ id, checks }: RefundRow, now: Date): Promise<void> {
    await this.db(tables.refund).where({ id }).update({ checks: checks + 1, next_check_at: nextRefundCheckAt(checks + 1, now) })
  }

  /** It could not be asked for, since nothing may be asked now. */
  async putOff({ id, checks }: RefundRow, until: Date): Promise<void> {
    await this.db(tables.refund).where({ id }).update({ checks, next_check_at: until })
  }

  private async insert(row: NewRefund): Promise<RefundRow | null> {
    try {
      const [made] = await this.db(tables.refund).insert({ id: newId("fref"), ...row }).returning("*")
      return made
    } catch (error) {
      if (isUniqueViolation(error)) {
        return null
      }
      throw error
    }
  }
}
