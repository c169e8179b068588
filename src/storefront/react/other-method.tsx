import { type FormEvent, useState } from "react"
import { own } from "../core/own"
import { fill, formatMoney } from "../core/format"
import { errorText } from "../core/texts/words"
import type { CheckoutOptions, MethodOption, SessionView } from "../core/types"
import { CardForm } from "./card-form"
import { type HeadingLevel, useHeading } from "./heading"
import { MethodChoice } from "./method-choice"
import { useTexts } from "./provider"
import { Spinner } from "./spinner"
import { useCardForm } from "./use-card-form"
import { useCheckoutOptions } from "./use-checkout-options"
import { Words } from "./words"
import type { Renewal } from "./use-renewal"

type Props = { session: SessionView; waiting: boolean; renewal: Renewal; onClose: () => void; headingLevel?: HeadingLevel }

/** Chooses how to pay an order that is placed already. A card is typed right here. */
export function OtherMethod({ session, waiting, renewal, onClose, headingLevel }: Props) {
  const texts = useTexts()
  const [Heading, headingId] = useHeading(headingLevel)
  const { options, loading, error, reload } = useCheckoutOptions({ sessionId: session.id })
  const [chosen, setChosen] = useState<string | null>(null)
  const methods = options ? otherMethods(options, session, waiting) : []
  const method = methods.find(({ provider_id }) => provider_id === chosen) ?? methods.find(({ available }) => available)
  const byCard = method?.method === "card" && !method.new_cart
  const card = useCardForm({ tokenization: byCard ? options?.tokenization : undefined, plans: method?.installments ?? [] })
  const busy = renewal.busyWith !== null

  const priceHint = ({ method: kind, amount }: MethodOption) =>
    amount === undefined ? undefined : `${fill(texts.again.price, { price: formatMoney(amount, session.currency_code, texts.locale) })} ${own(texts.methods, kind)?.hint ?? ""}`

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
      {!options && <Missing loading={loading} error={error} onRetry={reload} />}
      {options && !method && <p className="fatura-muted">{texts.again.none}</p>}
      {methods.length > 0 && (
        <fieldset className="fatura-plain" disabled={busy}>
          <legend className="fatura-hidden">{texts.again.group}</legend>
          <MethodChoice methods={methods} value={method?.provider_id ?? null} onChange={setChosen} currencyCode={session.currency_code} labelledBy={headingId} hint={priceHint}>
            {method?.new_cart && <OtherPrice method={method} session={session} />}
            {byCard && <CardForm card={card} currencyCode={session.currency_code} statementDescriptor={options?.payee.statement_descriptor} />}
          </MethodChoice>
        </fieldset>
      )}
      <div role="alert">{renewal.problem && <p className="fatura-problem" data-testid="renew-error">{renewal.problem}</p>}</div>
      <Buttons method={method} busy={busy} onClose={onClose} />
    </form>
  )
}

/** What the shopper agrees to by going on: another price, and a new cart in the place of the order. */
function OtherPrice({ method: { amount = 0 }, session }: { method: MethodOption; session: SessionView }) {
  const texts = useTexts()
  const money = (reais: number) => formatMoney(reais, session.currency_code, texts.locale)
  return <p className="fatura-muted" data-testid="other-price"><Words text={texts.again.other_price} values={{ price: money(amount), now: money(session.amount) }} /></p>
}

/** Another card is another try; another code of the kind that still waits would be none. */
function otherMethods({ methods, tokenization }: CheckoutOptions, session: SessionView, waiting: boolean): MethodOption[] {
  return methods.filter(({ method }) => (method === "card" ? tokenization !== undefined : !waiting || method !== session.method))
}

/** What the store offers is on its way, or did not come. */
function Missing({ loading, error, onRetry }: { loading: boolean; error: unknown; onRetry: () => void }) {
  const texts = useTexts()
  if (loading) return <Spinner label={texts.again.loading} />
  return <p className="fatura-problem" role="alert">{errorText(error, texts)} <button type="button" className="fatura-link" onClick={onRetry}>{texts.pay.retry}</button></p>
}

function Buttons({ method, busy, onClose }: { method: MethodOption | undefined; busy: boolean; onClose: () => void }) {
  const { again, methods } = useTexts()
  return (
    <div className="fatura-buttons">
      {method && (
        <button type="submit" className="fatura-button fatura-button--large" aria-busy={busy} data-testid="other-method-submit">
          {busy ? again.busy : method.new_cart ? again.to_cart : own(methods, method.method)?.again ?? again.title}
        </button>
      )}
      <button type="button" className="fatura-link" disabled={busy} onClick={onClose}>{again.back}</button>
    </div>
  )
}
