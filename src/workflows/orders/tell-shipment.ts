import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import { workOffOf } from "../work-off"

type Shipped = { id: string; labels?: { tracking_number?: string | null }[] | null }

/** A shipment was made: its tracking codes are told to the gateway, at once where it answers, else by the outbox. */
export async function tellShipment(container: MedusaContainer, fulfillmentId: string): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  if (!fatura.shipments.isConfigured) {
    return
  }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [{ data: fulfillments }, { data: links }] = await Promise.all([
    query.graph({ entity: "fulfillment", fields: ["id", "labels.tracking_number"], filters: { id: fulfillmentId } }),
    query.graph({ entity: "order_fulfillment", fields: ["order_id"], filters: { fulfillment_id: fulfillmentId } }),
  ])
  const [fulfillment] = fulfillments as Shipped[]
  const [link] = links as { order_id: string }[]
  if (!fulfillment || !link) {
    return
  }
  const codes = (fulfillment.labels ?? []).map(({ tracking_number }) => tracking_number ?? "")
  const invoiceId = await fatura.shipments.note(link.order_id, { fulfillmentId, codes })
  if (invoiceId) {
    await workOffOf(container, "send_tracking", invoiceId)
  }
}
