import { createCartWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { METHOD_KEY } from "../../modules/fatura/discounts/promotion-state"
import { ShopperError } from "../../modules/fatura/texts/shopper-error"
import { carriedCodes, type OrderOfItems } from "./cart-price"
import { linesToBuyAgain, type OrderedLine } from "./lines-to-buy-again"

type Address = Record<string, unknown> & { id?: string }
type OrderRow = {
  region_id: string
  sales_channel_id: string | null
  customer_id: string | null
  email: string
  currency_code: string
  metadata: Record<string, unknown> | null
  items: OrderedLine[]
  promotions?: OrderOfItems["promotions"]
  shipping_address: Address | null
  billing_address: Address | null
}

/** What belongs to the order's own address rows and not to a new cart's. */
const OWN_FIELDS = ["id", "created_at", "updated_at", "deleted_at", "customer_id"]

/**
 * The second chance of an order that was cancelled: its stock is given back and may be gone, so the same
 * items go into a new cart, at today's prices, with the codes that still hold.
 * @returns the cart's id
 * @throws MedusaError when an item can't be bought any more
 */
export async function buyAgain(container: MedusaContainer, orderId: string): Promise<string> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["region_id", "sales_channel_id", "customer_id", "email", "currency_code", "metadata", "items.*", "promotions.code", "promotions.is_automatic", "shipping_address.*", "billing_address.*"],
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
      metadata: notesOf(order.metadata),
      items: linesToBuyAgain(order.items),
      promo_codes: carriedCodes(order.promotions),
      shipping_address: addressOf(order.shipping_address),
      billing_address: addressOf(order.billing_address),
    },
  })
  return result.id
}

/** The same, where nothing else can be offered. @throws ShopperError when an item can't be bought any more */
export async function buyAgainOrSay(container: MedusaContainer, orderId: string): Promise<string> {
  try {
    return await buyAgain(container, orderId)
  } catch (error) {
    if ((error as Partial<MedusaError>).type === MedusaError.Types.UNEXPECTED_STATE || !MedusaError.isMedusaError(error)) {
      throw error
    }
    throw new ShopperError("conflict", "sold_out")
  }
}

/** What was noted on the cart, but for the method that it was to be paid by: that is chosen anew. */
function notesOf(metadata: Record<string, unknown> | null): Record<string, unknown> | undefined {
  const { [METHOD_KEY]: _chosenAnew, ...notes } = metadata ?? {}
  return Object.keys(notes).length ? notes : undefined
}

function addressOf(address: Address | null): Record<string, unknown> | undefined {
  return address ? Object.fromEntries(Object.entries(address).filter(([key]) => !OWN_FIELDS.includes(key))) : undefined
}
