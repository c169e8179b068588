import type { SessionView } from "medusa-payment-fatura/storefront"
import type { PlacedOrder } from "../app/memory"
import { LineList } from "../cart/line-list"
import { formatMoney } from "../ui/words"

/** What is paid. */
export function OrderCard({ session, order }: { session: SessionView; order: PlacedOrder | undefined }) {
  return (
    <section className="card order-card" aria-labelledby="order-card-title">
      <h2 id="order-card-title">Seu pedido</h2>
      {order && order.lines.length > 0 && <LineList lines={order.lines} currency={session.currency_code} />}
      <dl className="totals">
        <div className="totals__total"><dt>Total <small>com frete</small></dt><dd data-testid="payment-amount">{formatMoney(session.amount, session.currency_code)}</dd></div>
      </dl>
    </section>
  )
}
