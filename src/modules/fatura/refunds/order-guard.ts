import { StaffError } from "../texts/staff-error"

export type OrderQuery = { graph(input: { entity: string; fields: string[]; filters?: Record<string, unknown> }): Promise<{ data: unknown[] }> }

/**
 * Medusa pays out and then fails when the order is cancelled or has an active change: the money would
 * be gone and nothing booked. So such a refund is refused before anything is sent.
 * @throws StaffError
 */
export async function refuseRefundOfBusyOrder(query: OrderQuery, orderId: string): Promise<void> {
  const { data } = await query.graph({ entity: "order", fields: ["id", "status"], filters: { id: orderId } })
  if ((data[0] as { status?: string } | undefined)?.status === "canceled") {
    throw new StaffError("order_canceled")
  }
  await refuseDuringChange(query, orderId)
}

/** @throws StaffError while somebody changes the order: nothing of its money is to be moved then */
export async function refuseDuringChange(query: OrderQuery, orderId: string): Promise<void> {
  const { data } = await query.graph({ entity: "order_change", fields: ["id"], filters: { order_id: orderId, status: ["pending", "requested"] } })
  if (data.length) {
    throw new StaffError("order_change_active")
  }
}
