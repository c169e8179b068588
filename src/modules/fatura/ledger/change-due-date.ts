import { GatewayError, type GatewayInvoice } from "../../../gateway"
import type { AmountProof } from "../../../domain/amount-proof"
import { gatewayDate } from "../../../domain/dates"
import { statusFromCode } from "../../../domain/invoice-status"
import { cents, reaisText } from "../../../domain/money"
import type { AccountRegistry } from "../accounts/account-registry"
import { POLICIES } from "../methods/policy"
import type { Outbox } from "../outbox/outbox"
import type { Problems } from "../problems/problems"
import type { Settings } from "../settings/settings"
import { gatewayWords } from "../texts/gateway-words"
import { StaffError } from "../texts/staff-error"
import { type ChangeTaker, requestCancelIn } from "./apply-change"
import { betterAmount } from "./better-columns"
import { newAmount } from "./due-date-answer"
import { dueDateColumns } from "./due-date-news"
import type { Ledger } from "./ledger"
import { seenInAnswer } from "./look-up"
import type { InvoiceRow } from "./row"

/** Gives an open PIX or boleto a new due date (spec 4.4: only codes 1 and 15, only PIX and boleto). */
export class DueDates {
  constructor(
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
    private readonly problems: Problems,
    private readonly accounts: AccountRegistry,
    private readonly changes: ChangeTaker,
    private readonly settings: Settings
  ) {}

  /**
   * One `PATCH /invoices`. What the answer says counts: day, state, amount. Afterwards only the new instructions
   * are shown; where the answer has none, the known ones stay. A code over another amount is withdrawn, as at issue.
   * @param dueOn `YYYY-MM-DD` in São Paulo
   * @throws StaffError
   */
  async change(invoiceId: string, dueOn: string, actor: string): Promise<InvoiceRow> {
    return this.ledger.withLease(invoiceId, async (row) => {
      if (!POLICIES[row.method].termsFor) {
        throw new StaffError("due_date_not_for_card")
      }
      if (row.status !== "awaiting_payment" && row.status !== "overdue") {
        throw new StaffError("due_date_not_open", { status: row.status ?? row.state })
      }
      if (row.cancel_requested_at) {
        throw new StaffError("due_date_being_canceled")
      }
      if (dueOn < gatewayDate(new Date())) {
        throw new StaffError("due_date_in_past")
      }
      const answer = await this.send(row, dueOn)
      const amount = newAmount(row, answer)
      if (!amount.fits) {
        return this.withdraw(row, amount.proof, actor)
      }
      const told = answer.dueOn ?? dueOn
      const changed = await this.ledger.update(row.id, {
        ...dueDateColumns(row.method, told, await this.settings.current()),
        interest_cents: amount.interestCents,
        gross_cents: answer.grossCents ?? row.gross_cents,
        net_cents: betterAmount(row.net_cents, answer.netCents),
        fees_cents: betterAmount(row.fees_cents, answer.feesCents),
        instructions: POLICIES[row.method].instructions(answer, row.installments) ?? row.instructions,
        nosso_numero: answer.nossoNumero ?? row.nosso_numero,
      })
      const details = { from: row.due_on, to: told, ...(told !== dueOn && { asked: dueOn }), ...(amount.interestCents > 0 && { interest_cents: amount.interestCents }) }
      await this.ledger.addEvent(row.id, { kind: "due_date_changed", cause: "staff", actor, details })
      return this.takeState(changed, answer, told)
    })
  }

  /** Which state follows is not specified (spec 3): what the answer says, and where it has no code, that it waits again. */
  private async takeState(row: InvoiceRow, answer: GatewayInvoice, dueOn: string): Promise<InvoiceRow> {
    const status = answer.statusCode === null ? "awaiting_payment" : statusFromCode(answer.statusCode)
    const { invoice } = await this.changes.take(row.id, { ...seenInAnswer(answer), status }, "own_call", { due_on: dueOn })
    return invoice
  }

  /** @throws StaffError always: what the code asks for is not what is owed, so nobody is to pay it */
  private async withdraw(row: InvoiceRow, proof: AmountProof, actor: string): Promise<never> {
    const problem = await this.ledger.locked(row.id, async (fresh, trx) => {
      await requestCancelIn(trx, this.ledger, this.outbox, fresh, "amount_mismatch", actor)
      const details = { due_cents: row.amount_cents, proven_cents: proof.provenCents, by: proof.by }
      return this.problems.store({ kind: "amount_mismatch", subject: row.id, invoiceId: row.id, orderId: row.order_id, accountId: row.account_id, details }, trx)
    })
    await this.problems.tell(problem)
    throw new StaffError("due_date_other_amount", { amount: proof.provenCents === null ? "?" : reaisText(cents(proof.provenCents)) })
  }

  private async send(row: InvoiceRow, dueOn: string): Promise<GatewayInvoice> {
    const { client } = await this.accounts.ofInvoice(row)
    try {
      return await client.updateDueDate({ invoice: { id: row.gateway_id, invoiceId: row.invoice_id }, dueOn })
    } catch (error) {
      if (!(error instanceof GatewayError)) {
        throw error
      }
      throw error.outcome === "refused" ? new StaffError("due_date_refused", { words: gatewayWords(error) }) : new StaffError("due_date_not_confirmed")
    }
  }
}
