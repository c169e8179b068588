import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { hasPaidCollection, readMedusa } from "../medusa-view"
import { settlePaidRivals } from "./paid-rivals"
import type { Settled, Settling } from "./settling"

/**
 * The invoice of an order ended unpaid: by `onExpiry` the order is cancelled and its stock comes back,
 * or it stays. Only when the gateway or our clock ended the invoice; a cancel that followed from
 * something in Medusa (order cancelled, session replaced) has no say about the order.
 */
export async function closeUnpaidOrder({ container, fatura, invoice }: Settling): Promise<Settled> {
  if (await settlePaidRivals(fatura, invoice)) {
    return "waits"
  }
  if (invoice.cancel_reason !== null && invoice.cancel_reason !== "expired") {
    return "waits"
  }
  const medusa = await readMedusa(container, invoice)
  const { order } = medusa
  if (!order || order.status === "canceled" || medusa.capturedCents > 0) {
    return "waits"
  }
  if (await hasPaidCollection(container, order.id)) {
    // What ended unpaid was a difference after an edit: cancelling would refund what was paid before it.
    return "waits"
  }
  const attempts = await fatura.ledger.ofCollection(invoice.payment_collection_id)
  if (attempts.some((row) => row.is_live)) {
    return "waits"
  }
  if ((await fatura.settings.current()).onExpiry === "keep_order") {
    return "waits"
  }
  await cancelOrderWorkflow(container).run({ input: { order_id: order.id, no_notification: false } })
  await fatura.ledger.addEvent(invoice.id, { kind: "order_canceled", cause: "system", details: { order_id: order.id } })
  return "order_canceled"
}
