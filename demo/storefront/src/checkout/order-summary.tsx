import type { Cart } from "../api/types"
import { TotalsList } from "../cart/totals-list"
import { ProductImage } from "../catalog/product-image"
import { formatMoney } from "../ui/money"

export function OrderSummary({ cart }: { cart: Cart }) {
  return (
    <>
      <h2>Resumo do pedido</h2>
      <ul className="summary-lines">
        {(cart.items ?? []).map((item) => {
          const title = item.product_title ?? item.title
          return (
            <li key={item.id}>
              <ProductImage src={item.thumbnail} title={title} className="summary-lines__image" />
              <span className="summary-lines__text">
                {item.quantity} × {title}
                {item.variant_title && item.variant_title !== title && <small>{item.variant_title}</small>}
              </span>
              <span>{formatMoney(item.total, cart.currency_code)}</span>
            </li>
          )
        })}
      </ul>
      <TotalsList cart={cart} />
    </>
  )
}
