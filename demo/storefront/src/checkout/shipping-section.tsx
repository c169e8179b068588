import { formatMoney } from "../ui/words"
import { Spinner } from "../ui/spinner"
import type { Shipping } from "./use-shipping"

export function ShippingSection({ shipping, currency, problem }: { shipping: Shipping; currency: string; problem: string }) {
  return (
    <section className="card" aria-labelledby="shipping-title">
      <h2 id="shipping-title"><span className="step" aria-hidden="true">3</span> Entrega</h2>
      {shipping.state === "needs_address" && <p className="muted">Preencha o CEP e o estado para ver as opções de entrega.</p>}
      {shipping.state === "loading" && <Spinner label="Buscando as opções de entrega..." />}
      {shipping.state === "failed" && (
        <p className="form-problem" role="alert">
          {shipping.problem} <button type="button" className="text-button" onClick={shipping.retry}>Tentar de novo</button>
        </p>
      )}
      {shipping.state === "ready" && shipping.options.length === 0 && (
        <p className="form-problem" role="alert">Ainda não entregamos nesse endereço.</p>
      )}
      {shipping.state === "ready" && shipping.options.length > 0 && (
        <div className="choices" role="radiogroup" aria-labelledby="shipping-title">
          {shipping.options.map((option) => (
            <label key={option.id} className="choice">
              <input
                type="radio" name="shipping" value={option.id} data-testid="shipping-option"
                checked={shipping.selected === option.id} onChange={() => void shipping.choose(option.id)}
              />
              <span className="choice__text">{option.name}</span>
              <span className="choice__price">
                {option.amount === null ? "a calcular" : option.amount === 0 ? "Grátis" : formatMoney(option.amount, currency)}
              </span>
            </label>
          ))}
        </div>
      )}
      {shipping.state === "ready" && shipping.problem && <p className="form-problem" role="alert">{shipping.problem}</p>}
      {problem && <p className="form-problem" role="alert" data-testid="shipping-error">{problem}</p>}
    </section>
  )
}
