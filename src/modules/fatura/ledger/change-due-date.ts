import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError, type GatewayInvoice } from "../../../gateway"
import { gatewayDate } from "../../../domain/dates"
import type { AccountRegistry } from "../accounts/account-registry"
import { POLICIES } from "../methods/policy"
import type { Settings } from "../settings/settings"
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
   * @throws MedusaError in words for staff
   */
  async change(invoiceId: string, dueOn: string, actor: string): Promise<InvoiceRow> {
    return this.ledger.withLease(invoiceId, async (row) => {
      const termsFor = POLICIES[row.method].termsFor
      if (!termsFor) {
        throw refusal("Only a PIX or a boleto has a due date that can be changed.")
      }
      if (row.status !== "awaiting_payment" && row.status !== "overdue") {
        throw refusal(`The due date can only be changed while the invoice waits or is overdue; it is "${row.status ?? row.state}".`)
      }
      if (row.cancel_requested_at) {
        throw refusal("This invoice is being cancelled, so its due date can't be changed.")
      }
      if (dueOn < gatewayDate(new Date())) {
        throw refusal("The new due date must not be in the past.")
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
      throw refusal(
        error.outcome === "refused"
          ? `The gateway refused the new due date${error.gatewayMessage ? `: ${error.gatewayMessage}` : "."}`
          : "The gateway did not confirm the new due date. Look at the invoice, and try again."
      )
    }
  }
}

function refusal(words: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, words)
}
