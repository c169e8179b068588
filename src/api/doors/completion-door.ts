import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { METHOD_BY_PROVIDER_ID } from "../../modules/fatura/sessions/provider-ids"
import { currentShopper } from "../../modules/fatura/texts/shopper-context"
import { ShopperError } from "../../modules/fatura/texts/shopper-error"
import { isMarkedFor } from "../../workflows/discounts/mark-cart"
import { inTurn } from "./in-turn"
import { MEDUSA_ID } from "./session-of-request"
import { sendShopperError } from "./shopper"
import { faturaOf } from "./staff"

/**
 * Stands before Medusa's `POST /store/carts/:id/complete`: a cart with the discount of one method is not paid by
 * another, as one would be whose metadata a shopper has written by hand.
 */
export async function completionDoor(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  try {
    const id = req.params.id!
    if (!MEDUSA_ID.test(id)) {
      return next()
    }
    await inTurn(req, res, id, async () => {
      const cart = await cartOf(req, id)
      if (!(await isMarkedFor(req.scope, id, cart.providers))) {
        throw new ShopperError("conflict", "method_changed")
      }
      await refuseTooMany(req, id, cart)
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

type Cart = { providers: string[]; email: string | null; accountId: string | null }

/** Before Medusa reserves stock. Where many come at the same moment, the issue itself counts once more. */
async function refuseTooMany(req: MedusaRequest, id: string, { providers, email, accountId }: Cart): Promise<void> {
  for (const method of providers.flatMap((provider) => METHOD_BY_PROVIDER_ID[provider] ?? [])) {
    // Of a card the completion itself tells: Medusa's answer to it is the one that checkouts know.
    if (method !== "card") {
      await faturaOf(req).issuing.refuseTooMany({ key: id, cartId: id, email, accountId }, method, currentShopper().ip, "too_many")
    }
  }
}

type CollectionRow = { payment_collection?: { payment_sessions?: { provider_id: string }[] }; cart?: { email: string | null; customer?: { id: string; has_account: boolean } | null } }

async function cartOf(req: MedusaRequest, cartId: string): Promise<Cart> {
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "cart_payment_collection",
    fields: ["payment_collection.payment_sessions.provider_id", "cart.email", "cart.customer.id", "cart.customer.has_account"],
    filters: { cart_id: cartId },
  })
  const rows = data as unknown as CollectionRow[]
  const cart = rows[0]?.cart
  return {
    providers: rows.flatMap(({ payment_collection }) => payment_collection?.payment_sessions ?? []).map(({ provider_id }) => provider_id),
    email: cart?.email ?? null,
    accountId: cart?.customer?.has_account ? cart.customer.id : null,
  }
}
