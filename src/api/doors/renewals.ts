import type { MedusaRequest } from "@medusajs/framework/http"
import type { CheckoutOptions } from "../../modules/fatura/view/checkout-options"
import type { Renewal } from "../../modules/fatura/view/session-view"
import { methodPrices } from "../../workflows/orders/method-prices"
import type { OrderToPay } from "../../workflows/orders/order-to-pay"
import { providersOfRegion } from "../../workflows/orders/region-providers"
import { faturaOf } from "./staff"

/** What an order that waits may be paid by: the methods of its region, each at its own price. */
export async function optionsOfOrder(req: MedusaRequest, order: OrderToPay, currency: string): Promise<CheckoutOptions> {
  const [inRegion, prices] = await Promise.all([providersOfRegion(req.scope, order.regionId), methodPrices(req.scope, order)])
  return faturaOf(req).checkoutOptions({ amount: order.pendingCents, currency, salesChannelId: order.salesChannelId, inRegion, prices })
}

/** The same in short, for the page of a payment. */
export async function renewalsOf(req: MedusaRequest, order: OrderToPay, currency: string): Promise<Renewal[]> {
  const { methods } = await optionsOfOrder(req, order, currency)
  return methods.flatMap(({ provider_id, method, amount, new_cart }) => (amount === undefined ? [] : [{ provider_id, method, amount, new_cart: new_cart ?? false }]))
}
