import type { MedusaRequest, MedusaStoreRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { cents, type Cents, toCents, toReais } from "../../../../domain/money"
import { MOST_CENTS } from "../../../../domain/storable"
import { ShopperError } from "../../../../modules/fatura/texts/shopper-error"
import { markCart } from "../../../../workflows/discounts/mark-cart"
import { type OrderToPay, readOrderToPay } from "../../../../workflows/orders/order-to-pay"
import { providersOfRegion } from "../../../../workflows/orders/region-providers"
import { customerIfAny } from "../../../doors/customer"
import { mayBeCached } from "../../../doors/no-store"
import { optionsOfOrder } from "../../../doors/renewals"
import { sessionOf } from "../../../doors/session-of-request"
import { forShopper } from "../../../doors/shopper"
import { faturaOf, parsed } from "../../../doors/staff"

const id = z.string().min(1).max(100)
export const querySchema = z.union([
  z.strictObject({ cart_id: id }),
  z.strictObject({ session_id: id }),
  z.strictObject({ amount: z.coerce.number().positive().max(toReais(cents(MOST_CENTS))), region_id: id.optional() }),
])
export const bodySchema = z.strictObject({ cart_id: id, provider_id: id })

type Due = { amount: Cents; currency: string; salesChannelId: string | null; inRegion: string[] | null; order?: OrderToPay }

/**
 * `GET /store/fatura/checkout?cart_id=`, `?session_id=` (an order that is placed and may be paid in another way) or
 * `?amount=&region_id=` (a price in reais, for a product page) -> `{ methods, tokenization?, payee, amount,
 * currency_code, saved_payers: [{ id, name, document_masked }] }`: what a checkout needs to offer the methods that
 * the region has. A price has no saved payers, and is the only answer that may be kept for a minute. Of an order each method has its own `amount`; with `new_cart` it is had by a new cart with the same
 * items. Amounts in decimal reais.
 */
export const GET = forShopper(async (req, res) => {
  const asked = parsed(querySchema, req.query)
  if ("amount" in asked) {
    const options = await optionsFor(req, await dueOfPrice(req, asked), [])
    mayBeCached(req, res)
    res.json(options)
    return
  }
  res.json(await optionsFor(req, "cart_id" in asked ? await dueOfCart(req, asked.cart_id) : await dueOfSession(req, asked.session_id)))
})

/**
 * `POST /store/fatura/checkout` `{ cart_id, provider_id }` -> `{ methods, tokenization?, payee, amount, currency_code,
 * saved_payers }`, as `GET` answers: the method that the shopper has chosen, whose discount is in the cart's total
 * from now on.
 */
export const POST = forShopper(async (req, res) => {
  const chosen = parsed(bodySchema, req.body)
  await dueOfCart(req, chosen.cart_id)
  await markCart(req.scope, chosen.cart_id, chosen.provider_id)
  res.json(await optionsFor(req, await dueOfCart(req, chosen.cart_id)))
})

/** @param saved_payers of a mere price none: its answer may be kept */
async function optionsFor(req: MedusaRequest, due: Due, saved_payers?: SavedPayers) {
  saved_payers ??= await savedPayers(req)
  const options = due.order ? await optionsOfOrder(req, due.order, due.currency) : await faturaOf(req).checkoutOptions(due)
  return { ...options, saved_payers, amount: toReais(due.amount), currency_code: due.currency }
}

type SavedPayers = Awaited<ReturnType<ReturnType<typeof faturaOf>["payers"]["list"]>>

async function savedPayers(req: MedusaRequest): Promise<SavedPayers> {
  const customer = customerIfAny(req)
  return customer ? faturaOf(req).payers.list(customer) : []
}

async function dueOfCart(req: MedusaRequest, cartId: string): Promise<Due> {
  const cart = await first<{ total: number; currency_code: string; sales_channel_id: string | null; region_id: string | null }>(req, "cart", ["total", "currency_code", "sales_channel_id", "region_id"], cartId)
  if (!cart) {
    throw new ShopperError("not_found", "order_not_found")
  }
  return { amount: toCents(cart.total), currency: cart.currency_code, salesChannelId: cart.sales_channel_id, inRegion: await providersOfRegion(req.scope, cart.region_id) }
}

async function dueOfSession(req: MedusaRequest, sessionId: string): Promise<Due> {
  const session = await sessionOf(req, sessionId)
  const order = session.orderId ? await readOrderToPay(req.scope, session.orderId) : null
  const waits = order !== null && order.status === "pending" && order.pendingCents > 0
  return {
    amount: waits ? order.pendingCents : cents(session.amountCents),
    currency: session.currency,
    salesChannelId: order?.salesChannelId ?? null,
    inRegion: await providersOfRegion(req.scope, order?.regionId ?? null),
    ...(waits && { order }),
  }
}

async function dueOfPrice(req: MedusaRequest, { amount, region_id }: { amount: number; region_id?: string }): Promise<Due> {
  const [channel] = (req as MedusaStoreRequest).publishable_key_context?.sales_channel_ids ?? []
  return { amount: toCents(amount), currency: "brl", salesChannelId: channel ?? null, inRegion: await providersOfRegion(req.scope, region_id ?? null) }
}

async function first<T>(req: MedusaRequest, entity: string, fields: string[], entityId: string): Promise<T | null> {
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({ entity, fields: ["id", ...fields], filters: { id: entityId } })
  return (data[0] as T | undefined) ?? null
}
