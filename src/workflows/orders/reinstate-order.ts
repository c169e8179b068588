import { createReservationsWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { IInventoryService, IOrderModuleService, MedusaContainer } from "@medusajs/framework/types"
import { missingReservations, type ReservedItem } from "./missing-reservations"

const LOCK_SECONDS = 60

type OrderRow = { id: string; status: string; sales_channel_id: string | null; items: ReservedItem[] | null }

const FIELDS = [
  "id", "status", "sales_channel_id", "items.*", "items.variant.manage_inventory", "items.variant.allow_backorder",
  "items.variant.inventory_items.inventory_item_id", "items.variant.inventory_items.required_quantity",
  "items.variant.inventory_items.inventory.location_levels.*", "items.variant.inventory_items.inventory.location_levels.stock_locations.sales_channels.id",
]

/**
 * Brings a cancelled order back, for money that came late: its stock is reserved again first, so that it
 * can be fulfilled, and only then is it pending again. Safe to repeat wherever it was cut off.
 * @throws StaffError when stock is gone; nothing is changed then
 */
export async function reinstateOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const locking = container.resolve(Modules.LOCKING)
  await locking.execute(`fatura-reinstate:${orderId}`, () => reinstate(container, orderId), { timeout: LOCK_SECONDS })
}

async function reinstate(container: MedusaContainer, orderId: string): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order", fields: FIELDS, filters: { id: orderId } })
  const order = data[0] as unknown as OrderRow | undefined
  if (order?.status !== "canceled") {
    return
  }
  const items = order.items ?? []
  const inventory: IInventoryService = container.resolve(Modules.INVENTORY)
  const reserved = items.length ? await inventory.listReservationItems({ line_item_id: items.map(({ id }) => id) }, { take: null as never }) : []
  const reservations = missingReservations(items, reserved, order.sales_channel_id)
  if (reservations.length) {
    await createReservationsWorkflow(container).run({ input: { reservations } })
  }
  const orders: IOrderModuleService = container.resolve(Modules.ORDER)
  await orders.updateOrders([{ id: orderId, status: "pending", canceled_at: null } as never])
}
