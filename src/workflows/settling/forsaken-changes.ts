import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { IOrderModuleService, MedusaContainer } from "@medusajs/framework/types"

/** Longer than Medusa takes to confirm a credit line. */
export const FORSAKEN_CHANGE_SECONDS = 120

/**
 * While it stood there no one could edit, refund or cancel the order any more.
 * @returns whether no other change is in progress
 */
export async function cancelForsakenCreditLines(container: MedusaContainer, orderId: string): Promise<boolean> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order_change", fields: ["id", "change_type", "created_at"], filters: { order_id: orderId, status: ["pending", "requested"] } })
  const forsaken = data.filter(({ change_type, created_at }) => change_type === "credit_line" && Date.now() - new Date(created_at).getTime() > FORSAKEN_CHANGE_SECONDS * 1_000)
  if (forsaken.length) {
    await (container.resolve(Modules.ORDER) as IOrderModuleService).cancelOrderChange(forsaken.map(({ id }) => id))
  }
  return forsaken.length === data.length
}
