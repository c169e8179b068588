import type { PaymentView } from "../api/types"
import type { PlacedOrder } from "../app/memory"
import { LineList } from "../cart/line-list"
import { BankIcon } from "../ui/icons"
import { formatMoney } from "../ui/money"

/** What is paid, and to whom: the bank shows the same name before the shopper confirms. */
export function PayeeCard({ view, order }: { view: PaymentView; order: PlacedOrder | undefined }) {
  return (
    <section className="card payee" aria-labelledby="payee-title">
      <h2 id="payee-title">Seu pedido</h2>
      {order && order.lines.length > 0 && <LineList lines={order.lines} currency={view.currency_code} />}
      <dl className="totals">
        <div className="totals__total"><dt>Total <small>com frete</small></dt><dd data-testid="payment-amount">{formatMoney(view.amount, view.currency_code)}</dd></div>
      </dl>
      {view.payee?.name && (
        <div className="payee__who" data-testid="payee">
          <BankIcon />
          <p>
            <span className="muted small">Quem recebe</span>
            <strong>{view.payee.name}</strong>
            {view.payee.document_masked && <span className="small">{view.payee.document_masked}</span>}
          </p>
        </div>
      )}
    </section>
  )
}
