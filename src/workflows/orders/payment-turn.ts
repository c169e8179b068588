import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"

/** Longer than most completions. */
const WAIT_SECONDS = 20

/**
 * What changes the payment of a cart comes one after the other: a completion, a session for another
 * method. Medusa throws a cart's session away when another method is chosen, also in the middle of one of these.
 * @param subject the cart's id; its payment collection's, where there is no cart
 * @throws Error after 20 seconds in which it was others' turn, or of `work`
 */
export function inPaymentTurn<T>(container: MedusaContainer, subject: string, work: () => Promise<T>): Promise<T> {
  return container.resolve(Modules.LOCKING).execute(`fatura-payment-of:${subject}`, work, { timeout: WAIT_SECONDS })
}
