import type { FormEvent, InputHTMLAttributes } from "react"
import type { InstallmentPlan } from "../api/types"
import { FieldProblem } from "../checkout/text-field"
import type { Tokenization } from "../settings/tokenization"
import { caretPlace, restoreCaret } from "../ui/caret"
import { LockIcon } from "../ui/icons"
import { Spinner } from "../ui/spinner"
import { CARD_MASKS, type CardFieldName } from "./card-fields"
import { InstallmentsField } from "./installments-field"
import type { CardForm } from "./use-card-form"
import { useScript } from "./use-script"

type Props = { card: CardForm; tokenization: Tokenization; plans: InstallmentPlan[]; currency: string }

/** The card's inputs, for a form that carries `accountMark`. Closed until the gateway's script can read them. */
export function CardFormFields({ card, tokenization, plans, currency }: Props) {
  const script = useScript(tokenization.script_url)
  const marks = tokenization.attributes
  const field = (name: CardFieldName) => ({ card, name, mark: marks[name] })

  return (
    <div className="card-form" data-testid="card-form">
      {script.state === "loading" && <Spinner label="Preparando o formulário seguro..." />}
      {script.state === "failed" && (
        <p className="form-problem" role="alert">
          Não foi possível abrir o formulário seguro do cartão. <button type="button" className="text-button" onClick={script.retry}>Tentar de novo</button>
        </p>
      )}
      <fieldset className="fields fields--card" disabled={script.state !== "ready"}>
        <legend className="visually-hidden">Dados do cartão</legend>
        <CardField {...field("number")} label="Número do cartão" inputMode="numeric" autoComplete="cc-number" placeholder="0000 0000 0000 0000" maxLength={23} className="field--wide" />
        <CardField {...field("name")} label="Nome impresso no cartão" autoComplete="cc-name" autoCapitalize="characters" maxLength={60} className="field--wide" />
        <CardField {...field("expiry")} label="Validade" inputMode="numeric" autoComplete="cc-exp" placeholder="MM/AA" maxLength={7} />
        <CardField {...field("cvv")} label="Código (CVV)" inputMode="numeric" autoComplete="cc-csc" placeholder="123" maxLength={4} />
        <InstallmentsField card={card} plans={plans} currency={currency} />
      </fieldset>
      <input ref={card.inputs.token} type="hidden" {...{ [marks.token]: "" }} />
      <p className="card-form__promise"><LockIcon size={18} /> O número e o código do cartão não passam pela loja.</p>
    </div>
  )
}

/** The attribute that tells the script for which account it works, for the form around the fields. */
export function accountMark(tokenization: Tokenization): Record<string, string> {
  return { [tokenization.attributes.account]: tokenization.account }
}

type FieldProps = { card: CardForm; name: CardFieldName; mark: string; label: string; className?: string } &
  Pick<InputHTMLAttributes<HTMLInputElement>, "inputMode" | "autoComplete" | "autoCapitalize" | "placeholder" | "maxLength">

// Without `name` and `value`: a browser that submits the form by itself sends nothing of it, and React knows nothing of it.
function CardField({ card, name, mark, label, className = "", ...input }: FieldProps) {
  const id = `card-${name}`
  const problem = card.errors[name]

  const type = (event: FormEvent<HTMLInputElement>) => {
    const element = event.currentTarget
    const masked = CARD_MASKS[name](element.value)
    if (masked !== element.value) {
      const place = caretPlace(element)
      element.value = masked
      if (place !== null) restoreCaret(element, place)
    }
    card.touch(name)
  }

  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={card.inputs[name]} id={id} data-testid={id} required {...{ [mark]: "" }} {...input}
        aria-invalid={problem ? true : undefined} aria-describedby={problem ? `${id}-error` : undefined}
        onInput={type} onBlur={() => card.leave(name)}
      />
      <FieldProblem id={`${id}-error`} words={problem} />
    </div>
  )
}
