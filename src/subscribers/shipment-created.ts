import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { tellShipment } from "../workflows/orders/tell-shipment"

export default async function shipmentCreated({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await tellShipment(container, event.data.id)
}

export const config: SubscriberConfig = { event: "shipment.created", context: { subscriberId: "fatura-shipment-created" } }
