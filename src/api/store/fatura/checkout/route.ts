import type { MedusaRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { cents, type Cents, toCents, toReais } from "../../../../domain/money"
import { ShopperError } from "../../../../modules/fatura/texts/shopper-error"
import { sessionOf } from "../../../doors/session-of-request"
import { forShopper } from "../../../doors/shopper"
import { faturaOf, parsed } from "../../../doors/staff"

const querySchema = z.union([z.strictObject({ cart_id: z.string().min(1) }), z.strictObject({ session_id: z.string().min(1) })])

type Due = { amount: Cents; currency: string; salesChannelId: string | null }

/**
 * `GET /store/fatura/checkout?cart_id=` or `?session_id=` (an order that is placed and may be paid in another
 * way) -> `{ methods, tokenization?, payee, amount, currency_code }`: what a checkout needs to offer the
 * methods. Amounts in decimal reais.
 */
export const GET = forShopper(async (req, res) => {
  const asked = parsed(querySchema, req.query)
  const due = "cart_id" in asked ? await dueOfCart(req, asked.cart_id) : await dueOfSession(req, asked.session_id)
  const options = await faturaOf(req).checkoutOptions(due)
  res.json({ ...options, amount: toReais(due.amount), currency_code: due.currency })
})

async function dueOfCart(req: MedusaRequest, id: string): Promise<Due> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "cart", fields: ["id", "total", "currency_code", "sales_channel_id"], filters: { id } })
  const cart = data[0] as unknown as { total: number; currency_code: string; sales_channel_id: string | null } | undefined
  if (!cart) {
    throw new ShopperError("not_found", "order_not_found")
  }
  return { amount: toCents(cart.total), currency: cart.currency_code, salesChannelId: cart.sales_channel_id }
}

async function dueOfSession(req: MedusaRequest, id: string): Promise<Due> {
  const session = await sessionOf(req, id)
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = session.orderId
    ? await query.graph({ entity: "order", fields: ["sales_channel_id"], filters: { id: session.orderId } })
    : { data: [] }
  const salesChannelId = (data[0] as { sales_channel_id?: string | null } | undefined)?.sales_channel_id ?? null
  return { amount: cents(session.amountCents), currency: session.currency, salesChannelId }
}
