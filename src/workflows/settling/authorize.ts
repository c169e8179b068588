import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { PaymentActions } from "@medusajs/framework/utils"
import { cents, toReais } from "../../domain/money"
import { readMedusa } from "../medusa-view"
import type { Settled, Settling } from "./settling"

/** The gateway has authorised the payment; it captures by itself, and we follow when it says so. */
export async function authorize({ container, invoice }: Settling): Promise<Settled> {
  if (invoice.hold && !invoice.accepted_at) {
    // Another amount than is due: staff have it released, and Medusa must not count on it meanwhile.
    return "raised"
  }
  const medusa = await readMedusa(container, invoice)
  if (medusa.paymentId || !medusa.sessionExists || medusa.order?.status === "canceled") {
    return "waits"
  }
  await processPaymentWorkflow(container).run({
    input: { action: PaymentActions.AUTHORIZED, data: { session_id: invoice.session_id, amount: toReais(cents(invoice.amount_cents)) } },
  })
  return "authorized"
}
