import { type FaturaClient, orderedMeanwhile, placeOrder as placePaidOrder, type PaymentDetails, type PlaceOrderStep, TotalChanged } from "medusa-payment-fatura/storefront"
import type { StoreClient } from "../api/store-client"
import type { Address, Cart } from "../api/types"
import { memory } from "../app/memory"
import { isKnown } from "./known-customer"
import { linesOf } from "../cart/ordered-lines"

export type OrderInput = PaymentDetails & {
  cartId: string
  email: string
  address: Address
  shippingOptionId: string
  providerId: string
  /** The total the shopper saw, in decimal reais. */
  shownTotal: number
}

export type Step = "address" | PlaceOrderStep

/**
 * Turns the cart into an order and answers the id of its payment session. May be called again after any failure:
 * a cart that became an order meanwhile is recognised and never ordered twice.
 * Throws `FaturaError` (with the fields at fault, where the server names them) or `TotalChanged`.
 */
export async function placeOrder(client: StoreClient, fatura: FaturaClient, input: OrderInput, onStep: (step: Step) => void): Promise<string> {
  const { cartId, shippingOptionId } = input
  onStep("address")
  const known = await client.cart(cartId)
  const cart = known.completed_at ? known : await bringUpToDate(client, input, shippingOptionId).catch(async (error: unknown) => {
    // The other tab may have made it an order, or be at it.
    if (await orderedMeanwhile(fatura, cartId, error)) return client.cart(cartId)
    throw error
  })
  if (!cart.completed_at && cart.total !== input.shownTotal) throw new TotalChanged(cart.total, cart.currency_code)

  // An order that another tab placed: this browser may know it by the other tab's session.
  const before = cart.completed_at ? memory.orderOfCart(cartId)?.sessionId : undefined
  const lines = linesOf(cart)
  const placed = await placePaidOrder(fatura, {
    cartId,
    providerId: input.providerId,
    payer: input.payer,
    card: input.card,
    knownSessionId: before,
    onStep,
    // Before the order: if this page is lost meanwhile, the next one still finds the way to the payment.
    onSession: (sessionId) => memory.rememberOrder({ cartId, sessionId, lines }),
  })
  const remembered = memory.orderOfSession(placed.sessionId)
  memory.rememberOrder({ cartId, sessionId: placed.sessionId, lines, number: placed.displayId ?? remembered?.number })
  if (memory.token()) await keepAddress(client, input.address)
  return placed.sessionId
}

/** So that it need not be typed for the next order; the order does not depend on it. */
async function keepAddress(client: StoreClient, address: Address): Promise<void> {
  try {
    if (!isKnown(address, await client.customer())) await client.addAddress(address)
  } catch {
    return
  }
}

async function bringUpToDate(client: StoreClient, { cartId, email, address }: OrderInput, shippingOptionId: string): Promise<Cart> {
  const updated = await client.updateCart(cartId, { email, shipping_address: address, billing_address: address })
  if (memory.token()) await client.claimCart(cartId)
  const methods = updated.shipping_methods ?? []
  const delivered = methods.length === 1 && methods[0]?.shipping_option_id === shippingOptionId
  return delivered ? updated : client.chooseShipping(cartId, shippingOptionId)
}
