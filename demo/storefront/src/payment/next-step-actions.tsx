import type { PaymentView } from "../api/types"
import { memory } from "../app/memory"
import { Link } from "../app/router"
import { paths } from "../app/routes"
import { RenewActions } from "./renew-actions"

type Props = {
  view: PaymentView
  /** The present payment can still be made. */
  waiting: boolean
  /** Looks at the payment again at once. */
  refresh: () => void
}

/** What the shopper can do besides paying with what the page shows. */
export function NextStepActions({ view, waiting, refresh }: Props) {
  const newer = memory.newerSession(view.id)
  // An old tab or address: a new code from here would end the one that the shopper may be paying.
  if (newer && view.next_step !== "none" && !waiting) return <Link className="button button--large" href={paths.payment(newer)} data-testid="newer-payment">Ver o pagamento atual do pedido</Link>
  return (
    <>
      <NextStep view={view} />
      {view.can_renew && view.order_id && <RenewActions view={view} waiting={waiting} refresh={refresh} />}
    </>
  )
}

function NextStep({ view }: { view: PaymentView }) {
  if (view.next_step === "act" && view.action_url?.startsWith("https://")) {
    return <a className="button button--large" href={view.action_url} data-testid="payment-action">Continuar no banco</a>
  }
  if (!view.order_id && (view.status === "not_issued" || view.next_step === "retry")) {
    return <Link className="button button--large" href={paths.checkout} data-testid="back-to-checkout">Voltar ao checkout</Link>
  }
  if (view.next_step === "contact") return <p className="muted">Fale com a loja e informe o número do pedido. Nada do que você pagou se perde.</p>
  const over = view.next_step === "none" || (view.next_step === "retry" && !view.can_renew)
  return over ? <Link className="button button--outline" href={paths.products} data-testid="back-to-shop">Voltar à loja</Link> : null
}
