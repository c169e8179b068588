import { errorWords } from "../api/error-words"
import type { PaymentProvider } from "../api/types"
import { Spinner } from "../ui/spinner"
import type { Loaded } from "../ui/use-load"
import { PAYMENT_METHODS, type PaymentMethod } from "./payment-methods"

type Props = {
  providers: Loaded<PaymentProvider[]> & { reload: () => void }
  selected: string | null
  onSelect: (providerId: string) => void
  problem: string
}

export function offeredMethods(providers: Loaded<PaymentProvider[]>): PaymentMethod[] {
  if (providers.state !== "ready") return []
  const offered = new Set(providers.value.map((provider) => provider.id))
  return PAYMENT_METHODS.filter((method) => offered.has(method.providerId))
}

export function PaymentSection({ providers, selected, onSelect, problem }: Props) {
  const methods = offeredMethods(providers)
  return (
    <section className="card" aria-labelledby="payment-title">
      <h2 id="payment-title"><span className="step" aria-hidden="true">4</span> Pagamento</h2>
      {providers.state === "loading" && <Spinner label="Buscando as formas de pagamento..." />}
      {providers.state === "failed" && (
        <p className="form-problem" role="alert">
          {errorWords(providers.error)} <button type="button" className="text-button" onClick={providers.reload}>Tentar de novo</button>
        </p>
      )}
      {providers.state === "ready" && methods.length === 0 && (
        <p className="form-problem" role="alert">Nenhuma forma de pagamento está disponível agora.</p>
      )}
      <div className="choices" role="radiogroup" aria-labelledby="payment-title">
        {methods.map((method) => (
          <label key={method.providerId} className="choice">
            <input
              type="radio" name="payment" value={method.providerId} data-testid={`payment-method-${method.providerId}`}
              checked={selected === method.providerId} onChange={() => onSelect(method.providerId)}
            />
            <span className="choice__icon">{method.icon}</span>
            <span className="choice__text"><strong>{method.name}</strong><small>{method.text}</small></span>
          </label>
        ))}
      </div>
      {problem && <p className="form-problem" role="alert" data-testid="payment-error">{problem}</p>}
    </section>
  )
}
