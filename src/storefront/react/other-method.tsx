import { type FormEvent, useState } from "react"
import { errorText } from "../core/texts/words"
import type { SessionView } from "../core/types"
import { CardForm } from "./card-form"
import { type HeadingLevel, useHeading } from "./heading"
import { MethodChoice } from "./method-choice"
import { useFatura } from "./provider"
import { Spinner } from "./spinner"
import { useCardForm } from "./use-card-form"
import { useCheckoutOptions } from "./use-checkout-options"
import type { Renewal } from "./use-renewal"

type Props = { session: SessionView; waiting: boolean; renewal: Renewal; onClose: () => void; headingLevel?: HeadingLevel }

/** Chooses how to pay an order that is placed already. A card is typed right here. */
export function OtherMethod({ session, waiting, renewal, onClose, headingLevel }: Props) {
  const { texts } = useFatura()
  const [Heading, headingId] = useHeading(headingLevel)
  const { options, loading, error, reload } = useCheckoutOptions({ sessionId: session.id })
  const [chosen, setChosen] = useState<string | null>(null)
  // Another card is another try; another code of the kind that still waits would be none.
  const methods = (options?.methods ?? []).filter(({ method }) =>
    (method === "card" ? options?.tokenization !== undefined : !waiting || method !== session.method))
  const method = methods.find(({ provider_id }) => provider_id === chosen) ?? methods.find(({ available }) => available)
  const byCard = method?.method === "card"
  const card = useCardForm({ tokenization: byCard ? options?.tokenization : undefined, plans: method?.installments ?? [] })
  const busy = renewal.busyWith !== null

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !method) return
    const cardToPay = byCard ? card.submit() : undefined
    if (cardToPay === null) return
    const done = await renewal.renew(method.provider_id, { card: cardToPay })
    if (!done && cardToPay) card.forgetToken()
  }

  return (
    <form className="fatura-card fatura-other" noValidate onSubmit={submit} onChange={renewal.forgetProblem} data-testid="other-method-form" {...card.formProps}>
      <Heading id={headingId}>{texts.again.title}</Heading>
      {waiting && <p className="fatura-muted">{texts.again.replaces}</p>}
      {loading && !options && <Spinner label={texts.again.loading} />}
      {error !== null && !options && (
        <p className="fatura-problem" role="alert">{errorText(error, texts)} <button type="button" className="fatura-link" onClick={reload}>{texts.pay.retry}</button></p>
      )}
      {options && !method && <p className="fatura-muted">{texts.again.none}</p>}
      {methods.length > 0 && (
        <fieldset className="fatura-plain" disabled={busy}>
          <legend className="fatura-hidden">{texts.again.group}</legend>
          <MethodChoice methods={methods} value={method?.provider_id ?? null} onChange={setChosen} currencyCode={session.currency_code} labelledBy={headingId}>
            {byCard && <CardForm card={card} currencyCode={session.currency_code} statementDescriptor={options?.payee.statement_descriptor} />}
          </MethodChoice>
        </fieldset>
      )}
      <div role="alert">{renewal.problem && <p className="fatura-problem" data-testid="renew-error">{renewal.problem}</p>}</div>
      <div className="fatura-buttons">
        {method && (
          <button type="submit" className="fatura-button fatura-button--large" aria-busy={busy} data-testid="other-method-submit">
            {busy ? texts.again.busy : texts.methods[method.method]?.again ?? texts.again.title}
          </button>
        )}
        <button type="button" className="fatura-link" disabled={busy} onClick={onClose}>{texts.again.back}</button>
      </div>
    </form>
  )
}
