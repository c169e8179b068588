import { createCartWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"

type Address = Record<string, unknown> & { id?: string }
type OrderRow = {
  region_id: string
  sales_channel_id: string | null
  customer_id: string | null
  email: string
  currency_code: string
  items: { variant_id: string | null; quantity: number }[]
  shipping_address: Address | null
  billing_address: Address | null
}

/** What belongs to the order's own address rows and not to a new cart's. */
const OWN_FIELDS = ["id", "created_at", "updated_at", "deleted_at", "customer_id"]

/**
 * The second chance of an order that was cancelled: its stock is given back and may be gone, so the same
 * items go into a new cart, at today's prices.
 * @returns the cart's id
 * @throws MedusaError when an item can't be bought any more
 */
export async function buyAgain(container: MedusaContainer, orderId: string): Promise<string> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["region_id", "sales_channel_id", "customer_id", "email", "currency_code", "items.*", "shipping_address.*", "billing_address.*"],
    filters: { id: orderId },
  })
  const order = data[0] as unknown as OrderRow
  const { result } = await createCartWorkflow(container).run({
    input: {
      region_id: order.region_id,
      sales_channel_id: order.sales_channel_id ?? undefined,
      customer_id: order.customer_id ?? undefined,
      email: order.email,
      currency_code: order.currency_code,
      items: order.items.flatMap((item) => (item.variant_id ? [{ variant_id: item.variant_id, quantity: Number(item.quantity) }] : [])),
      shipping_address: addressOf(order.shipping_address),
      billing_address: addressOf(order.billing_address),
    },
  })
  return result.id
}

function addressOf(address: Address | null): Record<string, unknown> | undefined {
  return address ? Object.fromEntries(Object.entries(address).filter(([key]) => !OWN_FIELDS.includes(key))) : undefined
}
