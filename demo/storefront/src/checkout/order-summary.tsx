import type { Cart } from "../api/types"
import { LineList } from "../cart/line-list"
import { linesOf } from "../cart/ordered-lines"
import { TotalsList } from "../cart/totals-list"

export function OrderSummary({ cart }: { cart: Cart }) {
  return (
    <>
      <h2>Resumo do pedido</h2>
      <LineList lines={linesOf(cart)} currency={cart.currency_code} />
      <TotalsList cart={cart} />
    </>
  )
}
