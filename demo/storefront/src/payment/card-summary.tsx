import type { PaymentView } from "../api/types"
import { CardIcon } from "../ui/icons"
import { formatMoney } from "../ui/money"

const BRANDS: Record<string, string> = {
  visa: "Visa", mastercard: "Mastercard", elo: "Elo", amex: "American Express", hipercard: "Hipercard", diners: "Diners Club",
}

/** With which card the order is paid, and in how many installments. */
export function CardSummary({ view }: { view: PaymentView }) {
  if (!view.card) return null
  const { brand, last4, installments } = view.card
  const name = brand ? BRANDS[brand.toLowerCase()] ?? brand : "Cartão de crédito"
  const each = formatMoney(Math.round((view.amount * 100) / installments) / 100, view.currency_code)
  return (
    <section className="card card-summary" aria-label="Cartão" data-testid="card-summary">
      <CardIcon size={28} />
      <p>
        <strong>{name}{last4 && ` final ${last4}`}</strong>
        <span className="muted">{installments === 1 ? `À vista, ${each}` : `${installments}x de ${each} sem juros`}</span>
      </p>
    </section>
  )
}
