import { useState } from "react"
import { errorWords } from "../api/error-words"
import type { PaymentView } from "../api/types"
import { memory } from "../app/memory"
import { Link, navigate } from "../app/router"
import { paths } from "../app/routes"
import { useShop } from "../app/shop-context"

/** What the shopper can do now that there is nothing to pay with on the page. */
export function NextStepActions({ view }: { view: PaymentView }) {
  if (view.next_step === "act" && view.action_url?.startsWith("https://")) {
    return <a className="button button--large" href={view.action_url} data-testid="payment-action">Continuar no site do banco</a>
  }
  if (view.can_renew && view.order_id) return <RenewButton orderId={view.order_id} view={view} />
  if (view.status === "not_issued" || (view.next_step === "retry" && !view.order_id)) {
    return <Link className="button button--large" href={paths.checkout} data-testid="back-to-checkout">Voltar ao checkout</Link>
  }
  if (view.next_step === "contact") return <p className="muted">Fale com a loja e informe o número do pedido. Nada do que você pagou se perde.</p>
  if (view.next_step === "wait" || view.next_step === "pay") return null
  return <Link className="button button--outline" href={paths.products} data-testid="back-to-shop">Voltar à loja</Link>
}

/** A new code for the same order: the old one is cancelled by the server first. */
function RenewButton({ orderId, view }: { orderId: string; view: PaymentView }) {
  const { client } = useShop()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState("")

  const renew = async () => {
    if (busy) return
    setBusy(true)
    setProblem("")
    try {
      const session = await client.renewPayment(orderId, `pp_${view.method}_fatura`)
      const before = memory.orderOfSession(view.id)
      if (before) memory.rememberOrder({ ...before, sessionId: session.id })
      memory.setPendingSession(session.id)
      navigate(paths.payment(session.id), { replace: true })
    } catch (error) {
      setProblem(errorWords(error))
      setBusy(false)
    }
  }

  return (
    <>
      <button type="button" className="button button--large" aria-busy={busy} data-testid="renew-payment" onClick={renew}>
        {busy ? "Gerando novo código..." : "Gerar novo código"}
      </button>
      {problem && <p className="form-problem" role="alert">{problem}</p>}
    </>
  )
}
