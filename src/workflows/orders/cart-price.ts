import { ContainerRegistrationKeys, MathBN, Modules, decorateCartTotals } from "@medusajs/framework/utils"
import type { BigNumberInput, ComputeActions, IPromotionModuleService, MedusaContainer } from "@medusajs/framework/types"
import { cents, type Cents } from "../../domain/money"
import { METHOD_KEY } from "../../modules/fatura/discounts/promotion-state"
import type { PaymentMethod } from "../../modules/fatura/ledger/row"

type Line = Record<string, unknown> & { id: string; product_id?: string | null; shipping_option_id?: string | null; tax_lines?: unknown[] | null }
type Promotion = { code: string | null; is_automatic?: boolean | null }

/** An order as far as its items make a cart. */
export type OrderOfItems = {
  id: string
  email?: string | null
  currency_code: string
  region_id?: string | null
  sales_channel_id?: string | null
  metadata: Record<string, unknown> | null
  customer?: { id: string; groups?: { id: string }[] | null } | null
  shipping_address?: { country_code?: string | null } | null
  promotions?: (Promotion | null)[] | null
  items: Line[]
  shipping_methods?: Line[] | null
}

/** What has to be read of an order for {@link priceInNewCart}. */
export const FIELDS_OF_PRICE = [
  "id", "email", "currency_code", "region_id", "sales_channel_id", "metadata", "customer.id", "customer.groups.id", "shipping_address.country_code",
  "promotions.code", "promotions.is_automatic", "items.*", "items.tax_lines.*", "items.adjustments.*", "shipping_methods.*", "shipping_methods.tax_lines.*", "shipping_methods.adjustments.*",
]

/**
 * The codes that the shopper had typed: a new cart has them too, as far as they still hold. Medusa itself leaves out
 * what staff have ended, what is out of its time, and what was used up.
 */
export function carriedCodes(promotions: OrderOfItems["promotions"]): string[] {
  return (promotions ?? []).flatMap((promotion) => (promotion?.code && !promotion.is_automatic ? [promotion.code] : []))
}

/**
 * What an order's items and delivery would cost in a new cart that is marked with a method, at the order's prices and
 * by today's promotions: the same part of Medusa works it out that does so for the cart.
 * @returns in cents
 */
export async function priceInNewCart(container: MedusaContainer, order: OrderOfItems, method: PaymentMethod): Promise<Cents> {
  const promotions: IPromotionModuleService = container.resolve(Modules.PROMOTION)
  const plain = withoutAdjustments(order)
  const context = { ...plain, metadata: { ...order.metadata, [METHOD_KEY]: method }, region: { id: order.region_id }, ...(await withCatalogue(container, plain)) }
  const actions = await promotions.computeActions(carriedCodes(order.promotions), context as never)
  const { total } = decorateCartTotals({ ...plain, ...adjusted(plain, actions) } as never) as { total: BigNumberInput }
  return cents(Math.max(0, Math.round(MathBN.mult(total, 100).toNumber())))
}

/** With the totals of each line before any discount, which promotions start from. */
function withoutAdjustments(order: OrderOfItems): OrderOfItems & { shipping_methods: Line[] } {
  const bare = (lines: Line[] | null | undefined) => (lines ?? []).map((line) => ({ ...line, adjustments: [] }))
  return decorateCartTotals({ ...order, summary: undefined, items: bare(order.items), shipping_methods: bare(order.shipping_methods) } as never) as never
}

/** What the rules of promotions ask about, beside what the lines themselves tell. */
async function withCatalogue(container: MedusaContainer, { items, shipping_methods }: OrderOfItems & { shipping_methods: Line[] }): Promise<{ items: Line[]; shipping_methods: Line[] }> {
  const [products, options] = await Promise.all([
    byId(container, "product", ["id", "collection_id", "type_id", "tags.id", "categories.id"], items.map(({ product_id }) => product_id)),
    byId(container, "shipping_option", ["id", "shipping_option_type_id"], shipping_methods.map(({ shipping_option_id }) => shipping_option_id)),
  ])
  return {
    items: items.map((item) => ({ ...item, product: products.get(item.product_id ?? "") })),
    shipping_methods: shipping_methods.map((line) => ({ ...line, shipping_option: options.get(line.shipping_option_id ?? "") })),
  }
}

async function byId(container: MedusaContainer, entity: string, fields: string[], wanted: (string | null | undefined)[]): Promise<Map<string, unknown>> {
  const ids = [...new Set(wanted.flatMap((id) => id ?? []))]
  const { data } = ids.length ? await container.resolve(ContainerRegistrationKeys.QUERY).graph({ entity, fields, filters: { id: ids } }) : { data: [] }
  return new Map((data as { id: string }[]).map((row) => [row.id, row]))
}

type Adjustment = { amount: BigNumberInput; is_tax_inclusive: boolean }

function adjusted({ items, shipping_methods }: { items: Line[]; shipping_methods: Line[] }, actions: ComputeActions[]): { items: Line[]; shipping_methods: Line[] } {
  const given = actions as unknown as (Partial<Adjustment> & { item_id?: string; shipping_method_id?: string })[]
  const of = (key: "item_id" | "shipping_method_id", line: Line) => ({
    ...line,
    adjustments: given.filter((action) => action[key] === line.id && action.amount !== undefined).map(({ amount, is_tax_inclusive = false }) => ({ amount, is_tax_inclusive })),
  })
  return { items: items.map((line) => of("item_id", line)), shipping_methods: shipping_methods.map((line) => of("shipping_method_id", line)) }
}
