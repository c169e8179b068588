import type { Logger } from "@medusajs/framework/types"
import { GatewayError, type GatewayInvoice } from "../../../gateway"
import { statusFromCode } from "../../../domain/invoice-status"
import { Cents, cents, reaisText } from "../../../domain/money"
import type { AccountRegistry } from "../accounts/account-registry"
import type { ChangeTaker } from "../ledger/apply-change"
import type { Ledger } from "../ledger/ledger"
import type { LookUps } from "../ledger/look-up"
import type { InvoiceRow } from "../ledger/row"
import type { Outbox } from "../outbox/outbox"
import type { Problems } from "../problems/problems"
import { gatewayWords } from "../texts/gateway-words"
import { StaffError } from "../texts/staff-error"
import { RefundRow, RefundRows } from "./refund-rows"

/** Who was told that the outcome of a refund is unknown can't have seen so soon that it was made. */
const UNSEEN_SECONDS = 60

/**
 * Sends refunds at most once. The intent is stored before the call, and while the outcome of one is
 * unknown no other is sent for that invoice: Medusa deletes its refund row when we throw, so staff who
 * click again come with a new refund id, and only our intent recognises the old one.
 */
export class Refunds {
  constructor(
    private readonly rows: RefundRows,
    private readonly ledger: Ledger,
    private readonly accounts: AccountRegistry,
    private readonly changes: ChangeTaker,
    private readonly lookUps: LookUps,
    private readonly outbox: Outbox,
    private readonly problems: Problems,
    private readonly logger: Logger
  ) {}

  /**
   * Refunds `amount` of a paid invoice at the gateway.
   * @param askedAt when staff asked; who asked before another refund was done did not see it
   * @throws StaffError; nothing is then booked
   */
  async refund(invoiceId: string, medusaRefundId: string | null, amount: Cents, askedAt = new Date()): Promise<InvoiceRow> {
    await this.refuseWhileOpen(invoiceId)
    return this.ledger.withLease(invoiceId, async (row) => {
      await this.checkRefundable(row, amount)
      if (await this.rows.wasOneMadeSince(invoiceId, askedAt)) {
        throw new StaffError("refund_same_moment")
      }
      if (await this.rows.wasOneConfirmedLate(invoiceId, UNSEEN_SECONDS)) {
        throw new StaffError("refund_came_late")
      }
      const intent = await this.rows.storeIntent(row, medusaRefundId, amount)
      if (!intent) {
        throw new StaffError("refund_under_way")
      }
      return this.send(row, intent)
    })
  }

  /** Finds out about refunds whose answer was lost or that were pending; called by reconciliation. */
  async settleOpen(): Promise<void> {
    for (const intent of await this.rows.openForMinutes(2)) {
      await this.ledger
        .withLease(intent.fatura_invoice_id, (row) => this.lookAfterOpen(row))
        .catch((error) => this.logger.warn(`Fatura: the outcome of refund ${intent.id} is still unknown (${(error as Error).message})`))
    }
  }

  /**
   * What the ledger says by now of a refund whose outcome was open; the caller holds the invoice's lease.
   * @returns the one that is still open
   * @throws GatewayError when the gateway has to be asked and can't be
   */
  async stillOpen(row: InvoiceRow): Promise<RefundRow | null> {
    const intent = await this.rows.openOf(row.id)
    if (!intent) {
      return null
    }
    if (row.refunded_cents >= intent.cumulative_cents) {
      await this.confirmLate(row, intent)
      return null
    }
    if (intent.state === "pending" && row.status !== "refund_pending") {
      // Refused, as it seems; a late notice of the payment looks the same, so the gateway is asked.
      await this.lookAfterOpen(row)
      return this.rows.openOf(row.id)
    }
    return intent
  }

  private async checkRefundable(row: InvoiceRow, amount: Cents): Promise<void> {
    if (row.status === "disputed") {
      throw new StaffError("refund_disputed")
    }
    await this.refuseWhileOpen(row.id)
    if (!row.paid_at || !row.status || !["paid", "partially_refunded", "canceled"].includes(row.status)) {
      throw new StaffError("refund_status", { status: row.status ?? row.state })
    }
    const paid = Math.max(row.paid_cents ?? 0, row.amount_cents)
    if (row.refunded_cents + amount > paid) {
      throw new StaffError("refund_too_much", { left: reaisText(cents(paid - row.refunded_cents)), refunded: reaisText(cents(row.refunded_cents)) })
    }
  }

  private async refuseWhileOpen(invoiceId: string): Promise<void> {
    const open = await this.rows.openOf(invoiceId)
    if (open) {
      throw new StaffError(OPEN[open.state as keyof typeof OPEN])
    }
  }

  private async send(row: InvoiceRow, intent: RefundRow): Promise<InvoiceRow> {
    let answer: GatewayInvoice
    try {
      const { client } = await this.accounts.byId(row.account_id)
      answer = await client.refundInvoice({ invoice: { id: row.gateway_id, invoiceId: row.invoice_id }, amountCents: intent.amount_cents })
    } catch (error) {
      return this.afterFailure(row, intent, error)
    }
    if (statusFromCode(answer.statusCode) === "refund_pending") {
      return this.keepPending(row, intent)
    }
    return this.confirm(row, intent)
  }

  private async afterFailure(row: InvoiceRow, intent: RefundRow, error: unknown): Promise<InvoiceRow> {
    const failure = error instanceof GatewayError ? error : null
    const outcome = failure?.outcome ?? "unknown"
    this.logger.warn(`Fatura: refund ${intent.id} of invoice ${row.id}: ${outcome} (${failure?.message ?? "unexpected error"})`)
    if (outcome === "unknown") {
      return this.afterUnknown(row, intent)
    }
    await this.rows.mark(intent, "refused")
    await this.ledger.addEvent(row.id, { kind: "refund_refused", cause: "own_call", details: { amount_cents: intent.amount_cents, message: failure?.gatewayMessage ?? null } })
    throw outcome === "refused" ? new StaffError("refund_refused", { words: failure ? gatewayWords(failure) : "" }) : new StaffError("refund_not_sent")
  }

  /** Accepted, but not done: nothing is booked before the gateway says that the money went back. */
  private async keepPending(row: InvoiceRow, intent: RefundRow): Promise<never> {
    await this.rows.mark(intent, "pending")
    await this.changes.take(row.id, { status: "refund_pending", refundedCents: null, paidCents: null }, "own_call", { refund: intent.id, amount_cents: intent.amount_cents })
    throw new StaffError("refund_accepted", { amount: reaisText(cents(intent.amount_cents)) })
  }

  private async afterUnknown(row: InvoiceRow, intent: RefundRow): Promise<InvoiceRow> {
    await this.rows.mark(intent, "unknown")
    const found = await this.lookUps.byId(row).catch(() => null)
    if (found && found.invoice.refunded_cents >= intent.cumulative_cents) {
      await this.rows.mark(intent, "confirmed")
      return found.invoice
    }
    await this.raiseUnknown(row, intent)
    throw new StaffError("refund_not_told")
  }

  private async raiseUnknown(row: InvoiceRow, intent: RefundRow): Promise<void> {
    await this.problems.raise({
      kind: "refund_outcome_unknown",
      subject: row.id,
      invoiceId: row.id,
      orderId: row.order_id,
      accountId: row.account_id,
      details: { refund: intent.id, amount_cents: intent.amount_cents },
    })
  }

  /**
   * One look-up about the open refund of an invoice, whose lease the caller holds. Only a refunded total
   * that holds this refund confirms it. A pending one that the gateway refused ends too.
   */
  private async lookAfterOpen(row: InvoiceRow): Promise<void> {
    const intent = await this.rows.openOf(row.id)
    if (!intent) {
      return
    }
    if (intent.state === "sending") {
      // Who sends holds the lease; so that process is dead, and its call may have arrived.
      await this.rows.mark(intent, "unknown")
    }
    if (intent.state !== "pending") {
      // Whoever learnt that it is unknown may have been killed before saying so.
      await this.raiseUnknown(row, intent)
    }
    await this.rows.touch(intent)
    const invoice = (await this.lookUps.byId(row))?.invoice
    if (invoice && invoice.refunded_cents >= intent.cumulative_cents) {
      await this.confirmLate(invoice, intent)
    } else if (invoice && intent.state === "pending" && invoice.status !== "refund_pending") {
      await this.rows.mark(intent, "refused")
      await this.ledger.addEvent(row.id, { kind: "refund_refused", cause: "look_up", details: { amount_cents: intent.amount_cents } })
    }
  }

  /** Medusa was told that it failed and has undone its refund; it is booked like one made at the gateway. */
  private async confirmLate(row: InvoiceRow, intent: RefundRow): Promise<void> {
    await this.rows.mark(intent, "confirmed_late")
    await this.problems.clear("refund_outcome_unknown", row.id)
    await this.outbox.add("settle", row.id)
  }

  /**
   * The gateway took the refund. When a refund made in its panel came in between, only the gateway knows
   * the new total.
   */
  private async confirm(row: InvoiceRow, intent: RefundRow): Promise<InvoiceRow> {
    const now = (await this.ledger.find(row.id))!
    if (now.refunded_cents !== row.refunded_cents) {
      const change = await this.lookUps.byId(now).catch(() => null)
      if (!change || change.invoice.refunded_cents < now.refunded_cents + intent.amount_cents) {
        await this.ledger.update(row.id, { next_check_at: new Date() })
      }
      await this.rows.mark(intent, "confirmed")
      return change?.invoice ?? now
    }
    const full = intent.cumulative_cents >= Math.max(row.paid_cents ?? 0, row.amount_cents)
    // In one go: the settling that follows finds a refund that was made, not one that is under way.
    const { invoice } = await this.changes.take(
      row.id,
      { status: full ? "refunded" : "partially_refunded", refundedCents: intent.cumulative_cents, paidCents: null },
      "own_call",
      { refund: intent.id, amount_cents: intent.amount_cents },
      undefined,
      (trx) => this.rows.mark(intent, "confirmed", trx)
    )
    return invoice
  }
}

/** Why no other refund is sent, by what became of the one before. */
const OPEN = { sending: "refund_under_way", pending: "refund_pending", unknown: "refund_unknown" } as const
