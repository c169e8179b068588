import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { erasePayersOfCustomer } from "../workflows/erase-payers-of-customer"

export default async function customerDeleted({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await erasePayersOfCustomer(container, event.data.id)
}

export const config: SubscriberConfig = { event: "customer.deleted", context: { subscriberId: "fatura-customer-deleted" } }
