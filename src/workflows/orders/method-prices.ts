import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { cents } from "../../domain/money"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { PaymentMethod } from "../../modules/fatura/ledger/row"
import { METHOD_BY_PROVIDER_ID, PROVIDER_ID_BY_METHOD } from "../../modules/fatura/sessions/provider-ids"
import type { OrderPrices } from "../../modules/fatura/view/checkout-options"
import { METHOD_KEY } from "../../modules/fatura/discounts/promotion-state"
import { whyNotReplaced } from "../ending/why-not-replaced"
import { FIELDS_OF_PRICE, type OrderOfItems, priceInNewCart } from "./cart-price"
import { readOrderToPay, type OrderToPay } from "./order-to-pay"

/**
 * What an order that waits costs by a method. `newCart`: another price than the order has. A placed order's prices
 * can't be changed by anything that Medusa has in all its versions, so such a method is sold by a new cart with the
 * same items; null where there can be none.
 */
type MethodPrice = NonNullable<OrderPrices[PaymentMethod]>

type Adjustment = { id: string; promotion_id?: string | null }
type Item = { id: string; variant_id: string | null; is_custom_price?: boolean; adjustments?: Adjustment[] | null }
type SoldOrder = Omit<OrderOfItems, "items"> & { credit_lines?: unknown[] | null; items: Item[]; cart?: { id: string } | null }

const METHODS = Object.keys(PROVIDER_ID_BY_METHOD) as PaymentMethod[]

const FIELDS = [...FIELDS_OF_PRICE, "cart.id", "credit_lines.*"]

/** The price of an order by each method; the one that it has where that can't differ. */
export async function methodPrices(container: MedusaContainer, order: OrderToPay): Promise<OrderPrices> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const same: MethodPrice = { amount: cents(Math.max(0, order.pendingCents)), newCart: false }
  const sold = await readSold(container, order.id)
  if (!sold || !isPricedByMethod(sold, order)) {
    return { pix: same, boleto: same, card: same }
  }
  const [given, ours] = await Promise.all([fatura.discounts.given(), ownPromotions(container, sold)])
  const soldFor = discountedMethods(sold, ours)
  const own = order.collections.flatMap(({ sessions }) => sessions).map(({ providerId }) => METHOD_BY_PROVIDER_ID[providerId])
  const priceOf = async (method: PaymentMethod): Promise<MethodPrice | null> => {
    // As carts get it now, for a cart is what is offered.
    const discount = given[method]
    const differs = soldFor.some((other) => other !== method) || (discount !== undefined && !soldFor.includes(method) && !own.includes(method))
    if (!differs) {
      return same
    }
    return canBuyAgain(sold) ? { amount: await priceInNewCart(container, sold, method), newCart: true } : null
  }
  const prices = Object.fromEntries(await Promise.all(METHODS.map(async (method) => [method, await priceOf(method)]))) as OrderPrices
  return METHODS.some((method) => prices[method]?.newCart) && (await whyNotReplaced(container, fatura, order.id)) ? withoutNewCarts(prices) : prices
}

/** Nobody is offered what would be refused. */
function withoutNewCarts(prices: OrderPrices): OrderPrices {
  return Object.fromEntries(METHODS.map((method) => [method, prices[method]?.newCart ? null : prices[method]])) as OrderPrices
}

/** Whether a provider, of ours or another, would be paid less or more for an order than the order costs by it. */
export async function hasAnotherPrice(container: MedusaContainer, orderId: string, providerId: string): Promise<boolean> {
  const order = await readOrderToPay(container, orderId)
  if (!order) {
    return false
  }
  const method = METHOD_BY_PROVIDER_ID[providerId]
  if (method) {
    const price = (await methodPrices(container, order))[method]
    return price === null || price.newCart
  }
  const sold = await readSold(container, orderId)
  return sold !== null && isPricedByMethod(sold, order) && discountedMethods(sold, await ownPromotions(container, sold)).length > 0
}

async function readSold(container: MedusaContainer, orderId: string): Promise<SoldOrder | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order", fields: FIELDS, filters: { id: orderId } })
  return (data[0] as unknown as SoldOrder | undefined) ?? null
}

/**
 * What staff priced (an order of theirs, from no cart) costs the same by every method, and so does a difference: its
 * order was paid for by the method that had the discount.
 */
function isPricedByMethod(sold: SoldOrder, order: OrderToPay): boolean {
  const partlyPaid = order.collections.some(({ status }) => ["completed", "partially_captured"].includes(status))
  return Boolean(sold.cart) && !partlyPaid
}

/** The methods by the promotions of theirs that took something off an order; a promotion of staff is none, whatever its code. */
async function ownPromotions(container: MedusaContainer, { items }: SoldOrder): Promise<Map<string, PaymentMethod>> {
  const { discounts }: FaturaModuleService = container.resolve(FATURA_MODULE)
  return discounts.methodsOf([...new Set(items.flatMap(({ adjustments }) => adjustments ?? []).flatMap(({ promotion_id: id }) => id ?? []))])
}

/** The methods whose discount is in an order's total. */
function discountedMethods(sold: SoldOrder, ours: Map<string, PaymentMethod>): PaymentMethod[] {
  return METHODS.filter((method) => sold.metadata?.[METHOD_KEY] === method && [...ours.values()].includes(method))
}

/** What staff gave or priced themselves would be lost in a cart. */
function canBuyAgain({ items, credit_lines }: SoldOrder): boolean {
  return !credit_lines?.length && items.every(({ variant_id, is_custom_price }) => variant_id && !is_custom_price)
}
