import type { ShopConfig } from "../app/config"
import { createRequest } from "./request"
import type {
  Address, CardToPay, Cart, CheckoutOptions, CompleteAnswer, Payer, PaymentCollection, PaymentProvider, PaymentView, Product, ShippingOption,
} from "./types"

const cartFields = "fields=%2Bitems.total,%2Bshipping_methods.name"
const productFields = "fields=*variants.calculated_price,%2Bvariants.inventory_quantity"

/** Issuing may take the gateway up to 45 s, and the store's cart lock makes a second try wait 30 s more. */
const completeTimeout = 90_000

/** The server answers variants in any order. */
const inRank = (product: Product): Product => ({
  ...product,
  variants: product.variants && [...product.variants].sort((a, b) => (a.variant_rank ?? 0) - (b.variant_rank ?? 0)),
})

const cheapestFirst = (a: ShippingOption, b: ShippingOption) => (a.amount ?? Infinity) - (b.amount ?? Infinity)

export type StoreClient = ReturnType<typeof createStoreClient>

/** The calls this shop makes: Medusa's store API and the payment routes of the plugin. */
export function createStoreClient(config: ShopConfig) {
  const request = createRequest(config.backend, config.publishable_key)
  const post = <T>(path: string, body: unknown = {}, timeoutMs?: number) => request<T>(path, { method: "POST", body, timeoutMs })
  const id = encodeURIComponent
  const region = `region_id=${id(config.region_id)}`

  return {
    products: async () =>
      (await request<{ products: Product[] }>(`/store/products?${region}&limit=50&${productFields}`)).products.map(inRank),
    productByHandle: async (handle: string) =>
      (await request<{ products: Product[] }>(`/store/products?${region}&handle=${id(handle)}&${productFields}`)).products.map(inRank)[0],

    createCart: async () => (await post<{ cart: Cart }>(`/store/carts?${cartFields}`, { region_id: config.region_id })).cart,
    cart: async (cartId: string) => (await request<{ cart: Cart }>(`/store/carts/${id(cartId)}?${cartFields}`)).cart,
    addItem: async (cartId: string, variantId: string, quantity: number) =>
      (await post<{ cart: Cart }>(`/store/carts/${id(cartId)}/line-items?${cartFields}`, { variant_id: variantId, quantity })).cart,
    /** A quantity of 0 removes the line. */
    setQuantity: async (cartId: string, lineId: string, quantity: number) =>
      (await post<{ cart: Cart }>(`/store/carts/${id(cartId)}/line-items/${id(lineId)}?${cartFields}`, { quantity })).cart,
    updateCart: async (cartId: string, changes: { email?: string; shipping_address?: Partial<Address>; billing_address?: Address }) =>
      (await post<{ cart: Cart }>(`/store/carts/${id(cartId)}?${cartFields}`, changes)).cart,

    shippingOptions: async (cartId: string) =>
      (await request<{ shipping_options: ShippingOption[] }>(`/store/shipping-options?cart_id=${id(cartId)}`)).shipping_options.sort(cheapestFirst),
    chooseShipping: async (cartId: string, optionId: string) =>
      (await post<{ cart: Cart }>(`/store/carts/${id(cartId)}/shipping-methods?${cartFields}`, { option_id: optionId })).cart,

    paymentProviders: async () =>
      (await request<{ payment_providers: PaymentProvider[] }>(`/store/payment-providers?${region}`)).payment_providers,
    /** Availability of the methods, installments and card script for a cart. */
    checkoutOptions: (cartId: string) => request<CheckoutOptions>(`/store/fatura/checkout?cart_id=${id(cartId)}`),
    createPaymentCollection: async (cartId: string) =>
      (await post<{ payment_collection: PaymentCollection }>("/store/payment-collections", { cart_id: cartId })).payment_collection,
    createPaymentSession: async (collectionId: string, providerId: string, data: { payer: Payer; card?: CardToPay }) =>
      (await post<{ payment_collection: PaymentCollection }>(
        `/store/payment-collections/${id(collectionId)}/payment-sessions`,
        { provider_id: providerId, data },
      )).payment_collection,
    complete: (cartId: string) => post<CompleteAnswer>(`/store/carts/${id(cartId)}/complete`, {}, completeTimeout),

    paymentView: async (sessionId: string) =>
      (await request<{ session: PaymentView }>(`/store/fatura/sessions/${id(sessionId)}`)).session,
    /** "I have paid": asks the store to look now. */
    checkPayment: (sessionId: string) => post<{ session?: PaymentView }>(`/store/fatura/sessions/${id(sessionId)}/check`),
    /** A new code, or another method, for an order that is still unpaid. */
    renewPayment: async (orderId: string, providerId: string, card?: CardToPay) =>
      (await post<{ session: PaymentView }>(`/store/fatura/orders/${id(orderId)}/payment`, { provider_id: providerId, card }, completeTimeout)).session,
  }
}
