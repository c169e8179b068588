import { Modules } from "@medusajs/framework/utils"
import type { IInventoryService, MedusaContainer } from "@medusajs/framework/types"
import type { FaturaModuleService } from "../../modules/fatura"
import { endUnpaidOrder } from "./end-unpaid-order"
import { reservationsOf } from "./free-stock"
import { type OrderToEnd, readOrderToEnd } from "./read-order-to-end"
import { hasMoney, invoicesOf } from "./why-kept"

/**
 * Staff had a waiting order cancelled, and the process was killed in it: the stock is given back, but the order and
 * its code go on, so that it could be paid and not be delivered. What they wanted is carried through: its code ends,
 * with a definite answer, and then the order. One that is paid meanwhile stays.
 */
export async function finishCancel(container: MedusaContainer, fatura: FaturaModuleService, orderId: string): Promise<void> {
  const order = await readOrderToEnd(container, orderId)
  if (order?.status !== "pending" || order.fulfillments?.length || !(await lostItsStock(container, order))) {
    return
  }
  const invoices = await invoicesOf(fatura, order)
  const live = invoices.filter(({ is_live }) => is_live)
  if (!live.length || invoices.some(hasMoney)) {
    return
  }
  for (const { id } of live) {
    if ((await fatura.canceling.cancel(id, "order_canceled")) !== "canceled") {
      return
    }
  }
  await endUnpaidOrder(container, fatura, { orderId, byStaff: true })
}

/** Something was reserved for it, and nothing is any more. */
async function lostItsStock(container: MedusaContainer, { items }: OrderToEnd): Promise<boolean> {
  const ids = (items ?? []).map(({ id }) => id)
  if (!ids.length || (await reservationsOf(container, ids)).length) {
    return false
  }
  const inventory: IInventoryService = container.resolve(Modules.INVENTORY)
  const released = await inventory.listReservationItems({ line_item_id: ids } as never, { select: ["id"], take: 1, withDeleted: true } as never)
  return released.length > 0
}
