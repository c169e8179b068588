import { MedusaError } from "@medusajs/framework/utils"
import { withoutCardData } from "../../../domain/card-data"
import { Cents, toCents } from "../../../domain/money"
import type { PlainAddress } from "../../../domain/address"

type Query = { graph(input: { entity: string; fields: string[]; filters?: Record<string, unknown> }): Promise<{ data: unknown[] }> }

/** A person or place as Medusa knows it. */
export type Contact = PlainAddress & { first_name?: string | null; last_name?: string | null; phone?: string | null }

/** What is being paid for, read on the server at the moment of use. */
export type Purchase = {
  sessionId: string
  collectionId: string
  /** Names what is bought, whatever payment collections core makes for it: see {@link purchaseKey}. */
  key: string
  amount: Cents
  currency: string
  cartId: string | null
  orderId: string | null
  orderNumber: string | null
  orderCanceled: boolean
  salesChannelId: string | null
  email: string | null
  items: { id: string; title: string; quantity: number; total: Cents; requiresShipping: boolean }[]
  shippingTotal: Cents
  shippingAddress: Contact | null
  billingAddress: Contact | null
  customer: { name: string | null; phone: string | null; metadata: Record<string, unknown> | null } | null
  metadata: Record<string, unknown> | null
  /** The customer, when it is one with an account. */
  accountId?: string | null
}

const BUYING_FIELDS = [
  "id",
  "email",
  "currency_code",
  "sales_channel_id",
  "metadata",
  "total",
  "shipping_total",
  "items.*",
  "items.total",
  "items.tax_lines.*",
  "items.adjustments.*",
  "shipping_methods.*",
  "shipping_methods.tax_lines.*",
  "shipping_methods.adjustments.*",
  "shipping_address.*",
  "billing_address.*",
  "customer.id",
  "customer.has_account",
  "customer.first_name",
  "customer.last_name",
  "customer.phone",
  "customer.metadata",
]

type BuyingRow = {
  id: string
  display_id?: number
  status?: string
  email: string | null
  sales_channel_id: string | null
  metadata: Record<string, unknown> | null
  shipping_total: number | string
  items: { id: string; title: string; product_title?: string | null; variant_title?: string | null; quantity: number; total: number | string; requires_shipping?: boolean }[]
  shipping_address: Contact | null
  billing_address: Contact | null
  customer: { id: string; has_account: boolean; first_name: string | null; last_name: string | null; phone: string | null; metadata: Record<string, unknown> | null } | null
}

/**
 * Reads what a session is paying for: the order when one is linked to its collection (at a normal
 * completion it is, before the payment is authorised), else the cart.
 * @throws MedusaError not_found when the session is gone
 */
export async function readPurchase(query: Query, sessionId: string): Promise<Purchase> {
  const session = await first<{ id: string; amount: number; currency_code: string; payment_collection_id: string }>(query, "payment_session", ["id", "amount", "currency_code", "payment_collection_id"], { id: sessionId })
  if (!session) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `Payment session ${sessionId} does not exist`)
  }
  const collectionId = session.payment_collection_id
  const [orderLink, cartLink] = await Promise.all([
    first<{ order_id: string }>(query, "order_payment_collection", ["order_id"], { payment_collection_id: collectionId }),
    first<{ cart_id: string }>(query, "cart_payment_collection", ["cart_id"], { payment_collection_id: collectionId }),
  ])
  const key = await purchaseKey(query, { cartId: cartLink?.cart_id, orderId: orderLink?.order_id })
  const row = orderLink
    ? await first<BuyingRow>(query, "order", [...BUYING_FIELDS, "display_id", "status"], { id: orderLink.order_id })
    : cartLink && (await first<BuyingRow>(query, "cart", BUYING_FIELDS, { id: cartLink.cart_id }))
  if (!row || !key) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `Payment session ${sessionId} belongs to no cart and no order`)
  }
  return {
    sessionId,
    collectionId,
    key,
    amount: toCents(session.amount),
    currency: session.currency_code.toLowerCase(),
    cartId: cartLink?.cart_id ?? null,
    orderId: orderLink?.order_id ?? null,
    orderNumber: row.display_id ? String(row.display_id) : null,
    orderCanceled: row.status === "canceled",
    salesChannelId: row.sales_channel_id,
    email: row.email,
    items: (row.items ?? []).map((item) => ({
      id: item.id,
      title: withoutCardData([item.product_title ?? item.title, item.variant_title].filter((part) => part && part !== "Default variant").join(" ")),
      quantity: Number(item.quantity),
      total: toCents(item.total),
      requiresShipping: item.requires_shipping ?? true,
    })),
    shippingTotal: toCents(row.shipping_total ?? 0),
    shippingAddress: row.shipping_address ?? null,
    billingAddress: row.billing_address ?? null,
    customer: row.customer
      ? { name: fullName(row.customer), phone: row.customer.phone, metadata: row.customer.metadata }
      : null,
    metadata: row.metadata,
    accountId: row.customer?.has_account ? row.customer.id : null,
  }
}

/**
 * The name of a purchase: its cart, also when the order has got further payment collections since; of an order
 * that came from no cart (made by staff) the order.
 */
export async function purchaseKey(query: Query, { cartId, orderId }: { cartId?: string | null; orderId?: string | null }): Promise<string | null> {
  const origin = !cartId && orderId ? await first<{ cart_id: string }>(query, "order_cart", ["cart_id"], { order_id: orderId }) : null
  return cartId ?? origin?.cart_id ?? orderId ?? null
}

export async function isOrderCanceled(query: Query, orderId: string): Promise<boolean> {
  return (await first<{ status: string }>(query, "order", ["id", "status"], { id: orderId }))?.status === "canceled"
}

/** Characters that nobody sees (zero-width spaces, joiners, marks of direction): pasted along, and refused by banks. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}]|(?!\s)\p{Cc}/gu

/** First and last name joined, or null. Without odd spaces and invisible characters. */
export function fullName(person: { first_name?: string | null; last_name?: string | null } | null | undefined): string | null {
  const name = [person?.first_name, person?.last_name].filter(Boolean).join(" ").replace(INVISIBLE, "").replace(/\s+/g, " ").trim()
  return name || null
}

async function first<T>(query: Query, entity: string, fields: string[], filters: Record<string, unknown>): Promise<T | null> {
  const { data } = await query.graph({ entity, fields, filters })
  return (data[0] as T | undefined) ?? null
}
