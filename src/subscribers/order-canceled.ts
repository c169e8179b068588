import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { cancelOrderInvoicesWorkflow } from "../workflows/cancel-order-invoices"

export default async function orderCanceled({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await cancelOrderInvoicesWorkflow(container).run({ input: { order_id: event.data.id } })
}

export const config: SubscriberConfig = { event: "order.canceled", context: { subscriberId: "fatura-order-canceled" } }
