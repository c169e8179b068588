import { readMedusa } from "../medusa-view"
import { endUnpaidOrder, type Ended } from "../ending/end-unpaid-order"
import { hasEndedUncaptured } from "../../modules/fatura/ledger/holds-money"
import { settlePaidRivals } from "./paid-rivals"
import type { Settled, Settling } from "./settling"
import { voidPayment } from "./void-payment"

const SETTLED: Record<Ended, Settled> = { ended: "order_canceled", already: "waits", kept: "waits", blocked: "raised" }

/**
 * The invoice of an order ended unpaid: by `onExpiry` the order is cancelled and its stock comes back,
 * or it stays. Only when the gateway or our clock ended the invoice; a cancel that followed from
 * something in Medusa (order cancelled, session replaced) has no say about the order.
 */
export async function closeUnpaidOrder(settling: Settling): Promise<Settled> {
  const { container, fatura, invoice } = settling
  if (await settlePaidRivals(fatura, invoice)) {
    return "waits"
  }
  await voidPayment(settling)
  const followedFromMedusa = invoice.cancel_reason !== null && invoice.cancel_reason !== "expired"
  if (followedFromMedusa && !hasEndedUncaptured(invoice)) {
    return "waits"
  }
  const { order } = await readMedusa(container, invoice)
  return order ? SETTLED[await endUnpaidOrder(container, fatura, { orderId: order.id })] : "waits"
}
