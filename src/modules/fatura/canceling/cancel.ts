import type { Logger } from "@medusajs/framework/types"
import { wordsOfError } from "../../../domain/words-of-error"
import { GatewayError } from "../../../gateway"
import { isDefinitelyUnpaid, isOpen } from "../../../domain/invoice-status"
import type { AccountRegistry } from "../accounts/account-registry"
import { ChangeTaker, requestCancel } from "../ledger/apply-change"
import type { Ledger } from "../ledger/ledger"
import type { LookUps } from "../ledger/look-up"
import type { CancelReason, InvoiceRow } from "../ledger/row"
import type { Outbox } from "../outbox/outbox"
import type { Problems } from "../problems/problems"

/** `canceled`: surely not payable any more. `paid`: money came first. `unresolved`: ask again later. */
export type CancelResult = "canceled" | "paid" | "unresolved"

/** Has invoices cancelled at the gateway, and takes nothing but a definite answer for done. */
export class Canceling {
  constructor(
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
    private readonly accounts: AccountRegistry,
    private readonly changes: ChangeTaker,
    private readonly lookUps: LookUps,
    private readonly problems: Problems,
    private readonly logger: Logger
  ) {}

  /** Stores the wish and sends it at once; what is not resolved stays in the outbox. */
  async cancel(invoiceId: string, reason: CancelReason, actor?: string): Promise<CancelResult> {
    const row = await this.ledger.find(invoiceId)
    if (!row) {
      return "canceled"
    }
    await requestCancel(this.ledger, this.outbox, row, reason, actor)
    const task = await this.outbox.claimOf("cancel", invoiceId)
    if (!task) {
      return this.resultOf((await this.ledger.find(invoiceId))!) ?? "unresolved"
    }
    const result = await this.send(invoiceId).catch(async (error: unknown) => {
      // Put back at once: a claimed task would keep everybody else from cancelling until its lease ends.
      await this.outbox.retry(task, wordsOfError(error))
      throw error
    })
    await (result === "unresolved" ? this.outbox.retry(task, "no definite answer yet") : this.outbox.done(task))
    return result
  }

  /** One `DELETE /invoices`, and a look-up when it is refused. */
  async send(invoiceId: string): Promise<CancelResult> {
    return this.ledger.withLease(invoiceId, async (row) => {
      const known = this.resultOf(row)
      if (known) {
        return known
      }
      if (row.state === "issuing" || row.state === "unknown" || isPostponed(row)) {
        return "unresolved"
      }
      try {
        const { client } = await this.accounts.ofInvoice(row)
        await client.cancelInvoice({ invoice: { id: row.gateway_id, invoiceId: row.invoice_id } })
      } catch (error) {
        return this.afterFailure(row, error)
      }
      const { invoice } = await this.changes.take(row.id, { status: "canceled", refundedCents: null, paidCents: null }, "own_call", { reason: row.cancel_reason })
      return this.resultOf(invoice) ?? "unresolved"
    })
  }

  private async afterFailure(row: InvoiceRow, error: unknown): Promise<CancelResult> {
    this.logger.warn(`Fatura: cancelling invoice ${row.id} failed (${wordsOfError(error)})`)
    if (!(error instanceof GatewayError) || error.outcome !== "refused") {
      return "unresolved"
    }
    try {
      const change = await this.lookUps.byId(row)
      const result = change && this.resultOf(change.invoice)
      if (result) {
        return result
      }
    } catch (lookUpError) {
      this.logger.warn(`Fatura: look-up after a refused cancel of ${row.id} failed (${wordsOfError(lookUpError)})`)
      return "unresolved"
    }
    await this.problems.raise({ kind: "cancel_refused", subject: row.id, invoiceId: row.id, orderId: row.order_id, details: { message: error.gatewayMessage } })
    return "unresolved"
  }

  /** What the ledger already knows; null when the gateway must be asked. */
  private resultOf(row: InvoiceRow): CancelResult | null {
    if (row.state === "refused" || row.state === "not_sent") {
      return "canceled"
    }
    if (row.state === "unknown" && !row.is_live) {
      // Given up as not found: there is nothing to cancel, unless it turns up, and then it is.
      return "canceled"
    }
    if (!row.status || isOpen(row.status)) {
      return null
    }
    return isDefinitelyUnpaid(row.status) ? "canceled" : "paid"
  }
}

/** What has expired is cancelled only while it is surely unpaid: money may have been on its way since then. */
function isPostponed(row: InvoiceRow): boolean {
  return row.cancel_reason === "expired" && row.status !== null && !isDefinitelyUnpaid(row.status)
}
