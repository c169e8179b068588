import type { RefObject } from "react"
import { fill, formatMoney } from "../core/format"
import { planText } from "../core/installments"
import { CardField } from "./card-field"
import { classes } from "./classes"
import { described, Field } from "./field"
import { Icon } from "./icons"
import { useTexts } from "./provider"
import { Spinner } from "./spinner"
import type { CardFormState } from "./use-card-form"
import { useTokenizationScript } from "./use-tokenization-script"
import { Words } from "./words"

export type CardFormProps = {
  /** From `useCardForm`; its `formProps` belong on the `<form>` around this component. */
  card: CardFormState
  currencyCode?: string
  /** How the store is called on the card's statement. */
  statementDescriptor?: string | null
  disabled?: boolean
  className?: string
}

/** The card's inputs. Closed until the gateway's script can read them; only that script gets number and code. */
export function CardForm({ card, currencyCode = "brl", statementDescriptor, disabled, className }: CardFormProps) {
  const { card: texts, pay } = useTexts()
  const script = useTokenizationScript(card.tokenization?.script_url)
  if (!card.marks) return null
  return (
    <div className={classes("fatura", "fatura-card-form", className)} data-testid="card-form">
      {script.state === "loading" && <Spinner label={texts.loading} />}
      {script.state === "failed" && (
        <p className="fatura-problem" role="alert" data-testid="card-script-failed">
          {texts.script_failed} <button type="button" className="fatura-link" onClick={script.retry}>{pay.retry}</button>
        </p>
      )}
      <fieldset className="fatura-fields" disabled={disabled || script.state !== "ready"}>
        <legend className="fatura-hidden">{texts.legend}</legend>
        <CardField
          card={card} name="number" label={texts.number} hint={card.brand ?? undefined} className="fatura-field--wide"
          inputMode="numeric" autoComplete="cc-number" placeholder="0000 0000 0000 0000" maxLength={23}
        />
        <CardField card={card} name="name" label={texts.name} className="fatura-field--wide" autoComplete="cc-name" autoCapitalize="characters" maxLength={60} />
        <CardField card={card} name="expiry" label={texts.expiry} inputMode="numeric" autoComplete="cc-exp" placeholder={texts.expiry_example} maxLength={7} />
        <CardField card={card} name="cvv" label={texts.cvv} inputMode="numeric" autoComplete="cc-csc" placeholder="123" maxLength={4} />
        <Installments card={card} currencyCode={currencyCode} />
      </fieldset>
      <input ref={card.inputs.token as RefObject<HTMLInputElement>} type="hidden" {...card.marks.token} />
      {statementDescriptor && <p className="fatura-small" data-testid="card-descriptor"><Words text={texts.descriptor} values={{ name: statementDescriptor }} /></p>}
      <p className="fatura-promise"><Icon name="lock" size={18} /> {texts.promise}</p>
    </div>
  )
}

/** In how many parts the card is charged: each with its value, and the total, which is the same for all. */
function Installments({ card, currencyCode }: { card: CardFormState; currencyCode: string }) {
  const texts = useTexts()
  const id = "card-installments"
  const total = formatMoney(card.plan?.total ?? 0, currencyCode, texts.locale)
  const hint = card.plan && <span data-testid="card-total">{fill(texts.installments.total, { total })}</span>
  const error = card.errors.installments
  return (
    <Field id={id} label={texts.installments.label} hint={hint} error={error} className="fatura-field--wide">
      <select id={id} data-testid={id} value={card.plan?.count} {...described(id, { hint, error })} onChange={(event) => card.setInstallments(Number(event.target.value))}>
        {card.plans.map((plan) => <option key={plan.count} value={plan.count}>{planText(plan, texts, currencyCode)}</option>)}
      </select>
    </Field>
  )
}
