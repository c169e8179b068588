import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"

const LOCK_SECONDS = 60

/** Only one at a time changes which code an order is paid by. */
export function withOrderLock<T>(container: MedusaContainer, orderId: string, work: () => Promise<T>): Promise<T> {
  return container.resolve(Modules.LOCKING).execute(`fatura-renew:${orderId}`, work, { timeout: LOCK_SECONDS })
}
