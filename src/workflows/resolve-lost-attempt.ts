import { Modules } from "@medusajs/framework/utils"
import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import type { FaturaModuleService } from "../modules/fatura"
import { POLICIES } from "../modules/fatura/methods/policy"
import { readMedusa } from "./medusa-view"
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
  if (waits) {
    const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
    await payments.authorizePaymentSession(attempt.session_id, {})
  }
  return "done"
}
