import { type FormEvent, useState } from "react"
import { errorWords } from "../api/error-words"
import type { PaymentView } from "../api/types"
import { useShop } from "../app/shop-context"
import { accountMark, CardFormFields } from "../card/card-form-fields"
import { useCardForm } from "../card/use-card-form"
import { MethodChoices } from "../checkout/method-choices"
import { CARD_PROVIDER } from "../checkout/payment-methods"
import { useOfferedMethods } from "../checkout/use-offered-methods"
import { installmentPlans } from "../settings/installments"
import { Spinner } from "../ui/spinner"
import type { Renewal } from "./use-renewal"

type Props = { view: PaymentView; waiting: boolean; renewal: Renewal; onClose: () => void }

/** Chooses how to pay an order that is placed already. A card is typed right here. */
export function OtherMethodForm({ view, waiting, renewal, onClose }: Props) {
  const { config } = useShop()
  const offered = useOfferedMethods()
  const card = useCardForm()
  const [chosen, setChosen] = useState<string | null>(null)
  // Another card is another try; another code of the kind that still waits would be none.
  const makesSense = (method: string) => !waiting || method === "card" || method !== view.method
  const methods = offered.state === "ready" ? offered.value.filter(({ method }) => makesSense(method)) : []
  const method = methods.find(({ providerId }) => providerId === chosen) ?? methods[0]
  const tokenization = method?.providerId === CARD_PROVIDER ? config.tokenization : undefined
  const plans = installmentPlans(view.amount)
  const busy = renewal.busyWith !== null

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !method) return
    const cardToPay = tokenization && card.submit(plans)
    if (cardToPay === null) return
    const done = await renewal.renew(method.providerId, cardToPay)
    if (!done && cardToPay) card.forgetToken()
  }

  return (
    <form className="card other-method" noValidate onSubmit={submit} onChange={() => renewal.setProblem("")} data-testid="other-method-form" {...(tokenization && accountMark(tokenization))}>
      <h2 id="other-method-title">Pagar de outro jeito</h2>
      {waiting && <p className="muted">O pagamento atual deixa de valer assim que o novo for criado.</p>}
      {offered.state === "loading" && <Spinner label="Buscando as formas de pagamento..." />}
      {offered.state === "failed" && (
        <p className="form-problem" role="alert">
          {errorWords(offered.error)} <button type="button" className="text-button" onClick={offered.reload}>Tentar de novo</button>
        </p>
      )}
      {offered.state === "ready" && methods.length === 0 && <p className="muted">Não há outra forma de pagamento agora.</p>}
      <fieldset disabled={busy}>
        <legend className="visually-hidden">Forma de pagamento</legend>
        <MethodChoices methods={methods} selected={method?.providerId ?? null} onSelect={setChosen} labelledBy="other-method-title">
          {tokenization && <CardFormFields card={card} tokenization={tokenization} plans={plans} currency={view.currency_code} />}
        </MethodChoices>
      </fieldset>
      <div role="alert">{renewal.problem && <p className="form-problem" data-testid="renew-error">{renewal.problem}</p>}</div>
      <div className="other-method__buttons">
        {method && (
          <button type="submit" className="button button--large" aria-busy={busy} data-testid="other-method-submit">
            {busy ? "Um momento..." : method.renewWords}
          </button>
        )}
        <button type="button" className="text-button" disabled={busy} onClick={onClose}>Voltar</button>
      </div>
    </form>
  )
}
