import { type SessionStatus, type SessionView, statusText, paceOfStatus, ptBR } from "medusa-payment-fatura/storefront"
import { Payment } from "medusa-payment-fatura/storefront/react"
import { useCallback, useState } from "react"
import { memory } from "../app/memory"
import { Link, navigate } from "../app/router"
import { paths } from "../app/routes"
import { useTitle } from "../ui/use-title"
import { OrderCard } from "./order-card"
import { SandboxLink } from "./sandbox-link"

/** The page of an order's payment. Its address is all it needs: it can be reloaded, kept open and shared between devices. */
export function PaymentPage({ sessionId }: { sessionId: string }) {
  const [seen, setSeen] = useState<{ status: SessionStatus; session: SessionView } | null>(null)
  const order = memory.orderOfSession(sessionId)
  const over = seen !== null && paceOfStatus(seen.status, seen.session.method) === "stop"
  useTitle(seen ? statusText(ptBR, seen.status, seen.session.method).title : "Pagamento")

  const onStatus = useCallback((status: SessionStatus, session: SessionView) => {
    setSeen({ status, session })
    // A payment that has come to its end is no longer offered on the other pages.
    if (paceOfStatus(status, session.method) === "stop" && memory.pendingSession() === session.id) memory.setPendingSession(null)
  }, [])

  const onRenewed = (session: SessionView) => {
    if (order) memory.rememberOrder({ ...order, sessionId: session.id })
    memory.setPendingSession(session.id)
    navigate(paths.payment(session.id), { replace: true })
  }
  const onCart = (cartId: string) => {
    memory.setCartId(cartId)
    window.location.assign(paths.checkout)
  }

  return (
    <>
      <h1 data-testid="order-title">{order?.number === undefined ? "Pagamento do pedido" : `Pedido #${order.number}`}</h1>
      <Payment
        sessionId={sessionId} onStatus={onStatus} onRenewed={onRenewed} onCart={onCart}
        aside={seen && <><OrderCard session={seen.session} order={order} />{!over && <SandboxLink />}</>}
        next={seen ? <Next session={seen.session} status={seen.status} /> : <Link className="button button--outline" href={paths.products}>Voltar à loja</Link>}
      />
    </>
  )
}

/** Where to go when nothing is left to pay on this page. */
function Next({ session, status }: { session: SessionView; status: SessionStatus }) {
  const newer = memory.newerSession(session.id)
  // An old tab or address: the order's present payment is elsewhere.
  if (newer && session.next_step !== "none") return <Link className="button button--large" href={paths.payment(newer)} data-testid="newer-payment">Ver o pagamento atual do pedido</Link>
  if (!session.order_id && (status === "not_issued" || session.next_step === "retry")) return <Link className="button button--large" href={paths.checkout} data-testid="back-to-checkout">Voltar ao checkout</Link>
  return <Link className="button button--outline next-link" href={paths.products} data-testid="back-to-shop">Voltar à loja</Link>
}
