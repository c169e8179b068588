import type { MedusaContainer } from "@medusajs/framework/types"
import { isOpen } from "../../domain/invoice-status"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import { readOrderToPay } from "./order-to-pay"
import { renewPayment } from "./renew-payment"

/**
 * After an edit, exchange, claim or return the amount due may have changed, while Medusa leaves the
 * session and its code as they were. An open invoice that no longer fits is cancelled and renewed.
 */
export async function fitInvoices(container: MedusaContainer, orderId: string): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const order = await readOrderToPay(container, orderId)
  if (!order || order.status === "canceled") {
    return
  }
  for (const collection of order.collections) {
    const live = (await fatura.ledger.ofCollection(collection.id)).find((row) => row.is_live && row.status !== null && isOpen(row.status))
    if (live && live.amount_cents !== collection.amountCents) {
      await renewPayment(container, { orderId, actor: "system" })
    }
  }
}
