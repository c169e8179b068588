import { deleteReservationsByLineItemsWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import type { IInventoryService, MedusaContainer } from "@medusajs/framework/types"
import { readOrderToEnd } from "./read-order-to-end"

/** Gives back whatever a cancelled order still reserves. Safe to repeat. */
export async function freeStock(container: MedusaContainer, orderId: string): Promise<void> {
  const order = await readOrderToEnd(container, orderId)
  const ids = (order?.items ?? []).map(({ id }) => id)
  if (order?.status === "canceled" && ids.length && (await reservationsOf(container, ids)).length) {
    await deleteReservationsByLineItemsWorkflow(container).run({ input: { ids } })
  }
}

/** The ids of what is reserved for line items. */
export async function reservationsOf(container: MedusaContainer, lineItemIds: string[]): Promise<string[]> {
  const inventory: IInventoryService = container.resolve(Modules.INVENTORY)
  return (await inventory.listReservationItems({ line_item_id: lineItemIds }, { select: ["id"], take: null as never })).map(({ id }) => id)
}
