import { StaffError } from "../../modules/fatura/texts/staff-error"

type Amount = number | string

/** A place that has an item; the sales channels of the place, and what is free there. */
export type Level = { location_id: string; stocked_quantity: Amount; reserved_quantity: Amount; stock_locations: { sales_channels: { id: string }[] | null }[] | null }

export type ReservedItem = {
  id: string
  quantity: Amount
  variant: {
    manage_inventory: boolean
    allow_backorder: boolean
    inventory_items: { inventory_item_id: string; required_quantity: Amount; inventory: { location_levels: Level[] | null } | null }[] | null
  } | null
}

export type Reservation = { line_item_id: string; inventory_item_id: string; location_id: string; quantity: number; allow_backorder: boolean }

/**
 * What must still be reserved for an order's items, as Medusa's completion does it: at a place of the order's sales
 * channel that has enough, else, where the variant may be sold without stock, at any such place that keeps it.
 * What is reserved already counts, so that repeating it after a kill reserves nothing twice.
 * @param reserved what is reserved for these lines now
 * @param salesChannelId null for an order of no channel: any place will do
 * @throws StaffError when stock is gone
 */
export function missingReservations(items: ReservedItem[], reserved: { line_item_id?: string | null; inventory_item_id: string; quantity: unknown }[], salesChannelId: string | null): Reservation[] {
  const missing: Reservation[] = []
  for (const { id, quantity, variant } of items) {
    for (const { inventory_item_id, required_quantity, inventory } of variant?.manage_inventory ? variant.inventory_items ?? [] : []) {
      const held = sum(reserved.filter((row) => row.line_item_id === id && row.inventory_item_id === inventory_item_id))
      const left = Number(quantity) * Number(required_quantity) - held
      if (left > 0) {
        const allow_backorder = variant!.allow_backorder
        const levels = (inventory?.location_levels ?? []).filter((level) => servesChannel(level, salesChannelId))
        const level = levels.find((candidate) => freeAt(candidate, inventory_item_id, missing) >= left) ?? (allow_backorder ? levels[0] : undefined)
        if (!level) {
          throw new StaffError("not_enough_stock")
        }
        missing.push({ line_item_id: id, inventory_item_id, location_id: level.location_id, quantity: left, allow_backorder })
      }
    }
  }
  return missing
}

function servesChannel({ stock_locations }: Level, salesChannelId: string | null): boolean {
  return salesChannelId === null || (stock_locations ?? []).some(({ sales_channels }) => (sales_channels ?? []).some(({ id }) => id === salesChannelId))
}

/** Two lines of one order can be of the same item. */
function freeAt({ location_id, stocked_quantity, reserved_quantity }: Level, itemId: string, taken: Reservation[]): number {
  const takenHere = taken.filter((row) => row.inventory_item_id === itemId && row.location_id === location_id)
  return Number(stocked_quantity) - Number(reserved_quantity) - sum(takenHere)
}

function sum(rows: { quantity: unknown }[]): number {
  return rows.reduce((total, { quantity }) => total + Number(quantity), 0)
}
