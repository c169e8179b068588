import { MedusaError } from "@medusajs/framework/utils"

type Query = { graph(input: { entity: string; fields: string[]; filters?: Record<string, unknown> }): Promise<{ data: unknown[] }> }

/**
 * Medusa pays out and then fails when the order is cancelled or has an active change: the money would
 * be gone and nothing booked. So such a refund is refused before anything is sent.
 * @throws MedusaError in words for staff
 */
export async function refuseRefundOfBusyOrder(query: Query, orderId: string): Promise<void> {
  const [orders, changes] = await Promise.all([
    query.graph({ entity: "order", fields: ["id", "status"], filters: { id: orderId } }),
    query.graph({ entity: "order_change", fields: ["id"], filters: { order_id: orderId, status: ["pending", "requested"] } }),
  ])
  if ((orders.data[0] as { status?: string } | undefined)?.status === "canceled") {
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "The order is cancelled, so Medusa could not book this refund. Refund it from the invoice instead.")
  }
  if (changes.data.length) {
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "The order has a change in progress (an edit, return, exchange or claim). Confirm or cancel it first, then refund.")
  }
}
