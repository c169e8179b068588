import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { methodOfProvider } from "../../../../../../modules/fatura/sessions/provider-ids"
import { ShopperError } from "../../../../../../modules/fatura/texts/shopper-error"
import { buyAgainOrSay } from "../../../../../../workflows/orders/buy-again"
import { moveToCart } from "../../../../../../workflows/orders/move-to-cart"
import { readOrderToPay } from "../../../../../../workflows/orders/order-to-pay"
import { renewPayment } from "../../../../../../workflows/orders/renew-payment"
import { draftOfShopper } from "../../../../../doors/draft-of-request"
import { MEDUSA_ID, sessionOf, viewOf } from "../../../../../doors/session-of-request"
import { faturaOf } from "../../../../../doors/staff"
import { forShopper } from "../../../../../doors/shopper"

/**
 * `POST /store/fatura/orders/:id/payment` `{ provider_id?, payer?, card? }` -> `{ session }`: a new code
 * or another method for an order that waits. For one that was cancelled, and for a method by which the order has
 * another price -> `{ cart: { id } }`, a new cart with the same items, where that price is shown before it is paid.
 * An order of a customer with an account only for that customer; a guest's for who has its id, as Medusa's own order
 * route.
 */
export const POST = forShopper(async (req, res) => {
  const orderId = req.params.id!
  const order = MEDUSA_ID.test(orderId) ? await readOrderToPay(req.scope, orderId) : null
  const actor = (req as AuthenticatedMedusaRequest).auth_context?.actor_id
  if (!order || (order.customerHasAccount && order.customerId !== actor)) {
    throw new ShopperError("not_found", "order_not_found")
  }
  if (order.status === "canceled") {
    await faturaOf(req).sessions.refusePaidOrder(orderId)
    res.json({ cart: { id: await buyAgainOrSay(req.scope, orderId) } })
    return
  }
  const body = (req.body ?? {}) as { provider_id?: unknown }
  const providerId = body.provider_id
  if (providerId !== undefined && (typeof providerId !== "string" || !methodOfProvider(providerId))) {
    throw new ShopperError("field", "method_unavailable", { path: "provider_id" })
  }
  const draft = await draftOfShopper(req, req.body as Record<string, unknown>)
  const moved = providerId === undefined ? null : await moveToCart(req.scope, orderId, methodOfProvider(providerId)!)
  if (moved && "cartId" in moved) {
    res.json({ cart: { id: moved.cartId } })
    return
  }
  const sessionId = moved ? moved.sessionId : await renewPayment(req.scope, { orderId, providerId, draft, actor: "shopper" })
  res.json({ session: await viewOf(req, await sessionOf(req, sessionId)) })
})
