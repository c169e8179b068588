import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"

/** Longer than most completions. */
const WAIT_SECONDS = 20

/**
 * What changes the payment of a cart comes one after the other: a completion, a session for another method, the capture of
 * what was paid. Medusa throws a cart's session away when another method is chosen, also in the middle of one of these.
 * @param subject the cart's id; its payment collection's, where there is no cart
 * @throws Error after 20 seconds in which it was others' turn, or of `work`
 */
export function inPaymentTurn<T>(container: MedusaContainer, subject: string, work: () => Promise<T>): Promise<T> {
  return container.resolve(Modules.LOCKING).execute(`fatura-payment-of:${subject}`, work, { timeout: WAIT_SECONDS })
}

/** The same for who knows a payment collection. @throws as `inPaymentTurn` */
export async function inTurnOfCollection<T>(container: MedusaContainer, collectionId: string, work: () => Promise<T>): Promise<T> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "cart_payment_collection", fields: ["cart_id"], filters: { payment_collection_id: collectionId } })
  return inPaymentTurn(container, (data[0] as { cart_id: string } | undefined)?.cart_id ?? collectionId, work)
}
