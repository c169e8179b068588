import type { Logger } from "@medusajs/framework/types"
import { wordsOfError } from "../../../domain/words-of-error"
import type { GatewayClient, GatewayInvoice } from "../../../gateway"
import { type InvoiceStatus, isDefinitelyUnpaid, isOpen, moneyArrived, statusFromCode } from "../../../domain/invoice-status"
import type { Transaction } from "../database"
import { requestCancelIn } from "../ledger/apply-change"
import type { Ledger } from "../ledger/ledger"
import type { InvoiceRow } from "../ledger/row"
import { POLICIES } from "../methods/policy"
import type { Outbox } from "../outbox/outbox"
import type { NewProblem, ProblemRow, Problems } from "../problems/problems"
import { ShopperError } from "../texts/shopper-error"

/** Core is still at work on the order when a card is approved at once. */
const SETTLE_AFTER_SECONDS = 5

/**
 * What becomes of an invoice that the gateway has issued and the ledger can't take as it is: its id is another
 * invoice's, or something in the answer or the database fails. Its code is withdrawn and never shown, staff are
 * told, and the attempt is over, so that the shopper can try again; a card that may have been charged stays the one
 * live attempt instead.
 */
export class KeepApart {
  constructor(
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
    private readonly problems: Problems,
    private readonly logger: Logger
  ) {}

  /**
   * @param amountFits whether the answer asks for the amount due; a card that was charged another one waits for staff
   * @returns the attempt, when money may have moved
   * @throws ShopperError that lets the shopper try again, when it surely has not
   */
  async keep(row: InvoiceRow, client: GatewayClient, answer: GatewayInvoice, amountFits: boolean, error: unknown): Promise<InvoiceRow> {
    const fresh = await this.ledger.find(row.id).catch(() => null)
    if (fresh && fresh.state !== "issuing") {
      // It was kept; what failed came after.
      throw error
    }
    this.logger.error(`Fatura: the answer to attempt ${row.id} could not be kept (${wordsOfError(error)})`)
    const told = statusFromCode(answer.statusCode)
    const status = told === "unknown" ? "awaiting_payment" : told
    const kept = await this.store(row, answer, status, amountFits).catch((again: unknown) => {
      // The attempt is found by its reference when the database works again.
      this.logger.error(`Fatura: attempt ${row.id} stays open (${wordsOfError(again)})`)
      throw new ShopperError("denied", "outcome_unknown")
    })
    if (kept.state === "unknown" && isDefinitelyUnpaid(status) && isOpen(status)) {
      await this.withdraw(kept, client, answer)
    }
    if (kept.is_live && !isDefinitelyUnpaid(status)) {
      return kept
    }
    throw new ShopperError("denied", "gateway_unreachable")
  }

  private async store(row: InvoiceRow, answer: GatewayInvoice, status: InvoiceStatus, amountFits: boolean): Promise<InvoiceRow> {
    const ids = [answer.id, answer.invoiceId].filter((id) => id !== null)
    const sameId = (await this.ledger.ofGatewayIds(row.account_id, ids)).find(({ id }) => id !== row.id) ?? null
    const { kept, problem } = await this.ledger.locked(row.id, async (_fresh, trx) => {
      const details = { invoice_id: answer.invoiceId ?? answer.id, reference: row.reference, status, same_id_as: sameId?.id ?? null }
      await this.ledger.addEvent(row.id, { kind: "answer_not_kept", cause: "own_call", details }, trx)
      const kept = sameId ? await this.withoutIds(row, status, trx) : await this.withIds(row, { answer, status, amountFits }, trx)
      return { kept, problem: await this.problems.store(problemOf(row, details), trx) }
    })
    await this.tell(problem)
    return kept
  }

  /** The least that a row needs to be cancelled, looked up and settled like any other. */
  private async withIds(row: InvoiceRow, { answer, status, amountFits }: { answer: GatewayInvoice; status: InvoiceStatus; amountFits: boolean }, trx: Transaction): Promise<InvoiceRow> {
    const now = new Date()
    const paid = moneyArrived(status)
    const kept = await this.ledger.update(row.id, {
      state: "issued",
      status,
      is_live: isOpen(status) || paid,
      gateway_id: answer.id,
      invoice_id: answer.invoiceId ?? answer.id,
      issued_at: now,
      authorized_at: status === "authorized" ? now : null,
      paid_at: paid ? now : null,
      paid_cents: paid ? row.amount_cents : null,
      hold: paid && !amountFits ? "amount_mismatch" : null,
      next_check_at: isOpen(status) ? POLICIES[row.method].firstCheckAt(now, { expiresAt: row.expires_at }) : null,
    }, trx)
    if (paid || status === "authorized") {
      await this.outbox.add("settle", row.id, trx, SETTLE_AFTER_SECONDS)
    }
    if (isOpen(status) && isDefinitelyUnpaid(status)) {
      await requestCancelIn(trx, this.ledger, this.outbox, kept, "unusable_code")
    }
    return kept
  }

  /** Under another's id nothing may be stored: what is learnt of the one would be taken for news of the other. */
  private async withoutIds(row: InvoiceRow, status: InvoiceStatus, trx: Transaction): Promise<InvoiceRow> {
    const isLive = !POLICIES[row.method].replaceable && !isDefinitelyUnpaid(status)
    if (isOpen(status) || isLive) {
      await this.outbox.add("resolve_attempt", row.id, trx)
    }
    return this.ledger.update(row.id, { state: "unknown", is_live: isLive }, trx)
  }

  /**
   * Cancels by the id that the answer named, if the gateway says that under this id it means the new invoice:
   * the other one may be paid, and must not be cancelled in its place.
   */
  private async withdraw(row: InvoiceRow, client: GatewayClient, answer: GatewayInvoice): Promise<void> {
    try {
      const invoice = { id: answer.id, invoiceId: answer.invoiceId }
      const { invoices } = await client.listInvoices({ id: invoice }, "decision")
      const meant = invoices.filter(({ id }) => id === answer.id || id === answer.invoiceId)
      if (meant.length === 1 && meant[0]!.reference === row.reference) {
        await client.cancelInvoice({ invoice })
        await this.ledger.addEvent(row.id, { kind: "code_withdrawn", cause: "own_call", details: { invoice_id: answer.invoiceId ?? answer.id } })
      }
    } catch (error) {
      this.logger.warn(`Fatura: the code of attempt ${row.id} could not be withdrawn (${wordsOfError(error)})`)
    }
  }

  private async tell(problem: ProblemRow): Promise<void> {
    await this.problems.tell(problem).catch(() => undefined)
  }
}

function problemOf(row: InvoiceRow, details: Record<string, unknown>): NewProblem {
  return { kind: "answer_not_kept", subject: row.id, invoiceId: row.id, orderId: row.order_id, accountId: row.account_id, details }
}
