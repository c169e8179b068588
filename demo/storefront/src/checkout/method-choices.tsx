import type { ReactNode } from "react"
import type { PaymentMethod } from "./payment-methods"

type Props = {
  methods: PaymentMethod[]
  selected: string | null
  onSelect: (providerId: string) => void
  /** Why a method cannot be chosen, by provider id. */
  unavailable?: Record<string, string | undefined>
  /** Id of the heading that names the group. */
  labelledBy: string
  /** What belongs to the chosen method, shown right below it. */
  children?: ReactNode
}

export function MethodChoices({ methods, selected, onSelect, unavailable = {}, labelledBy, children }: Props) {
  return (
    <div className="choices" role="radiogroup" aria-labelledby={labelledBy}>
      {methods.map((method) => (
        <div key={method.providerId} className="choices__item">
          <label className="choice">
            <input
              type="radio" name="payment" value={method.providerId} data-testid={`payment-method-${method.providerId}`}
              disabled={unavailable[method.providerId] !== undefined} checked={selected === method.providerId} onChange={() => onSelect(method.providerId)}
            />
            <span className="choice__icon">{method.icon}</span>
            <span className="choice__text"><strong>{method.name}</strong><small>{unavailable[method.providerId] ?? method.text}</small></span>
          </label>
          {selected === method.providerId && children}
        </div>
      ))}
    </div>
  )
}
