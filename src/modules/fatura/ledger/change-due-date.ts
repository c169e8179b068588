import { GatewayError, type GatewayInvoice } from "../../../gateway"
import { gatewayDate } from "../../../domain/dates"
import type { AccountRegistry } from "../accounts/account-registry"
import { POLICIES } from "../methods/policy"
import type { Settings } from "../settings/settings"
import { gatewayWords } from "../texts/gateway-words"
import { StaffError } from "../texts/staff-error"
import type { ChangeTaker } from "./apply-change"
import type { Ledger } from "./ledger"
import type { InvoiceRow } from "./row"

/** Gives an open PIX or boleto a new due date (spec 4.4: only codes 1 and 15, only PIX and boleto). */
export class DueDates {
  constructor(
    private readonly ledger: Ledger,
    private readonly accounts: AccountRegistry,
    private readonly changes: ChangeTaker,
    private readonly settings: Settings
  ) {}

  /**
   * One `PATCH /invoices`. Afterwards only the new instructions are shown; where the answer has none, the
   * known ones stay.
   * @param dueOn `YYYY-MM-DD` in São Paulo
   * @throws StaffError
   */
  async change(invoiceId: string, dueOn: string, actor: string): Promise<InvoiceRow> {
    return this.ledger.withLease(invoiceId, async (row) => {
      const termsFor = POLICIES[row.method].termsFor
      if (!termsFor) {
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
      const terms = termsFor(dueOn, await this.settings.current())
      const changed = await this.ledger.update(row.id, {
        due_on: terms.dueOn,
        expires_at: terms.expiresAt,
        cancel_at: terms.cancelAt,
        next_check_at: terms.expiresAt,
        instructions: POLICIES[row.method].instructions(answer, row.installments) ?? row.instructions,
        nosso_numero: answer.nossoNumero ?? row.nosso_numero,
      })
      await this.ledger.addEvent(row.id, { kind: "due_date_changed", cause: "staff", actor, details: { from: row.due_on, to: dueOn } })
      if (changed.status === "overdue") {
        return (await this.changes.take(row.id, { status: "awaiting_payment", refundedCents: null, paidCents: null }, "own_call", { due_on: dueOn })).invoice
      }
      return changed
    })
  }

  private async send(row: InvoiceRow, dueOn: string): Promise<GatewayInvoice> {
    const { client } = await this.accounts.byId(row.account_id)
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
