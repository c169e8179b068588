import type { Logger } from "@medusajs/framework/types"
import { GatewayError, type GatewayInvoice, type NewInvoice } from "../../../gateway"
import { AmountProof, proveAmount } from "../../../domain/amount-proof"
import { readBrCode } from "../../../domain/br-code"
import { cents } from "../../../domain/money"
import { statusFromCode } from "../../../domain/invoice-status"
import type { Account } from "../accounts/account-registry"
import { requestCancel } from "../ledger/apply-change"
import type { Ledger } from "../ledger/ledger"
import type { CancelReason, InvoiceRow } from "../ledger/row"
import type { Outbox } from "../outbox/outbox"
import type { Problems } from "../problems/problems"
import { ShopperError } from "../texts/shopper-error"

/** How often an open invoice is looked at when no notice comes, at first. */
const FIRST_CHECK_MS = 30 * 60_000

/** Sends one stored attempt to the gateway and keeps what came of it. */
export class SendAttempt {
  constructor(
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
    private readonly problems: Problems,
    private readonly logger: Logger
  ) {}

  /**
   * One `POST /invoices`.
   * @returns the attempt: issued, or with an unknown outcome (the order then waits for the truth)
   * @throws ShopperError when there is surely no invoice, or none that may be paid
   */
  async send(row: InvoiceRow, account: Account, request: NewInvoice): Promise<InvoiceRow> {
    let answer: GatewayInvoice
    try {
      answer = await account.client.createInvoice(request)
    } catch (error) {
      return this.keepFailure(row, error)
    }
    const issued = await this.keepAnswer(row, answer)
    const refusal = this.whyNotPayable(issued, answer)
    if (refusal) {
      return this.withdraw(issued, refusal)
    }
    return issued
  }

  private async keepFailure(row: InvoiceRow, error: unknown): Promise<InvoiceRow> {
    const failure = error instanceof GatewayError ? error : null
    // What is not a gateway error was thrown before anything was sent, or after: it can't be told.
    const state = failure?.outcome ?? "unknown"
    const details = { kind: failure?.kind ?? "error", http_status: failure?.httpStatus ?? null, message: failure?.gatewayMessage ?? null }
    this.logger.warn(`Fatura: attempt ${row.id} to issue an invoice: ${state} (${failure?.message ?? "unexpected error"})`)
    const kept = await this.ledger.update(row.id, { state, is_live: state === "unknown" })
    await this.ledger.addEvent(row.id, { kind: `issue_${state}`, cause: "own_call", details })
    if (state === "unknown") {
      await this.outbox.add("resolve_attempt", row.id)
      return kept
    }
    throw new ShopperError("denied", shopperReason(failure))
  }

  private async keepAnswer(row: InvoiceRow, answer: GatewayInvoice): Promise<InvoiceRow> {
    const told = statusFromCode(answer.statusCode)
    if (told === "unknown") {
      await this.problems.raise({ kind: "unknown_status", subject: row.id, invoiceId: row.id, orderId: row.order_id, details: { code: answer.statusCode } })
    }
    const issued = await this.ledger.update(row.id, {
      state: "issued",
      status: told === "unknown" ? "awaiting_payment" : told,
      gateway_id: answer.id,
      invoice_id: answer.invoiceId ?? answer.id,
      gross_cents: answer.grossCents,
      net_cents: answer.netCents,
      fees_cents: answer.feesCents,
      issued_at: new Date(),
      next_check_at: new Date((row.expires_at ?? new Date(Date.now() + FIRST_CHECK_MS)).getTime()),
      instructions: answer.pix?.payload ? { pix: { payload: answer.pix.payload } } : null,
      answer: answer.raw,
    })
    await this.ledger.addEvent(row.id, { kind: "issued", cause: "own_call", to: issued.status, details: { invoice_id: issued.invoice_id } })
    return issued
  }

  private whyNotPayable(row: InvoiceRow, answer: GatewayInvoice): { reason: CancelReason; proof?: AmountProof } | null {
    const payload = answer.pix?.payload ?? null
    const proof = proveAmount({ pixPayload: payload, grossCents: answer.grossCents, currency: answer.currency }, cents(row.amount_cents))
    if (proof.verdict !== "equal" || !proof.currencyOk) {
      return { reason: "amount_mismatch", proof }
    }
    return payload && readBrCode(payload).valid && answer.invoiceId ? null : { reason: "unusable_code" }
  }

  /** An unpaid invoice that does not fit is cancelled and never shown. */
  private async withdraw(row: InvoiceRow, refusal: { reason: CancelReason; proof?: AmountProof }): Promise<never> {
    await requestCancel(this.ledger, this.outbox, row, refusal.reason)
    if (refusal.reason === "amount_mismatch") {
      await this.problems.raise({
        kind: "amount_mismatch",
        subject: row.id,
        invoiceId: row.id,
        orderId: row.order_id,
        details: { due_cents: row.amount_cents, proven_cents: refusal.proof?.provenCents ?? null, by: refusal.proof?.by ?? null },
      })
      throw new ShopperError("denied", "amount_mismatch")
    }
    throw new ShopperError("denied", "method_unavailable")
  }
}

function shopperReason(failure: GatewayError | null): "gateway_refused" | "gateway_unreachable" | "method_unavailable" {
  if (failure?.outcome === "not_sent") {
    return failure.kind === "credentials" || failure.kind === "not_configured" ? "method_unavailable" : "gateway_unreachable"
  }
  return failure?.kind === "refused" ? "gateway_refused" : "method_unavailable"
}
