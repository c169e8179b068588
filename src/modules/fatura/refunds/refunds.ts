import { MedusaError } from "@medusajs/framework/utils"
import type { Logger } from "@medusajs/framework/types"
import { GatewayError } from "../../../gateway"
import { Cents, reaisText } from "../../../domain/money"
import type { AccountRegistry } from "../accounts/account-registry"
import { Database, isUniqueViolation, newId, tables } from "../database"
import type { ChangeTaker } from "../ledger/apply-change"
import type { Ledger } from "../ledger/ledger"
import type { LookUps } from "../ledger/look-up"
import type { InvoiceRow } from "../ledger/row"
import type { Problems } from "../problems/problems"

type RefundRow = { id: string; fatura_invoice_id: string; amount_cents: number; cumulative_cents: number; state: string }

/**
 * Sends refunds at most once. The intent is stored before the call, and while the outcome of one is
 * unknown no other is sent for that invoice: Medusa deletes its refund row when we throw, so staff who
 * click again come with a new refund id, and only our intent recognises the old one.
 */
export class Refunds {
  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly accounts: AccountRegistry,
    private readonly changes: ChangeTaker,
    private readonly lookUps: LookUps,
    private readonly problems: Problems,
    private readonly logger: Logger
  ) {}

  /**
   * Refunds `amount` of a paid invoice.
   * @throws MedusaError in words for staff; nothing is then booked
   */
  async refund(invoiceId: string, medusaRefundId: string, amount: Cents): Promise<InvoiceRow> {
    return this.ledger.withLease(invoiceId, async (row) => {
      this.checkRefundable(row, amount)
      await this.settleOpenIntent(row)
      const intent = await this.storeIntent(row, medusaRefundId, amount)
      return this.send(row, intent)
    })
  }

  /** Finds out about refunds whose answer was lost; called by reconciliation. */
  async settleUnknown(): Promise<void> {
    const open: RefundRow[] = await this.db(tables.refund)
      .whereIn("state", ["sending", "unknown"])
      .andWhere("updated_at", "<", this.db.raw("now() - interval '2 minutes'"))
      .limit(5)
    for (const intent of open) {
      await this.ledger.withLease(intent.fatura_invoice_id, (row) => this.lookAfter(row, intent)).catch((error) => {
        this.logger.warn(`Fatura: the outcome of refund ${intent.id} is still unknown (${(error as Error).message})`)
      })
    }
  }

  private checkRefundable(row: InvoiceRow, amount: Cents): void {
    if (row.status === "disputed") {
      throw refusal("The payment is disputed at the gateway. A refund now could pay the money back twice; wait for the dispute to end.")
    }
    if (!row.status || !["paid", "partially_refunded"].includes(row.status)) {
      throw refusal(`The invoice can't be refunded while the gateway says "${row.status}".`)
    }
    if (row.refunded_cents + amount > row.amount_cents) {
      throw refusal(
        `Only R$ ${reaisText((row.amount_cents - row.refunded_cents) as Cents)} of this payment can still be refunded; the gateway has already returned R$ ${reaisText(row.refunded_cents as Cents)}.`
      )
    }
  }

  private async settleOpenIntent(row: InvoiceRow): Promise<void> {
    const open: RefundRow | undefined = await this.db(tables.refund).where({ fatura_invoice_id: row.id }).whereIn("state", ["sending", "unknown"]).first()
    if (open) {
      throw refusal("The outcome of an earlier refund of this invoice is not known yet. It is being checked with the gateway; try again in some minutes, and look at the invoice first.")
    }
  }

  private async storeIntent(row: InvoiceRow, medusaRefundId: string, amount: Cents): Promise<RefundRow> {
    try {
      const [intent] = await this.db(tables.refund)
        .insert({
          id: newId("fref"),
          fatura_invoice_id: row.id,
          medusa_refund_id: medusaRefundId,
          amount_cents: amount,
          cumulative_cents: row.refunded_cents + amount,
          origin: "medusa",
          state: "sending",
        })
        .returning("*")
      return intent
    } catch (error) {
      if (isUniqueViolation(error)) {
        throw refusal("Another refund of this invoice is under way.")
      }
      throw error
    }
  }

  private async send(row: InvoiceRow, intent: RefundRow): Promise<InvoiceRow> {
    try {
      const { client } = await this.accounts.byId(row.account_id)
      await client.refundInvoice({ invoice: { id: row.gateway_id, invoiceId: row.invoice_id }, amountCents: intent.amount_cents })
      return this.confirm(row, intent, "own_call")
    } catch (error) {
      const outcome = error instanceof GatewayError ? error.outcome : "unknown"
      this.logger.warn(`Fatura: refund ${intent.id} of invoice ${row.id}: ${outcome} (${error instanceof GatewayError ? error.message : "unexpected error"})`)
      if (outcome !== "unknown") {
        await this.mark(intent, "refused")
        const words = error instanceof GatewayError ? error.gatewayMessage ?? error.kind : ""
        throw refusal(outcome === "refused" ? `The gateway refused the refund: ${words}` : "The gateway could not be reached; nothing was refunded. Try again.")
      }
      return this.afterUnknown(row, intent)
    }
  }

  private async afterUnknown(row: InvoiceRow, intent: RefundRow): Promise<InvoiceRow> {
    await this.mark(intent, "unknown")
    const confirmed = await this.lookAfter(row, intent).catch(() => null)
    if (confirmed) {
      return confirmed
    }
    await this.problems.raise({
      kind: "refund_outcome_unknown",
      subject: intent.id,
      invoiceId: row.id,
      orderId: row.order_id,
      details: { amount_cents: intent.amount_cents },
    })
    throw refusal("The gateway did not say whether the refund was made. It is not sent again; the outcome is being checked and will show on the invoice.")
  }

  /** One look-up; only a refunded total that holds this refund confirms it. Anything else stays unknown. */
  private async lookAfter(row: InvoiceRow, intent: RefundRow): Promise<InvoiceRow | null> {
    const change = await this.lookUps.byId(row)
    if (!change || change.invoice.refunded_cents < intent.cumulative_cents) {
      await this.mark(intent, "unknown")
      return null
    }
    await this.mark(intent, "confirmed")
    await this.problems.clear("refund_outcome_unknown", intent.id)
    return change.invoice
  }

  private async confirm(row: InvoiceRow, intent: RefundRow, cause: "own_call"): Promise<InvoiceRow> {
    const full = intent.cumulative_cents >= row.amount_cents
    const { invoice } = await this.changes.take(
      row.id,
      { status: full ? "refunded" : "partially_refunded", refundedCents: intent.cumulative_cents, paidCents: null },
      cause,
      { refund: intent.id, amount_cents: intent.amount_cents }
    )
    await this.mark(intent, "confirmed")
    return invoice
  }

  private async mark(intent: RefundRow, state: string): Promise<void> {
    await this.db(tables.refund).where({ id: intent.id }).update({ state, updated_at: this.db.fn.now() })
  }
}

function refusal(words: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, words)
}
