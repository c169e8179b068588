import type { AuthenticatedMedusaRequest, MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import { methodOfProvider } from "../../modules/fatura/sessions/provider-ids"
import { ShopperError } from "../../modules/fatura/texts/shopper-error"
import { markCart } from "../../workflows/discounts/mark-cart"
import { hasAnotherPrice } from "../../workflows/orders/method-prices"
import { draftOfShopper } from "./draft-of-request"
import { inTurn } from "./in-turn"
import { sendShopperError } from "./shopper"

type Body = { provider_id?: string; data?: Record<string, unknown> }
type Collection = { id: string }
type Order = { id: string; status: string; customer_id: string | null; customer: { has_account: boolean } | null }

/**
 * Stands before Medusa's `POST /store/payment-collections/:id/payment-sessions`, for every provider.
 * Medusa would store the storefront's raw data in the public session before any provider is asked, and
 * would replace the session of a collection that is already paid. So payer and card are taken out here
 * and kept sealed, and collections that must not get another session are refused.
 */
export async function sessionDoor(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  try {
    const cartId = await cartOf(req, req.params.id!)
    await inTurn(req, res, cartId ?? req.params.id!, async () => {
      await prepare(req, cartId)
      next()
    })
  } catch (error) {
    if (error instanceof ShopperError) {
      sendShopperError(res, error)
      return
    }
    next(error)
  }
}

async function prepare(req: MedusaRequest, cartId: string | null): Promise<void> {
  const fatura: FaturaModuleService = req.scope.resolve(FATURA_MODULE)
  const body = req.body as Body
  await refuseForeignOrCovered(req, fatura, req.params.id!, body.provider_id)
  if (cartId) {
    // The discount of the chosen method, before Medusa makes the session with the cart's total. For providers that are not ours too.
    await markCart(req.scope, cartId, body.provider_id)
  }
  if (methodOfProvider(body.provider_id)) {
    const draft = await draftOfShopper(req, body.data)
    const data = { draft: await fatura.drafts.store(draft) }
    req.body = { provider_id: body.provider_id, data }
    req.validatedBody = req.body
  }
}

async function refuseForeignOrCovered(req: MedusaRequest, fatura: FaturaModuleService, collectionId: string, providerId: string | undefined): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const [collections, links] = await Promise.all([
    query.graph({ entity: "payment_collection", fields: ["id"], filters: { id: collectionId } }),
    query.graph({ entity: "order_payment_collection", fields: ["order_id"], filters: { payment_collection_id: collectionId } }),
  ])
  const collection = collections.data[0] as Collection | undefined
  if (!collection) {
    return
  }
  await fatura.sessions.refuseCovered(collection.id)
  const orderId = (links.data[0] as { order_id: string } | undefined)?.order_id
  if (orderId) {
    await refuseForOrder(req, fatura, collection, orderId)
    await refuseOtherPrice(req, orderId, providerId)
  }
}

async function cartOf(req: MedusaRequest, collectionId: string): Promise<string | null> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "cart_payment_collection", fields: ["cart_id"], filters: { payment_collection_id: collectionId } })
  return (data[0] as { cart_id: string } | undefined)?.cart_id ?? null
}

/** A placed order keeps the price of the method that it was placed with, whatever is chosen by a collection's id. */
async function refuseOtherPrice(req: MedusaRequest, orderId: string, providerId: string | undefined): Promise<void> {
  if (providerId && (await hasAnotherPrice(req.scope, orderId, providerId))) {
    throw new ShopperError("conflict", "other_price")
  }
}

/** A placed order's open code is not thrown away by whoever knows the collection's id. */
async function refuseForOrder(req: MedusaRequest, fatura: FaturaModuleService, collection: Collection, orderId: string): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order", fields: ["id", "status", "customer_id", "customer.has_account"], filters: { id: orderId } })
  const order = data[0] as Order | undefined
  if (order?.status === "canceled") {
    throw new ShopperError("conflict", "order_canceled")
  }
  if (order?.customer?.has_account && order.customer_id !== (req as AuthenticatedMedusaRequest).auth_context?.actor_id) {
    throw new ShopperError("conflict", "not_your_order")
  }
  if (await fatura.sessions.hasLive(collection.id, orderId)) {
    throw new ShopperError("conflict", "waiting_for_order")
  }
}
