import type { Logger } from "@medusajs/framework/types"
import { wordsOfError } from "../../../domain/words-of-error"
import { GatewayError, type GatewayInvoice, type NewInvoice } from "../../../gateway"
import { AmountProof, proveAmount } from "../../../domain/amount-proof"
import { InvoiceStatus, isDefinitelyUnpaid, isOpen, moneyArrived, statusFromCode } from "../../../domain/invoice-status"
import { cents } from "../../../domain/money"
import { isStorableAmount } from "../../../domain/storable"
import type { Account } from "../accounts/account-registry"
import { requestCancelIn } from "../ledger/apply-change"
import type { Transaction } from "../database"
import type { Emails } from "../emails/emails"
import { keptAnswer } from "../ledger/kept-answer"
import type { Ledger } from "../ledger/ledger"
import type { InvoiceRow } from "../ledger/row"
import { POLICIES } from "../methods/policy"
import type { Outbox } from "../outbox/outbox"
import type { ProblemRow, Problems } from "../problems/problems"
import { ShopperError } from "../texts/shopper-error"
import { KeepApart } from "./keep-apart"

/** Core is still at work on the order when a card is approved at once. */
const SETTLE_AFTER_SECONDS = 5

type Unfit = { why: "amount_mismatch" | "unusable_code"; proof: AmountProof }

/** Sends one stored attempt to the gateway and keeps what came of it. */
export class SendAttempt {
  private readonly apart: KeepApart

  constructor(
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
    private readonly emails: Pick<Emails, "afterIssue">,
    private readonly problems: Problems,
    private readonly logger: Logger
  ) {
    this.apart = new KeepApart(ledger, outbox, problems, logger)
  }

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
    const unfit = whyUnfit(row, answer)
    let issued: InvoiceRow
    try {
      issued = await this.keepAnswer(row, answer, unfit)
    } catch (error) {
      return this.apart.keep(row, account.client, answer, unfit?.why !== "amount_mismatch", error)
    }
    return unfit ? refuseUnfit(issued, unfit) : refuseDenied(issued)
  }

  private async keepFailure(row: InvoiceRow, error: unknown): Promise<InvoiceRow> {
    const failure = error instanceof GatewayError ? error : null
    // What is not a gateway error may have been thrown before or after sending: it can't be told.
    const state = failure?.outcome ?? "unknown"
    const details = { kind: failure?.kind ?? "error", http_status: failure?.httpStatus ?? null, message: failure?.gatewayMessage ?? null }
    this.logger.warn(`Fatura: attempt ${row.id} to issue an invoice: ${state} (${wordsOfError(error)})`)
    const kept = await this.ledger.locked(row.id, async (_fresh, trx) => {
      await this.ledger.addEvent(row.id, { kind: `issue_${state}`, cause: "own_call", details }, trx)
      if (state === "unknown") {
        await this.outbox.add("resolve_attempt", row.id, trx)
      }
      return this.ledger.update(row.id, { state, is_live: state === "unknown" }, trx)
    })
    if (state === "unknown") {
      return kept
    }
    throw new ShopperError("denied", shopperReason(failure))
  }

  private async keepAnswer(row: InvoiceRow, answer: GatewayInvoice, unfit: Unfit | null): Promise<InvoiceRow> {
    const told = statusFromCode(answer.statusCode)
    if (told === "unknown") {
      await this.problems.raise({ kind: "unknown_status", subject: row.id, invoiceId: row.id, orderId: row.order_id, details: { code: answer.statusCode } })
    }
    const status: InvoiceStatus = told === "unknown" ? "awaiting_payment" : told
    const paid = moneyArrived(status)
    const now = new Date()
    const change: Partial<InvoiceRow> = {
      state: "issued",
      status,
      is_live: isOpen(status) || paid,
      gateway_id: answer.id,
      invoice_id: answer.invoiceId ?? answer.id,
      tid: answer.card?.tid ?? null,
      nosso_numero: answer.nossoNumero,
      gross_cents: answer.grossCents,
      net_cents: answer.netCents,
      fees_cents: answer.feesCents,
      issued_at: now,
      due_on: answer.dueOn ?? row.due_on,
      authorized_at: status === "authorized" ? now : null,
      paid_at: paid ? answer.paidAt ?? now : null,
      paid_cents: paid ? usable(unfit?.proof.provenCents) ?? row.amount_cents : null,
      hold: (paid || status === "authorized") && unfit ? "amount_mismatch" : null,
      next_check_at: isOpen(status) ? POLICIES[row.method].firstCheckAt(now, { expiresAt: row.expires_at }) : null,
      instructions: POLICIES[row.method].instructions(answer, row.installments),
      answer: keptAnswer(answer.raw),
    }
    // In one transaction, so that a card which was charged is settled, and what does not fit cancelled, even when this process dies now.
    const { kept, mismatch } = await this.ledger.locked(row.id, async (_fresh, trx) => {
      await this.ledger.addEvent(row.id, { kind: "issued", cause: "own_call", to: status, details: { invoice_id: change.invoice_id } }, trx)
      if (paid || status === "authorized") {
        await this.outbox.add("settle", row.id, trx, SETTLE_AFTER_SECONDS)
      }
      const kept = await this.ledger.update(row.id, change, trx)
      if (!unfit) {
        await this.emails.afterIssue(kept, now, trx)
      }
      return { kept, mismatch: unfit && (await this.keepUnfit(kept, unfit, trx)) }
    })
    await (mismatch && this.problems.tell(mismatch))
    return kept
  }

  /** An unpaid invoice that does not fit is cancelled and never shown; a charged card waits for staff. */
  private async keepUnfit(row: InvoiceRow, { why, proof }: Unfit, trx: Transaction): Promise<ProblemRow | null> {
    if (isSurelyUnpaid(row)) {
      await requestCancelIn(trx, this.ledger, this.outbox, row, why)
    }
    if (why !== "amount_mismatch") {
      return null
    }
    const details = { due_cents: row.amount_cents, proven_cents: proof.provenCents, by: proof.by }
    return this.problems.store({ kind: "amount_mismatch", subject: row.id, invoiceId: row.id, orderId: row.order_id, accountId: row.account_id, details }, trx)
  }
}

/** A code can ask for more than the ledger can hold. */
function usable(amountCents: number | null | undefined): number | null {
  return amountCents !== null && amountCents !== undefined && isStorableAmount(amountCents) ? amountCents : null
}

function isSurelyUnpaid(row: InvoiceRow): boolean {
  return row.status === null || isDefinitelyUnpaid(row.status)
}

function refuseUnfit(row: InvoiceRow, { why }: Unfit): InvoiceRow {
  if (isSurelyUnpaid(row)) {
    throw new ShopperError("denied", why === "amount_mismatch" ? "amount_mismatch" : "method_unavailable")
  }
  return row
}

function whyUnfit(row: InvoiceRow, answer: GatewayInvoice): Unfit | null {
  const proof = proveAmount(
    {
      pixPayload: answer.pix?.payload,
      boletoBarcode: answer.boleto?.barcode,
      boletoLine: answer.boleto?.line,
      grossCents: answer.grossCents,
      currency: answer.currency,
    },
    cents(row.amount_cents)
  )
  if (proof.verdict !== "equal" || !proof.currencyOk) {
    return { why: "amount_mismatch", proof }
  }
  const payable = answer.invoiceId !== null && POLICIES[row.method].instructions(answer, row.installments) !== null
  return payable ? null : { why: "unusable_code", proof }
}

/** A denied card lets the shopper try another one on the same cart. */
function refuseDenied(row: InvoiceRow): InvoiceRow {
  if (row.status === "denied" || row.status === "failed" || row.status === "canceled") {
    throw new ShopperError("denied", row.status === "denied" ? "card_denied" : "card_failed")
  }
  return row
}

function shopperReason(failure: GatewayError | null): "gateway_refused" | "gateway_unreachable" | "method_unavailable" {
  if (failure?.kind === "refused") {
    // What was not fit to be sent is a fault of the installation or of ours, and nothing that the shopper can mend.
    return failure.outcome === "not_sent" ? "method_unavailable" : "gateway_refused"
  }
  const passing = failure?.outcome === "not_sent" && failure.kind !== "credentials" && failure.kind !== "not_configured"
  return passing ? "gateway_unreachable" : "method_unavailable"
}
