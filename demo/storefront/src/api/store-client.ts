import { againAfterServerError, type Request } from "medusa-payment-fatura/storefront"
import type { ShopConfig } from "../app/config"
import type { Address, Cart, Customer, Order, Product, ShippingOption } from "./types"

const cartFields = "fields=%2Bitems.total,%2Bshipping_methods.name"
const productFields = "fields=*variants.calculated_price,%2Bvariants.inventory_quantity"

/** The server answers variants in any order. */
const inRank = (product: Product): Product => ({
  ...product,
  variants: product.variants && [...product.variants].sort((a, b) => (a.variant_rank ?? 0) - (b.variant_rank ?? 0)),
})

const cheapestFirst = (a: ShippingOption, b: ShippingOption) => (a.amount ?? Infinity) - (b.amount ?? Infinity)

export type StoreClient = ReturnType<typeof createStoreClient>

/** The calls to Medusa's own store API that this shop makes; those about payments are in the package. */
export function createStoreClient(config: ShopConfig, request: Request) {
  const post = <T>(path: string, body: unknown = {}) => request<T>(path, { method: "POST", body })
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
      (await againAfterServerError(() => post<{ cart: Cart }>(`/store/carts/${id(cartId)}?${cartFields}`, changes))).cart,

    shippingOptions: async (cartId: string) =>
      (await request<{ shipping_options: ShippingOption[] }>(`/store/shipping-options?cart_id=${id(cartId)}`)).shipping_options.sort(cheapestFirst),
    chooseShipping: async (cartId: string, optionId: string) =>
      (await post<{ cart: Cart }>(`/store/carts/${id(cartId)}/shipping-methods?${cartFields}`, { option_id: optionId })).cart,

    /** Answers the token of a customer who is logged in. */
    logIn: async (email: string, password: string) => (await post<{ token: string }>("/auth/customer/emailpass", { email, password })).token,
    customer: async () => (await request<{ customer: Customer }>("/store/customers/me?fields=*addresses")).customer,
    addAddress: async (address: Address) => post("/store/customers/me/addresses", { ...address, is_default_shipping: true }),
    /** The cart becomes the customer's, and so does its order. */
    claimCart: async (cartId: string) => (await post<{ cart: Cart }>(`/store/carts/${id(cartId)}/customer?${cartFields}`)).cart,
    orders: async () =>
      (await request<{ orders: Order[] }>(`/store/orders?limit=20&order=-created_at&fields=${id("id,display_id,status,payment_status,created_at,total,currency_code,*items,*payment_collections,*payment_collections.payment_sessions")}`)).orders,
  }
}
