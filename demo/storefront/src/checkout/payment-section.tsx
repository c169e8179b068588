import { MethodChoice } from "medusa-payment-fatura/storefront/react"
import type { ReactNode } from "react"
import { Spinner } from "../ui/spinner"
import { errorWords } from "../ui/words"
import type { Methods } from "./use-methods"

type Props = {
  offer: Methods
  selected: string | null
  onSelect: (providerId: string) => void
  currency: string
  problem: string
  /** What belongs to the chosen method. */
  children?: ReactNode
}

export function PaymentSection({ offer, selected, onSelect, currency, problem, children }: Props) {
  return (
    <section className="card" aria-labelledby="payment-title">
      <h2 id="payment-title"><span className="step" aria-hidden="true">4</span> Pagamento</h2>
      {offer.state === "loading" && <Spinner label="Buscando as formas de pagamento..." />}
      {offer.state === "failed" && (
        <p className="form-problem" role="alert">
          {errorWords(offer.error)} <button type="button" className="text-button" onClick={offer.reload}>Tentar de novo</button>
        </p>
      )}
      {offer.state === "ready" && (
        <MethodChoice methods={offer.methods} value={selected} onChange={onSelect} currencyCode={currency} labelledBy="payment-title" error={problem || undefined}>{children}</MethodChoice>
      )}
    </section>
  )
}
