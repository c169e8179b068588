import type { ShippingCode } from "../../demo/store/src/seed/constants"
import { shippingOptions } from "../../demo/store/src/seed/constants"
import { adminApi, httpClient, storeApi, type HttpClient } from "./http"
import { address as defaultAddress, email as newEmail, type Address } from "./people"
import { poll } from "./poll"
import type { Store } from "./store"

/** What the shopper's steps need of a store; several processes of one shop share all but `url`. */
export type Shop = Pick<Store, "url" | "publishableKey" | "regionId" | "adminToken">

export type CartRequest = {
  /** Default: one 500 g of coffee (R$ 58,90). SKUs are those of the demo's catalogue. */
  items?: { sku: string; quantity?: number }[]
  email?: string
  /** `null` leaves the cart without an address. */
  address?: Partial<Address> | null
  /** `null` leaves the cart without a delivery. Default PAC, R$ 15,90. */
  shipping?: ShippingCode | null
  promotion?: string
  metadata?: Record<string, unknown>
  customerToken?: string
}

export type Cart = {
  id: string
  email: string
  total: number
  item_total: number
  shipping_total: number
  discount_total: number
  currency_code: string
  metadata: Record<string, unknown> | null
  payment_collection?: PaymentCollection
}

export type PaymentSession = {
  id: string
  provider_id: string
  status: string
  amount: number
  currency_code: string
  data: Record<string, unknown>
}

export type PaymentCollection = { id: string; status: string; amount: number; payment_sessions: PaymentSession[] }

export type Completion =
  | { status: number; type: "order"; order: { id: string; display_id: number; total: number } }
  | { status: number; type: "cart"; error: { message: string; type: string }; cart: Cart }
  | { status: number; type: "refused"; message: string; code?: string }

const cartFields = "id,email,total,item_total,shipping_total,discount_total,currency_code,metadata,*payment_collection,*payment_collection.payment_sessions"
const variantIds = new Map<string, Promise<Map<string, string>>>()

async function variantId(shop: Shop, sku: string): Promise<string> {
  let known = variantIds.get(shop.publishableKey)
  if (!known) {
    known = storeApi(shop)
      .get<{ products: { variants: { id: string; sku: string }[] }[] }>("/store/products?limit=100&fields=variants.id,variants.sku")
      .then(({ products }) => new Map(products.flatMap(({ variants }) => variants.map((variant) => [variant.sku, variant.id] as const))))
    variantIds.set(shop.publishableKey, known)
  }
  const id = (await known).get(sku)
  if (!id) throw new Error(`the catalogue has no variant ${sku}`)
  return id
}

/** A cart that could be completed but for its payment. */
export async function createCart(shop: Shop, request: CartRequest = {}): Promise<Cart> {
  const api = storeApi(shop, request.customerToken)
  const items = await Promise.all(
    (request.items ?? [{ sku: "CAFE-500" }]).map(async ({ sku, quantity = 1 }) => ({ variant_id: await variantId(shop, sku), quantity })),
  )
  const address = request.address === null ? {} : addresses(request.address)
  const { cart } = await api.post<{ cart: Cart }>("/store/carts", {
    region_id: shop.regionId,
    email: request.email ?? newEmail(),
    items,
    metadata: request.metadata,
    promo_codes: request.promotion ? [request.promotion] : undefined,
    ...address,
  })
  if (request.shipping !== null) await chooseShipping(api, cart.id, request.shipping ?? "pac")
  return readCart(shop, cart.id, request.customerToken)
}

function addresses(parts: Partial<Address> | undefined) {
  const full = defaultAddress(parts)
  return { shipping_address: full, billing_address: full }
}

async function chooseShipping(api: HttpClient, cartId: string, code: ShippingCode): Promise<void> {
  const { shipping_options } = await api.get<{ shipping_options: { id: string; name: string }[] }>(`/store/shipping-options?cart_id=${cartId}`)
  const option = shipping_options.find(({ name }) => name === shippingOptions[code].name)
  if (!option) throw new Error(`the cart offers no shipping option "${shippingOptions[code].name}"`)
  await api.post(`/store/carts/${cartId}/shipping-methods`, { option_id: option.id })
}

export async function readCart(shop: Shop, cartId: string, customerToken?: string): Promise<Cart> {
  const { cart } = await storeApi(shop, customerToken).get<{ cart: Cart }>(`/store/carts/${cartId}?fields=${cartFields}`)
  return cart
}

/** Chooses a payment method: makes the payment collection when the cart has none, and a session in it. */
export async function addPaymentSession(
  shop: Shop,
  cartId: string,
  providerId: string,
  data?: Record<string, unknown>,
  customerToken?: string,
): Promise<{ paymentCollectionId: string; session: PaymentSession }> {
  const api = storeApi(shop, customerToken)
  const { payment_collection: made } = await api.post<{ payment_collection: PaymentCollection }>("/store/payment-collections", { cart_id: cartId })
  const { payment_collection } = await api.post<{ payment_collection: PaymentCollection }>(
    `/store/payment-collections/${made.id}/payment-sessions`,
    { provider_id: providerId, data },
  )
  const session = payment_collection.payment_sessions.find(({ provider_id }) => provider_id === providerId)
  if (!session) throw new Error(`the collection has no session of ${providerId}`)
  return { paymentCollectionId: payment_collection.id, session }
}

/** Completes the cart; a refusal is an answer here, not an error. */
export async function complete(shop: Shop, cartId: string, customerToken?: string): Promise<Completion> {
  const { status, body } = await storeApi(shop, customerToken).raw("POST", `/store/carts/${cartId}/complete`, {})
  const answer = body as { type?: string; message?: string; code?: string }
  if (status === 200 && answer.type === "order") return { status, ...(body as { type: "order"; order: { id: string; display_id: number; total: number } }) }
  if (status === 200) return { status, ...(body as { type: "cart"; error: { message: string; type: string }; cart: Cart }) }
  return { status, type: "refused", message: answer.message ?? "", code: answer.code }
}

export type PlacedOrder = { orderId: string; displayId: number; total: number; cartId: string; paymentCollectionId: string; sessionId: string }

/** The whole way from an empty cart to a placed order. @throws when the completion is refused */
export async function placeOrder(
  shop: Shop,
  request: CartRequest & { providerId: string; data?: Record<string, unknown> },
): Promise<PlacedOrder> {
  const cart = await createCart(shop, request)
  const { paymentCollectionId, session } = await addPaymentSession(shop, cart.id, request.providerId, request.data, request.customerToken)
  const completion = await complete(shop, cart.id, request.customerToken)
  if (completion.type !== "order") throw new Error(`the order was not placed: ${JSON.stringify(completion)}`)
  const { id, display_id, total } = completion.order
  return { orderId: id, displayId: display_id, total, cartId: cart.id, paymentCollectionId, sessionId: session.id }
}

export type AdminOrder = {
  id: string
  display_id: number
  status: string
  payment_status: string
  total: number
  summary: { paid_total: number; refunded_total: number; pending_difference: number }
  payment_collections: {
    id: string
    status: string
    amount: number
    payment_sessions: PaymentSession[]
    payments: { id: string; amount: number; captures: { amount: number }[]; refunds: { amount: number }[]; provider_id: string }[]
  }[]
}

/** The order as staff see it. */
export async function readOrder(shop: Shop, orderId: string): Promise<AdminOrder> {
  const fields = [
    "id,display_id,status,payment_status,total,*summary",
    "*payment_collections,*payment_collections.payment_sessions,*payment_collections.payments",
    "*payment_collections.payments.captures,*payment_collections.payments.refunds",
  ].join(",")
  const { order } = await (await adminApi(shop)).get<{ order: AdminOrder }>(`/admin/orders/${orderId}?fields=${fields}`)
  return order
}

const cents = (reais: number): number => Math.round(reais * 100)

/**
 * Waits until the order is captured and its books show the whole total as paid: core writes the capture
 * first and the order's transaction a moment later. To the cent, since a percentage off leaves core with
 * totals like 441.191.
 */
export function untilPaid(shop: Shop, orderId: string, timeoutMs = 10_000): Promise<AdminOrder> {
  return poll(async () => {
    const order = await readOrder(shop, orderId)
    return order.payment_status === "captured" && cents(order.summary.paid_total) === cents(order.total) && order
  }, timeoutMs)
}

/** Token of a customer with an account. */
export async function customerToken(shop: Shop, login: { email: string; password: string }): Promise<string> {
  const { token } = await httpClient(shop.url).post<{ token: string }>("/auth/customer/emailpass", login)
  return token
}
