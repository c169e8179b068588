import { cents, toCents, type Cents } from "./money"

/** What is taken off the items of who pays by one method: percent, or decimal reais. */
type Discount = { type: "percent" | "fixed"; value: number }

/** An order as it would cost without the discount of any method, in cents; `items` with tax, after other discounts. */
export type Undiscounted = { total: number; items: number }

/**
 * What an order costs by a method. A cart's promotions have the last word, to the cent: they decide how discounts
 * meet, and a cart is made before anybody pays this price.
 */
export function priceByMethod({ total, items }: Undiscounted, discount: Discount | undefined): Cents {
  if (!discount) {
    return cents(Math.round(total))
  }
  const off = discount.type === "percent" ? (items * discount.value) / 100 : Math.min(toCents(discount.value), items)
  return cents(Math.max(0, Math.round(total - off)))
}
