import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ShopperError } from "../../modules/fatura/texts/shopper-error"
import { isMarkedFor } from "../../workflows/discounts/mark-cart"
import { MEDUSA_ID } from "./session-of-request"
import { sendShopperError } from "./shopper"

/**
 * Stands before Medusa's `POST /store/carts/:id/complete`: a cart with the discount of one method is not paid by
 * another, as one would be whose metadata a shopper has written by hand.
 */
export async function completionDoor(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  try {
    const id = req.params.id!
    if (MEDUSA_ID.test(id) && !(await isMarkedFor(req.scope, id, await providersOf(req, id)))) {
      throw new ShopperError("conflict", "method_changed")
    }
    next()
  } catch (error) {
    if (error instanceof ShopperError) {
      sendShopperError(res, error)
      return
    }
    next(error)
  }
}

async function providersOf(req: MedusaRequest, cartId: string): Promise<string[]> {
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart_payment_collection",
    fields: ["payment_collection.payment_sessions.provider_id"],
    filters: { cart_id: cartId },
  })
  const collections = data as { payment_collection?: { payment_sessions?: { provider_id: string }[] } }[]
  return collections.flatMap(({ payment_collection }) => payment_collection?.payment_sessions ?? []).map(({ provider_id }) => provider_id)
}
