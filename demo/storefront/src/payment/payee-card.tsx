import type { PaymentView } from "../api/types"
import { BankIcon } from "../ui/icons"
import { formatMoney } from "../ui/money"

/** What is paid, and to whom: the bank shows the same name before the shopper confirms. */
export function PayeeCard({ view, orderNumber }: { view: PaymentView; orderNumber?: number }) {
  return (
    <section className="card payee" aria-labelledby="payee-title">
      <h2 id="payee-title">Detalhes do pagamento</h2>
      <dl className="totals">
        {orderNumber !== undefined && <div><dt>Pedido</dt><dd data-testid="order-number">#{orderNumber}</dd></div>}
        <div className="totals__total"><dt>Valor</dt><dd data-testid="payment-amount">{formatMoney(view.amount, view.currency_code)}</dd></div>
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
