import type { InstallmentPlan } from "../api/types"
import { FieldProblem } from "../checkout/text-field"
import { planFor } from "../settings/installments"
import { formatMoney } from "../ui/money"
import type { CardForm } from "./use-card-form"

const id = "card-installments"

/** In how many parts the card is charged: each with its value and the total, which is the same for all. */
export function InstallmentsField({ card, plans, currency }: { card: CardForm; plans: InstallmentPlan[]; currency: string }) {
  const problem = card.errors.installments
  const chosen = planFor(plans, card.installments)
  return (
    <div className="field field--wide">
      <label htmlFor={id}>Parcelas</label>
      <select
        id={id} data-testid={id} value={chosen?.count} aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-hint ${id}-error` : `${id}-hint`} onChange={(event) => card.setInstallments(Number(event.target.value))}
      >
        {plans.map((plan) => <option key={plan.count} value={plan.count}>{planWords(plan, currency)}</option>)}
      </select>
      <p id={`${id}-hint`} className="field__hint" data-testid="card-total">Total no cartão: {formatMoney(chosen?.total ?? 0, currency)}, sem juros.</p>
      <FieldProblem id={`${id}-error`} words={problem} />
    </div>
  )
}

function planWords({ count, amount, total }: InstallmentPlan, currency: string): string {
  if (count === 1) return `À vista: ${formatMoney(total, currency)}`
  return `${count}x de ${formatMoney(amount, currency)} sem juros`
}
