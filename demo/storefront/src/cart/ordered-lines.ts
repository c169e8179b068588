import type { Cart } from "../api/types"
import type { OrderedLine } from "../app/memory"

/** What is in the cart, as the order's pages show it after the cart is gone. */
export function linesOf(cart: Cart): OrderedLine[] {
  return (cart.items ?? []).map((item) => ({
    title: item.product_title ?? item.title,
    variant: item.variant_title ?? "",
    quantity: item.quantity,
    total: item.total,
    thumbnail: item.thumbnail,
  }))
}
