import type { MedusaContainer } from "@medusajs/framework/types"
import { readOrderToPay } from "../orders/order-to-pay"
import type { MedusaView } from "../medusa-view"

/**
 * What the order of an invoice owes now, in cents with the fractions that a percentage off leaves: it may have
 * changed since the code was issued. Null where there is no order yet, or staff are still drafting it.
 */
export async function owedBy(container: MedusaContainer, { order }: MedusaView): Promise<number | null> {
  return order ? ((await readOrderToPay(container, order.id))?.exactPending ?? null) : null
}
