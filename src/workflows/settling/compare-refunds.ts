import { readMedusa } from "../medusa-view"
import type { Settled, Settling } from "./settle"

/**
 * A refund that was made in the gateway's panel is not in Medusa. It is never left unsaid: staff see the
 * difference until Medusa's books agree with the gateway's.
 */
export async function compareRefunds({ container, fatura, invoice }: Settling): Promise<Settled | null> {
  const medusa = await readMedusa(container, invoice)
  if (invoice.refunded_cents <= medusa.refundedCents) {
    await fatura.problems.clear("gateway_refund_not_booked", invoice.id)
    return null
  }
  await fatura.problems.raise({
    kind: "gateway_refund_not_booked",
    subject: invoice.id,
    invoiceId: invoice.id,
    orderId: medusa.order?.id ?? invoice.order_id,
    details: { gateway_cents: invoice.refunded_cents, medusa_cents: medusa.refundedCents },
  })
  return "raised"
}
