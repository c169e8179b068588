import { gatewayDate, nextBankingDay } from "../../domain/dates"
import { lateCharges, undecided } from "../../domain/invoice-money"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import type { Settling } from "./settling"

const DAY_MS = 86_400_000

/**
 * What came in beyond what Medusa has captured is for staff to decide, unless it is the interest that a new due
 * date added, or the fine and interest of a boleto that was paid late: that is the shop's, and stays outside
 * Medusa's books.
 */
export async function settleExcess({ fatura, invoice: { id } }: Settling, orderId: string | null): Promise<void> {
  const invoice = (await fatura.ledger.find(id))!
  const excess = undecided(invoice, await fatura.refundRows.askedInMedusa(id))
  if (excess === 0) {
    return fatura.problems.clear("overpaid", id)
  }
  const explained = Math.max(invoice.interest_cents, lateCharges(invoice.amount_cents, daysLate(invoice)))
  // An order that owes less by now was captured for less: the rest is no interest.
  if (invoice.captured_cents >= invoice.amount_cents && invoice.kept_cents + excess <= explained) {
    await fatura.ledger.update(id, { kept_cents: invoice.kept_cents + excess })
    await fatura.ledger.addEvent(id, { kind: "late_charges_kept", cause: "system", details: { amount_cents: excess } })
    return
  }
  await fatura.problems.raise({
    kind: "overpaid",
    subject: id,
    invoiceId: id,
    orderId: orderId ?? invoice.order_id,
    accountId: invoice.account_id,
    details: { paid_cents: invoice.paid_cents, due_cents: invoice.amount_cents, undecided_cents: excess },
  })
}

/** Days after the last one on which a boleto could be paid in time; 0 for what has no fine. */
function daysLate({ method, due_on, paid_at }: InvoiceRow): number {
  if (method !== "boleto" || !due_on || !paid_at) {
    return 0
  }
  return Math.max(0, Math.round((Date.parse(gatewayDate(paid_at)) - Date.parse(nextBankingDay(due_on))) / DAY_MS))
}
