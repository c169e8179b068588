import { useEffect, useState } from "react"
import { ApiError } from "../api/api-error"
import { errorWords } from "../api/error-words"
import type { PaymentView } from "../api/types"
import { memory } from "../app/memory"
import { ErrorPanel } from "../ui/error-panel"
import { Spinner } from "../ui/spinner"
import { useTitle } from "../ui/use-title"
import { CardSummary } from "./card-summary"
import { NextStepActions } from "./next-step-actions"
import { PaidCheck } from "./paid-check"
import { PayeeCard } from "./payee-card"
import { PAYMENT_PANELS } from "./payment-panels"
import { SandboxLink } from "./sandbox-link"
import { shownStatus } from "./shown-status"
import { StatusBanner } from "./status-banner"
import { wordsOf } from "./status-words"
import { type SessionState, useSession } from "./use-session"

/** The page of an order's payment. Its address is all it needs: it can be reloaded, kept open and shared between devices. */
export function PaymentPage({ sessionId }: { sessionId: string }) {
  const session = useSession(sessionId)
  const { view, problem } = session

  if (view) return <Payment session={session} view={view} />
  if (!problem) return <Spinner label="Abrindo seu pedido..." />
  if (problem instanceof ApiError && problem.status === 404) {
    return <ErrorPanel title="Não encontramos este pedido" text="Confira o endereço desta página." />
  }
  return <ErrorPanel title="Não foi possível abrir o pedido" text={`${errorWords(problem)} Continuamos tentando.`} onRetry={session.refresh} />
}

function Payment({ session, view }: { session: SessionState; view: PaymentView }) {
  const [endedCode, setEndedCode] = useState<string | null>(null)
  const status = shownStatus(view, endedCode)
  const words = wordsOf(status, view.method)
  const Panel = view.next_step === "pay" && status === view.status ? PAYMENT_PANELS[view.method] : undefined
  const order = memory.orderOfSession(view.id)
  const showsPanel = Panel !== undefined || status === "issuing"
  const waiting = status === "awaiting_payment" && (Panel !== undefined || view.next_step === "act")
  useTitle(words.title)
  useForgetPending(view.id, words.watch === "stop")

  const expire = () => {
    setEndedCode(view.pix?.expires_at ?? null)
    session.refresh()
  }

  return (
    <div className={showsPanel ? undefined : "payment-plain"}>
      <h1 data-testid="order-title">{order?.number === undefined ? "Pagamento do pedido" : `Pedido #${order.number}`}</h1>
      <StatusBanner status={status} words={words} />
      <ConnectionNotice problem={session.problem} />
      <div className={showsPanel ? "with-aside" : "payment-stack"}>
        <div className="payment-main">
          {status === "issuing" && <div className="card issuing"><Spinner label={words.title} /></div>}
          {Panel && <Panel view={view} clockOffset={session.clockOffset} onExpired={expire} />}
          <CardSummary view={view} />
          {status !== "issuing" && <NextStepActions view={view} waiting={waiting} refresh={session.refresh} />}
        </div>
        <div className="payment-side">
          {Panel && <PaidCheck sessionId={view.id} onView={session.show} onChecked={session.refresh} />}
          <PayeeCard view={view} order={order} />
          {words.watch !== "stop" && <SandboxLink />}
        </div>
      </div>
    </div>
  )
}

function ConnectionNotice({ problem }: { problem: unknown }) {
  return (
    <p className="connection-notice" role="status" data-testid="connection-notice">
      {problem ? "Sem resposta da loja agora. Continuamos tentando; se você já pagou, não pague de novo." : ""}
    </p>
  )
}

/** A payment that has come to its end is no longer offered on the other pages. */
function useForgetPending(sessionId: string, ended: boolean): void {
  useEffect(() => {
    if (ended && memory.pendingSession() === sessionId) memory.setPendingSession(null)
  }, [ended, sessionId])
}
