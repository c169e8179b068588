import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import type { IInventoryService, MedusaContainer } from "@medusajs/framework/types"
import type { FaturaModuleService } from "../../modules/fatura"
import { freeStock, reservationsOf } from "./free-stock"
import { type OrderToEnd, readOrderToEnd } from "./read-order-to-end"
import { invoicesOf, type WhyKept, whyKept } from "./why-kept"

const LOOK_AGAIN_MS = 200

/** Another process ends it at this moment. */
export class OrderBusyError extends Error {
  constructor(orderId: string) {
    super(`Order ${orderId} is being ended by another process`)
    this.name = "OrderBusyError"
  }
}

/**
 * Only one at a time ends an order: of two cancels at once Medusa lets one fail, and what that one then undoes is the
 * other's. Whoever comes second waits for so long.
 * @throws OrderBusyError when it is still not its turn
 */
export async function inTurnToEnd<T>(fatura: FaturaModuleService, orderId: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  const givesUpAt = Date.now() + waitMs
  while (!(await fatura.turns.take("end_order", orderId))) {
    if (Date.now() >= givesUpAt) {
      throw new OrderBusyError(orderId)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
  try {
    return await work()
  } finally {
    await fatura.turns.release("end_order", orderId)
  }
}

/**
 * Medusa undoes a cancel that fails by restoring every reservation that was ever deleted for the order's items.
 * Should it fail all the same (somebody began a change just now, or cancelled it himself), what was reserved before stays and no more.
 */
export async function cancelOrder(container: MedusaContainer, order: OrderToEnd, { tellShopper }: { tellShopper: boolean }): Promise<void> {
  const items = (order.items ?? []).map(({ id }) => id)
  const before = await reservationsOf(container, items)
  try {
    await cancelOrderWorkflow(container).run({ input: { order_id: order.id, no_notification: !tellShopper } })
  } catch (error) {
    const restored = (await reservationsOf(container, items)).filter((id) => !before.includes(id))
    if (restored.length) {
      await (container.resolve(Modules.INVENTORY) as IInventoryService).deleteReservationItems(restored)
    }
    await freeStock(container, order.id)
    throw error
  }
}

/**
 * Whose shopper buys the same items anew. It may have been ended meanwhile; or paid, by whichever provider, and then it stays.
 * @returns why it stays; null when it is ended
 * @throws Error when Medusa refuses
 */
export async function cancelReplacedOrder(container: MedusaContainer, fatura: FaturaModuleService, orderId: string, waitMs: number): Promise<WhyKept | null> {
  return inTurnToEnd(fatura, orderId, waitMs, async () => {
    const order = await readOrderToEnd(container, orderId)
    if (!order || order.status === "canceled") {
      return null
    }
    const kept = whyKept(order, await invoicesOf(fatura, order))
    if (!kept) {
      await cancelOrder(container, order, { tellShopper: false })
    }
    return kept
  })
}
