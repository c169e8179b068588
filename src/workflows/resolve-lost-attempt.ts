import { Modules } from "@medusajs/framework/utils"
import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { owesNothing } from "../domain/invoice-money"
import { isSameAmount } from "../domain/money"
import type { FaturaModuleService } from "../modules/fatura"
import { POLICIES } from "../modules/fatura/methods/policy"
import { readMedusa } from "./medusa-view"
import { readOrderToPay } from "./orders/order-to-pay"
import { renewPayment } from "./orders/renew-payment"
import { settlePaidRivals } from "./settling/paid-rivals"

/**
 * An attempt to have an invoice issued had no answer. Finds out what became of it, and has a new code
 * issued for an order that still waits for one. A cart's shopper simply tries again.
 * @returns `settle` when it turned out to be paid; `rarely` when it was looked for in vain and can only be waited for
 */
export async function resolveLostAttempt(container: MedusaContainer, fatura: FaturaModuleService, invoiceId: string): Promise<"done" | "later" | "rarely" | "settle"> {
  const attempt = await fatura.ledger.find(invoiceId)
  if (!attempt) {
    return "done"
  }
  // Without a lease on the invoice: what is found is cancelled, and that takes the lease itself.
  const resolution = attempt.state === "unknown" || attempt.state === "issuing" ? await fatura.resolver.resolve(attempt) : "gone"
  if (resolution === "open") {
    return POLICIES[attempt.method].replaceable ? "later" : "rarely"
  }
  if (resolution === "paid") {
    return "settle"
  }
  if (await settlePaidRivals(fatura, attempt)) {
    return "done"
  }
  const medusa = await readMedusa(container, attempt)
  // A card's data is used once, so only the shopper can pay with another one.
  const waits = POLICIES[attempt.method].replaceable && medusa.order && medusa.order.status !== "canceled" && medusa.sessionExists && medusa.paymentId === null
  if (!waits) {
    return "done"
  }
  // While it was not known what became of the attempt nothing could be issued in its place; another amount can be owed by now.
  const order = await readOrderToPay(container, medusa.order!.id)
  if (!order || isSameAmount(attempt.amount_cents, order.exactPending)) {
    const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
    await payments.authorizePaymentSession(attempt.session_id, {})
  } else if (!owesNothing(order.exactPending)) {
    await renewPayment(container, { orderId: order.id, actor: "system" })
  }
  return "done"
}
