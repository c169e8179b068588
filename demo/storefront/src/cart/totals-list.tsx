import type { Cart } from "../api/types"
import { formatMoney } from "../ui/words"

const toCents = (amount: number) => Math.round(amount * 100)

/**
 * The sums of a cart as the server counted them. Its discounts have fractions of a cent: what is shown is the
 * difference of what is shown, so that the column adds up.
 */
export function TotalsList({ cart }: { cart: Cart }) {
  const money = (amount: number) => formatMoney(amount, cart.currency_code)
  const hasShipping = (cart.shipping_methods ?? []).length > 0
  const freeShipping = cart.original_shipping_total === 0
  const credit = cart.credit_line_total ?? 0
  const discount = (toCents(cart.original_item_total) + toCents(cart.original_shipping_total) - toCents(credit) - toCents(cart.total)) / 100
  return (
    <dl className="totals">
      <div><dt>Produtos</dt><dd>{money(cart.original_item_total)}</dd></div>
      <div><dt>Frete</dt><dd>{!hasShipping ? "a calcular" : freeShipping ? "grátis" : money(cart.original_shipping_total)}</dd></div>
      {cart.discount_total > 0 && <div className="totals__discount"><dt>Desconto</dt><dd>−{money(discount)}</dd></div>}
      {credit > 0 && <div><dt>Créditos</dt><dd>−{money(credit)}</dd></div>}
      <div className="totals__total"><dt>Total</dt><dd data-testid="cart-total">{money(cart.total)}</dd></div>
    </dl>
  )
}
