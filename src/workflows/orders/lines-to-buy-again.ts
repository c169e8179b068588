import type { CreateCartCreateLineItemDTO } from "@medusajs/framework/types"

/** A line of an order, as far as it makes a line of a new cart. */
export type OrderedLine = {
  variant_id: string | null
  quantity: number | string
  title: string
  subtitle: string | null
  thumbnail: string | null
  product_id: string | null
  product_title: string | null
  variant_title: string | null
  requires_shipping: boolean
  is_discountable: boolean
  is_tax_inclusive: boolean
  is_custom_price: boolean
  unit_price: number | string
  compare_at_unit_price: number | string | null
  metadata: Record<string, unknown> | null
}

/**
 * The lines of an order for a new cart: what the shopper had put into words (an engraving) and what the store itself
 * had given the line (a name, a price of its own, a line without a product) stay; what comes from the catalogue is
 * today's. Lines that were taken off the order are left out.
 */
export function linesToBuyAgain(lines: OrderedLine[]): CreateCartCreateLineItemDTO[] {
  return lines.filter(({ quantity }) => Number(quantity) > 0).map(lineToBuyAgain)
}

function lineToBuyAgain(line: OrderedLine): CreateCartCreateLineItemDTO {
  const { variant_id, metadata, requires_shipping, is_discountable } = line
  const ownPrice = line.is_custom_price || !variant_id
  return {
    ...(variant_id && { variant_id }),
    quantity: Number(line.quantity),
    requires_shipping,
    is_discountable,
    ...(metadata && { metadata }),
    ...((!variant_id || line.title !== line.product_title) && { title: line.title }),
    ...((!variant_id || line.subtitle !== line.variant_title) && line.subtitle !== null && { subtitle: line.subtitle }),
    ...(!variant_id && line.thumbnail && { thumbnail: line.thumbnail }),
    ...(!variant_id && line.product_id && { product_id: line.product_id }),
    ...(ownPrice && { unit_price: Number(line.unit_price), is_tax_inclusive: line.is_tax_inclusive }),
    ...(ownPrice && line.compare_at_unit_price !== null && { compare_at_unit_price: Number(line.compare_at_unit_price) }),
  }
}
