import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { toCents, toReais } from "../../../../domain/money"
import { ShopperError } from "../../../../modules/fatura/texts/shopper-error"
import { faturaOf, parsed } from "../../../doors/staff"
import { forShopper } from "../../../doors/shopper"

const querySchema = z.object({ cart_id: z.string().min(1) })

type Cart = { id: string; total: number; currency_code: string; sales_channel_id: string | null }

/**
 * `GET /store/fatura/checkout?cart_id=` -> `{ methods, tokenization?, payee, amount, currency_code }`: what a
 * checkout needs to offer the methods. Amounts in decimal reais.
 */
export const GET = forShopper(async (req, res) => {
  const { cart_id } = parsed(querySchema, req.query)
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "cart", fields: ["id", "total", "currency_code", "sales_channel_id"], filters: { id: cart_id } })
  const cart = data[0] as unknown as Cart | undefined
  if (!cart) {
    throw new ShopperError("not_found", "order_not_found")
  }
  const amount = toCents(cart.total)
  const options = await faturaOf(req).checkoutOptions({ amount, currency: cart.currency_code, salesChannelId: cart.sales_channel_id })
  res.json({ ...options, amount: toReais(amount), currency_code: cart.currency_code })
})
