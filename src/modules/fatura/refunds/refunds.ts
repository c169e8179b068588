import type { Logger } from "@medusajs/framework/types"
import { wordsOfError } from "../../../domain/words-of-error"
import { GatewayError, type GatewayInvoice } from "../../../gateway"
import { type InvoiceStatus, statusFromCode } from "../../../domain/invoice-status"
import { held, returned } from "../../../domain/invoice-money"
import { Cents, cents, reaisText } from "../../../domain/money"
import { provenRefundTotal } from "../../../domain/refund-proof"
import { areLookUpsPaused } from "../accounts/look-up-gate"
import type { AccountRegistry } from "../accounts/account-registry"
import type { ChangeTaker } from "../ledger/apply-change"
import type { Ledger } from "../ledger/ledger"
import type { LookUps } from "../ledger/look-up"
import { isReturning } from "../ledger/holds-money"
import type { InvoiceRow } from "../ledger/row"
import type { Outbox } from "../outbox/outbox"
import type { Problems } from "../problems/problems"
import { gatewayWords } from "../texts/gateway-words"
import { StaffError } from "../texts/staff-error"
import { type OpenState, RefundRow, RefundRows } from "./refund-rows"

/** Who was told that the outcome of a refund is unknown can't have seen so soon that it was made. */
const UNSEEN_SECONDS = 60
const MINUTE = 60_000
/** An accepted refund that nothing has shown for so long is for staff to look into. */
const SHOWN_WITHIN_MS = 60 * MINUTE

/**
 * Sends refunds at most once, and takes for returned only what the gateway shows: in its answer, by a notice or in
 * its list. The intent is stored before the call, and while the outcome of one is
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
   * Refunds a paid invoice at the gateway.
   * @param asked in cents; or how much, told of the invoice when its turn has come
   * @param sinceMs how long ago staff asked; who asked before another refund was done did not see it
   * @throws StaffError; nothing is then booked
   */
  async refund(invoiceId: string, medusaRefundId: string | null, asked: Cents | ((row: InvoiceRow) => Promise<Cents>), sinceMs = 0): Promise<InvoiceRow> {
    const askedAt = await this.rows.ago(sinceMs)
    return this.withNoneUnderWay(invoiceId, async (row) => {
      const amount = typeof asked === "function" ? await asked(row) : asked
      checkRefundable(row, amount)
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

  /**
   * Runs `work` with the invoice held, while no refund of it is on its way: money that may be going back is nobody's
   * to accept, to return in another way, or to note as returned.
   * @throws StaffError that says what became of that refund; nothing is done then
   */
  async withNoneUnderWay<T>(invoiceId: string, work: (row: InvoiceRow) => Promise<T>): Promise<T> {
    // Who sends one holds the invoice for longer than anybody wants to wait for these words.
    await this.refuseWhileOpen(invoiceId)
    return this.ledger.withLease(invoiceId, async (row) => {
      await this.refuseWhileOpen(invoiceId)
      if (isReturning(row)) {
        throw new StaffError("refund_pending")
      }
      return work(row)
    })
  }

  /**
   * Finds out about refunds whose answer was lost, or that were accepted; called by reconciliation. Each is asked for
   * after a pause that grows, all of them within a share of the budget.
   */
  async settleOpen(now = new Date()): Promise<void> {
    for (const intent of await this.rows.dueOpen(now)) {
      await this.rows.planNext(intent, now)
      try {
        await this.ledger.withLease(intent.fatura_invoice_id, (row) => this.lookAfterOpen(row, now))
      } catch (error) {
        if (areLookUpsPaused(error)) {
          await this.rows.putOff(intent, new Date(now.getTime() + MINUTE))
          continue
        }
        this.logger.warn(`Fatura: the outcome of refund ${intent.id} is still unknown (${wordsOfError(error)})`)
      }
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

  /** @throws StaffError that says what became of the refund */
  async refuseWhileOpen(invoiceId: string): Promise<void> {
    const open = await this.rows.openOf(invoiceId)
    if (open) {
      throw new StaffError(OPEN[open.state as OpenState])
    }
  }

  private async send(row: InvoiceRow, intent: RefundRow): Promise<InvoiceRow> {
    let answer: GatewayInvoice
    try {
      const { client } = await this.accounts.ofInvoice(row)
      answer = await client.refundInvoice({ invoice: { id: row.gateway_id, invoiceId: row.invoice_id }, amountCents: intent.amount_cents })
    } catch (error) {
      return this.afterFailure(row, intent, error)
    }
    return this.afterYes(row, intent, answer)
  }

  /** The gateway took the refund, which says nothing of what went back: its answer may show it, a notice, or one look-up. */
  private async afterYes(row: InvoiceRow, intent: RefundRow, answer: GatewayInvoice): Promise<InvoiceRow> {
    const status = statusFromCode(answer.statusCode)
    if (status === "refund_pending") {
      return this.keepPending(row, intent)
    }
    const { possibleRaw, brl } = answer.details.refunds
    const paid = [row.paid_cents, row.amount_cents].filter((amount) => amount !== null).map(cents)
    const total = provenRefundTotal(
      { status, total: answer.refundedRaw, possible: possibleRaw, text: brl },
      { paid, refundedBefore: cents(row.refunded_cents), asked: cents(intent.amount_cents) }
    )
    if (total !== null && total > row.refunded_cents) {
      return this.takeShown(row, intent, status, total)
    }
    const known = (await this.ledger.find(row.id))!
    if (known.refunded_cents >= intent.cumulative_cents) {
      return this.confirm(known, intent, "confirmed")
    }
    await this.rows.mark(intent, "accepted")
    const found = await this.lookUps.byId(known).catch(() => null)
    if (found && found.invoice.refunded_cents >= intent.cumulative_cents) {
      return this.confirm(found.invoice, intent, "confirmed")
    }
    return this.waitForIt(row, intent, found?.invoice.status === "refund_pending" ? "pending" : "accepted")
  }

  /**
   * What the answer shows is taken, whatever was asked for. Less than that is not this refund as it was asked for,
   * so it stays open: nothing else is sent until staff know what happened.
   */
  private async takeShown(row: InvoiceRow, intent: RefundRow, status: InvoiceStatus, total: Cents): Promise<InvoiceRow> {
    const isMade = total >= intent.cumulative_cents
    // A refund in the panel that a notice told of while ours was on its way explains a larger total.
    const before = (await this.ledger.find(row.id))!.refunded_cents
    // In one go: the settling that follows finds a refund that was made, not one that is under way.
    const { invoice } = await this.changes.take(
      row.id,
      { status, refundedCents: total, paidCents: null },
      "own_call",
      { refund: intent.id, amount_cents: intent.amount_cents },
      undefined,
      (trx) => this.rows.mark(intent, isMade ? "confirmed" : "accepted", trx)
    )
    if (total !== before + intent.amount_cents) {
      await this.raiseMismatch(row.id, intent, total)
    }
    if (!isMade) {
      throw new StaffError("refund_less_returned", { amount: reaisText(cents(intent.amount_cents)), refunded: reaisText(cents(total - row.refunded_cents)) })
    }
    return invoice
  }

  private async afterFailure(row: InvoiceRow, intent: RefundRow, error: unknown): Promise<InvoiceRow> {
    const failure = error instanceof GatewayError ? error : null
    const outcome = failure?.outcome ?? "unknown"
    this.logger.warn(`Fatura: refund ${intent.id} of invoice ${row.id}: ${outcome} (${wordsOfError(error)})`)
    if (outcome === "unknown") {
      return this.afterUnknown(row, intent)
    }
    await this.rows.mark(intent, "refused")
    await this.ledger.addEvent(row.id, { kind: "refund_refused", cause: "own_call", details: { amount_cents: intent.amount_cents, message: failure?.gatewayMessage ?? null } })
    throw outcome === "refused" ? new StaffError("refund_refused", { words: failure ? gatewayWords(failure) : "" }) : new StaffError("refund_not_sent")
  }

  /** Accepted, but not done: nothing is booked before the gateway says that the money went back. */
  private async keepPending(row: InvoiceRow, intent: RefundRow): Promise<never> {
    await this.changes.take(row.id, { status: "refund_pending", refundedCents: null, paidCents: null }, "own_call", { refund: intent.id, amount_cents: intent.amount_cents })
    return this.waitForIt(row, intent, "pending")
  }

  private async waitForIt(row: InvoiceRow, intent: RefundRow, state: "pending" | "accepted"): Promise<never> {
    await this.rows.mark(intent, state)
    if (state === "accepted") {
      await this.ledger.addEvent(row.id, { kind: "refund_accepted", cause: "own_call", details: { amount_cents: intent.amount_cents } })
    }
    throw new StaffError("refund_accepted", { amount: reaisText(cents(intent.amount_cents)) })
  }

  private async afterUnknown(row: InvoiceRow, intent: RefundRow): Promise<InvoiceRow> {
    await this.rows.mark(intent, "unknown")
    const found = await this.lookUps.byId(row).catch(() => null)
    if (found && found.invoice.refunded_cents >= intent.cumulative_cents) {
      return this.confirm(found.invoice, intent, "confirmed")
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
  private async lookAfterOpen(row: InvoiceRow, now = new Date()): Promise<void> {
    const intent = await this.rows.openOf(row.id)
    if (!intent) {
      return
    }
    if (intent.state === "sending") {
      // Who sends holds the lease; so that process is dead, and its call may have arrived.
      await this.rows.mark(intent, "unknown")
    }
    if (intent.state === "sending" || intent.state === "unknown") {
      // Whoever learnt that it is unknown may have been killed before saying so.
      await this.raiseUnknown(row, intent)
    }
    const invoice = (await this.lookUps.byId(row, "refund"))?.invoice
    if (invoice && invoice.refunded_cents >= intent.cumulative_cents) {
      await this.confirmLate(invoice, intent)
    } else if (invoice && intent.state === "pending" && isBackToPaid(invoice, intent)) {
      await this.rows.mark(intent, "refused")
      await this.ledger.addEvent(row.id, { kind: "refund_refused", cause: "look_up", details: { amount_cents: intent.amount_cents } })
      // What waited for its outcome goes on.
      await this.outbox.add("settle", row.id)
    } else if (intent.state === "accepted" && now.getTime() - intent.created_at.getTime() > SHOWN_WITHIN_MS) {
      await this.raiseUnknown(row, intent)
    }
  }

  /** Medusa was told that it failed and has undone its refund; it is booked like one made at the gateway. */
  private async confirmLate(row: InvoiceRow, intent: RefundRow): Promise<void> {
    await this.confirm(row, intent, "confirmed_late")
    await this.problems.clear("refund_outcome_unknown", row.id)
    await this.outbox.add("settle", row.id)
  }

  /** The gateway shows that it was made: as much as was asked for, or more. */
  private async confirm(row: InvoiceRow, intent: RefundRow, state: "confirmed" | "confirmed_late"): Promise<InvoiceRow> {
    await this.rows.mark(intent, state)
    await this.raiseMismatch(row.id, intent, cents(row.refunded_cents))
    return row
  }

  /** Another amount went back than was asked for: reais may have been taken for cents, or staff refunded in the panel as well. */
  private async raiseMismatch(invoiceId: string, intent: RefundRow, total: Cents): Promise<void> {
    if (total === intent.cumulative_cents) {
      return
    }
    const row = (await this.ledger.find(invoiceId))!
    const returned = total - (intent.cumulative_cents - intent.amount_cents)
    await this.problems.raise({
      kind: "refund_amount_mismatch",
      subject: row.id,
      invoiceId: row.id,
      orderId: row.order_id,
      accountId: row.account_id,
      details: { refund: intent.id, amount_cents: intent.amount_cents, returned_cents: returned },
    })
  }
}

function checkRefundable(row: InvoiceRow, amount: Cents): void {
  if (row.status === "disputed") {
    throw new StaffError("refund_disputed")
  }
  if (!row.paid_at || !row.status || !["paid", "partially_refunded", "canceled"].includes(row.status)) {
    throw new StaffError("refund_status", { status: row.status ?? row.state })
  }
  if (amount > held(row)) {
    throw new StaffError("refund_too_much", { left: reaisText(held(row)), refunded: reaisText(returned(row)) })
  }
}

/** The gateway gave up a refund that it was working on: it says again what it said before, and nothing of it went back. */
function isBackToPaid({ status, refunded_cents }: InvoiceRow, intent: RefundRow): boolean {
  return (status === "paid" || status === "partially_refunded") && refunded_cents <= intent.cumulative_cents - intent.amount_cents
}

/** Why no other refund is sent, by what became of the one before. */
const OPEN: Record<OpenState, "refund_under_way" | "refund_pending" | "refund_unknown"> = {
  sending: "refund_under_way",
  pending: "refund_pending",
  accepted: "refund_pending",
  unknown: "refund_unknown",
}
