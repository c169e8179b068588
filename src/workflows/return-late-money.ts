import type { MedusaContainer } from "@medusajs/framework/types"
import { cents } from "../domain/money"
import type { FaturaModuleService } from "../modules/fatura"

/**
 * Money that came for a cancelled order goes back at the gateway alone: Medusa has no payment for it.
 * What the gateway refuses stays on the Problems list, where it has stood since the money came.
 */
export async function returnLateMoney(_container: MedusaContainer, fatura: FaturaModuleService, invoiceId: string): Promise<"done" | "rarely"> {
  const invoice = await fatura.ledger.find(invoiceId)
  const left = invoice?.paid_at ? (invoice.paid_cents ?? invoice.amount_cents) - invoice.refunded_cents : 0
  if (!invoice || invoice.settled_at || left <= 0) {
    return "done"
  }
  if (await fatura.refundRows.openOf(invoice.id)) {
    // The gateway works on it, or does not show it yet; no other is sent meanwhile.
    return "rarely"
  }
  await fatura.refunds.refund(invoice.id, null, cents(left))
  await fatura.problems.clear("paid_after_cancel", invoice.id)
  return "done"
}
