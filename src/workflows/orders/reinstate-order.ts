import { createReservationsWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { IOrderModuleService, MedusaContainer } from "@medusajs/framework/types"
import { StaffError } from "../../modules/fatura/texts/staff-error"
import { readOrder } from "../medusa-view"

type Level = { location_id: string; stocked_quantity: number; reserved_quantity: number }
type Item = {
  id: string
  quantity: number
  variant: { manage_inventory: boolean; inventory_items: { inventory_item_id: string; required_quantity: number; inventory: { location_levels: Level[] } | null }[] } | null
}

/**
 * Brings a cancelled order back, for money that came late: its stock is reserved again first, so that it
 * can be fulfilled, and only then is it pending again.
 * @throws StaffError when stock is gone; nothing is changed then
 */
export async function reinstateOrder(container: MedusaContainer, orderId: string): Promise<void> {
  if ((await readOrder(container, orderId))?.status !== "canceled") {
    return
  }
  const reservations = (await readItems(container, orderId)).flatMap(reservationsOf)
  if (reservations.length) {
    await createReservationsWorkflow(container).run({ input: { reservations } })
  }
  const orders: IOrderModuleService = container.resolve(Modules.ORDER)
  await orders.updateOrders([{ id: orderId, status: "pending", canceled_at: null } as never])
}

async function readItems(container: MedusaContainer, orderId: string): Promise<Item[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "items.*", "items.variant.manage_inventory", "items.variant.inventory_items.inventory_item_id", "items.variant.inventory_items.required_quantity", "items.variant.inventory_items.inventory.location_levels.*"],
    filters: { id: orderId },
  })
  return ((data[0] as unknown as { items?: Item[] } | undefined)?.items ?? []) as Item[]
}

function reservationsOf(item: Item) {
  if (!item.variant?.manage_inventory) {
    return []
  }
  return item.variant.inventory_items.map((link) => {
    const quantity = Number(item.quantity) * link.required_quantity
    const level = link.inventory?.location_levels.find((candidate) => Number(candidate.stocked_quantity) - Number(candidate.reserved_quantity) >= quantity)
    if (!level) {
      throw new StaffError("not_enough_stock")
    }
    return { line_item_id: item.id, inventory_item_id: link.inventory_item_id, location_id: level.location_id, quantity }
  })
}
