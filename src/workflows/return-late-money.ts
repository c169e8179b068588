import type { MedusaContainer } from "@medusajs/framework/types"
import { isPaidAmountUnknown, undecided } from "../domain/invoice-money"
import type { FaturaModuleService } from "../modules/fatura"
import { isReturning } from "../modules/fatura/ledger/holds-money"
import { readMedusa } from "./medusa-view"

/**
 * Money that came for a cancelled order goes back at the gateway alone: Medusa has no payment for it.
 * What the gateway refuses stays on the Problems list, where it has stood since the money came.
 * @returns `settle` when the order lives again: the money is its payment then
 */
export async function returnLateMoney(container: MedusaContainer, fatura: FaturaModuleService, invoiceId: string): Promise<"done" | "rarely" | "settle"> {
  const invoice = await fatura.ledger.find(invoiceId)
  // How much came in is not known while the gateway tells no amount that can be: then staff look.
  if (!invoice || invoice.settled_at || isPaidAmountUnknown(invoice) || undecided(invoice, 0) === 0) {
    return "done"
  }
  if (isReturning(invoice) || (await fatura.refundRows.openOf(invoice.id))) {
    // The gateway works on it, or does not show it yet; no other is sent meanwhile.
    return "rarely"
  }
  const { order } = await readMedusa(container, invoice)
  if (order && order.status !== "canceled") {
    await fatura.outbox.add("settle", invoice.id)
    return "settle"
  }
  await fatura.refunds.refund(invoice.id, null, undecided(invoice, 0))
  return "done"
}
