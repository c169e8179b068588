import type { ReactNode } from "react"
import { errorWords } from "../api/error-words"
import { Spinner } from "../ui/spinner"
import { MethodChoices } from "./method-choices"
import type { OfferedMethods } from "./use-offered-methods"

type Props = {
  offered: OfferedMethods
  selected: string | null
  onSelect: (providerId: string) => void
  unavailable: Record<string, string | undefined>
  problem: string
  /** What belongs to the chosen method. */
  children?: ReactNode
}

export function PaymentSection({ offered, selected, onSelect, unavailable, problem, children }: Props) {
  const methods = offered.state === "ready" ? offered.value : []
  return (
    <section className="card" aria-labelledby="payment-title">
      <h2 id="payment-title"><span className="step" aria-hidden="true">4</span> Pagamento</h2>
      {offered.state === "loading" && <Spinner label="Buscando as formas de pagamento..." />}
      {offered.state === "failed" && (
        <p className="form-problem" role="alert">
          {errorWords(offered.error)} <button type="button" className="text-button" onClick={offered.reload}>Tentar de novo</button>
        </p>
      )}
      {offered.state === "ready" && methods.length === 0 && (
        <p className="form-problem" role="alert">Nenhuma forma de pagamento está disponível agora.</p>
      )}
      <MethodChoices methods={methods} selected={selected} onSelect={onSelect} unavailable={unavailable} labelledBy="payment-title">{children}</MethodChoices>
      {problem && <p className="form-problem" role="alert" data-testid="payment-error">{problem}</p>}
    </section>
  )
}
