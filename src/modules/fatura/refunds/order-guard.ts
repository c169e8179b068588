import { StaffError } from "../texts/staff-error"

type Query = { graph(input: { entity: string; fields: string[]; filters?: Record<string, unknown> }): Promise<{ data: unknown[] }> }

/**
 * Medusa pays out and then fails when the order is cancelled or has an active change: the money would
 * be gone and nothing booked. So such a refund is refused before anything is sent.
 * @throws StaffError
 */
export async function refuseRefundOfBusyOrder(query: Query, orderId: string): Promise<void> {
  const [orders, changes] = await Promise.all([
    query.graph({ entity: "order", fields: ["id", "status"], filters: { id: orderId } }),
    query.graph({ entity: "order_change", fields: ["id"], filters: { order_id: orderId, status: ["pending", "requested"] } }),
  ])
  if ((orders.data[0] as { status?: string } | undefined)?.status === "canceled") {
    throw new StaffError("order_canceled")
  }
  if (changes.data.length) {
    throw new StaffError("order_change_active")
  }
}
