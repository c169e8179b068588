import type { Cart } from "../api/types"

export function countItems(cart: Cart | null): number {
  return (cart?.items ?? []).reduce((sum, item) => sum + item.quantity, 0)
}
