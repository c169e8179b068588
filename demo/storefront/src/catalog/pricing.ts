import type { Product, Variant } from "../api/types"

/** The lowest price among the variants, and whether another variant costs more. */
export function priceRange(product: Product): { from: number; varies: boolean; currency: string } | null {
  const prices = (product.variants ?? []).flatMap((variant) => variant.calculated_price ?? [])
  const first = prices[0]
  if (!first) return null
  const amounts = prices.map((price) => price.calculated_amount)
  const from = Math.min(...amounts)
  return { from, varies: Math.max(...amounts) > from, currency: first.currency_code }
}

/** Whether the variant can be put into the cart now. Without stock keeping it always can. */
export function isAvailable(variant: Variant): boolean {
  if (!variant.calculated_price) return false
  if (!variant.manage_inventory || variant.allow_backorder) return true
  return (variant.inventory_quantity ?? 1) > 0
}
