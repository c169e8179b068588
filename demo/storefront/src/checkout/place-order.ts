import { ApiError, apiErrorFromBody } from "../api/api-error"
import type { StoreClient } from "../api/store-client"
import type { Address, CardToPay, Cart, CompleteAnswer, Payer } from "../api/types"
import { memory } from "../app/memory"
import { linesOf } from "../cart/ordered-lines"

export type OrderInput = {
  cartId: string
  email: string
  address: Address
  payer: Payer
  /** Only with the card's provider. */
  card?: CardToPay
  shippingOptionId: string
  providerId: string
  /** The total the shopper saw, in decimal reais. */
  shownTotal: number
}

export type PlaceOrderStep = "address" | "payment" | "order"

/** The total is no longer what the shopper saw; nothing was ordered. */
export class TotalChanged extends Error {
  constructor(readonly cart: Cart) {
    super("total changed")
  }
}

const pauseBeforeAskingAgain = 2000
const patience = 120_000

/**
 * Turns the cart into an order and answers the id of its payment session.
 * May be called again after any failure: a cart that became an order meanwhile is recognised and never ordered twice.
 * Throws `ApiError` (with the fields at fault, where the server names them) or `TotalChanged`.
 */
export async function placeOrder(client: StoreClient, input: OrderInput, onStep: (step: PlaceOrderStep) => void): Promise<string> {
  onStep("address")
  const placedBefore = await sessionIfOrdered(client, input.cartId)
  if (placedBefore) return placedBefore
  try {
    return await orderCart(client, input, onStep)
  } catch (error) {
    // Another tab, or a request of ours that was thought lost, may have ordered the cart in between.
    const placedMeanwhile = await sessionIfOrdered(client, input.cartId).catch(() => null)
    if (placedMeanwhile) return placedMeanwhile
    throw error
  }
}

async function orderCart(client: StoreClient, input: OrderInput, onStep: (step: PlaceOrderStep) => void): Promise<string> {
  const updated = await client.updateCart(input.cartId, { email: input.email, shipping_address: input.address, billing_address: input.address })
  const cart = isDeliveredBy(updated, input.shippingOptionId) ? updated : await client.chooseShipping(input.cartId, input.shippingOptionId)
  if (cart.total !== input.shownTotal) throw new TotalChanged(cart)

  onStep("payment")
  const collection = await client.createPaymentCollection(input.cartId)
  const withSession = await client.createPaymentSession(collection.id, input.providerId, { payer: input.payer, card: input.card })
  const session = withSession.payment_sessions?.find((one) => one.provider_id === input.providerId)
  if (!session) throw new ApiError("http", "", 500, "unknown_error")
  // Before completing: if this page is lost meanwhile, the next one still finds the way to the payment.
  const placed = { cartId: input.cartId, sessionId: session.id, lines: linesOf(cart) }
  memory.rememberOrder(placed)

  onStep("order")
  const order = await complete(client, input.cartId)
  const sessionId = await sessionIfOrdered(client, input.cartId).catch(() => null) ?? session.id
  memory.rememberOrder({ ...placed, sessionId, number: order?.display_id })
  return sessionId
}

function isDeliveredBy(cart: Cart, optionId: string): boolean {
  const methods = cart.shipping_methods ?? []
  return methods.length === 1 && methods[0]?.shipping_option_id === optionId
}

/** The session to show when this cart is an order already, else null. */
async function sessionIfOrdered(client: StoreClient, cartId: string): Promise<string | null> {
  const cart = await client.cart(cartId)
  return cart.completed_at ? sessionOf(cart, memory.orderOfCart(cartId)?.sessionId) : null
}

// A second tab may have put its own session in the place of ours before the cart was completed.
function sessionOf(cart: Cart, ours: string | undefined): string | null {
  const sessions = cart.payment_collection?.payment_sessions ?? []
  if (sessions.some((one) => one.id === ours)) return ours ?? null
  return sessions[0]?.id ?? ours ?? null
}

/** Null: the order exists, but its answer was lost on the way. */
async function complete(client: StoreClient, cartId: string): Promise<{ id: string; display_id?: number } | null> {
  const giveUpAt = Date.now() + patience
  for (;;) {
    try {
      return orderOf(await client.complete(cartId))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const answerLost = error.kind !== "http"
      if (answerLost && await isOrdered(client, cartId)) return null
      // Another request (a second tab, or our own one whose answer was lost) is at it: wait for its end.
      const beingCompleted = error.status === 409 && /being completed/i.test(error.message)
      if (!beingCompleted || Date.now() > giveUpAt) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseBeforeAskingAgain))
    }
  }
}

function orderOf(answer: CompleteAnswer): { id: string; display_id?: number } {
  if (answer.type === "order") return answer.order
  throw apiErrorFromBody(200, answer.error)
}

async function isOrdered(client: StoreClient, cartId: string): Promise<boolean> {
  try {
    return Boolean((await client.cart(cartId)).completed_at)
  } catch {
    return false
  }
}
