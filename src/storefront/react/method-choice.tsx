import { type ReactNode, useId } from "react"
import { own } from "../core/own"
import { discountText } from "../core/discount"
import { mostInstallmentsText } from "../core/installments"
import type { FaturaTexts } from "../core/texts/types"
import type { MethodOption } from "../core/types"
import { classes } from "./classes"
import { MethodIcon } from "./icons"
import { useTexts } from "./provider"

export type MethodChoiceProps = {
  /** The `methods` of the store's checkout options, in the order in which they are shown. */
  methods: MethodOption[]
  /** Provider id of the chosen method. */
  value: string | null
  onChange: (providerId: string, method: MethodOption) => void
  currencyCode?: string
  /** What belongs to the chosen method, shown right below it: the card form, a note. */
  children?: ReactNode
  /** What stands beside the name instead of the method's discount ("5% de desconto"). */
  badge?: (method: MethodOption) => ReactNode
  /** What stands below the name instead of the usual words. */
  hint?: (method: MethodOption) => ReactNode
  /** What is wrong with the choice, in words. */
  error?: string
  /** Id of the heading that names the group; without it the group has a name of its own. */
  labelledBy?: string
  disabled?: boolean
  className?: string
}

/** How the shopper pays. A method that can't be used stays to be seen, with the reason. */
export function MethodChoice({ methods, value, onChange, currencyCode = "brl", children, badge, hint, error, labelledBy, disabled, className }: MethodChoiceProps) {
  const texts = useTexts()
  const name = useId()
  if (methods.length === 0) return <p className="fatura-problem" role="alert">{texts.choice.none}</p>
  return (
    <div className={classes("fatura", "fatura-choices", className)} role="radiogroup" aria-labelledby={labelledBy} aria-label={labelledBy ? undefined : texts.choice.label}>
      {methods.map((method) => (
        <div key={method.provider_id} className="fatura-choices__item">
          <label className="fatura-choice">
            <input
              type="radio" name={name} value={method.provider_id} data-testid={`payment-method-${method.provider_id}`}
              disabled={disabled || !method.available} checked={value === method.provider_id} onChange={() => onChange(method.provider_id, method)}
            />
            <span className="fatura-choice__icon"><MethodIcon method={method.method} /></span>
            <span className="fatura-choice__text">
              <strong>{own(texts.methods, method.method)?.name ?? method.method}</strong>
              <small>{method.available ? hint?.(method) ?? usualHint(method, texts, currencyCode) : method.reason}</small>
            </span>
            <span className="fatura-choice__badge">{badge ? badge(method) : method.discount && discountText(method.discount, texts, currencyCode)}</span>
          </label>
          {value === method.provider_id && children && <div className="fatura-choices__content">{children}</div>}
        </div>
      ))}
      {error && <p className="fatura-problem" role="alert" data-testid="payment-error">{error}</p>}
    </div>
  )
}

/** For a card: in how many installments at most, and the words of every method. */
function usualHint(method: MethodOption, texts: FaturaTexts, currencyCode: string): string {
  const most = mostInstallmentsText(method.installments ?? [], texts, currencyCode)
  return [most && `${most}.`, own(texts.methods, method.method)?.hint].filter(Boolean).join(" ")
}
