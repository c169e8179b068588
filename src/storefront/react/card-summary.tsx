import { brandName } from "../core/card-fields"
import { fill } from "../core/format"
import { planText } from "../core/installments"
import type { SessionView } from "../core/types"
import { classes } from "./classes"
import { Icon } from "./icons"
import { useTexts } from "./provider"

/** With which card an order is paid, and in how many installments. */
export function CardSummary({ session, className }: { session: SessionView; className?: string }) {
  const texts = useTexts()
  if (!session.card) return null
  const { brand, last4, installments: count } = session.card
  const name = brand ? brandName(brand) : texts.card.summary
  const amount = Math.round((session.amount * 100) / count) / 100
  return (
    <section className={classes("fatura", "fatura-card", "fatura-card-summary", className)} aria-label={texts.card.summary} data-testid="card-summary">
      <Icon name="card" size={28} />
      <p>
        <strong>{last4 ? fill(texts.card.last4, { brand: name, last4 }) : name}</strong>
        <span className="fatura-muted">{planText({ count, amount, total: session.amount }, texts, session.currency_code)}</span>
      </p>
    </section>
  )
}
