import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { fitInvoices } from "../workflows/orders/fit-invoices"

export default async function orderChanged({ event, container }: SubscriberArgs<{ order_id?: string; id?: string }>): Promise<void> {
  const orderId = event.data.order_id ?? event.data.id
  if (orderId) {
    await fitInvoices(container, orderId)
  }
}

export const config: SubscriberConfig = {
  event: ["order-edit.confirmed", "order.exchange_created", "order.claim_created", "order.return_requested", "order.return_received"],
  context: { subscriberId: "fatura-order-changed" },
}
