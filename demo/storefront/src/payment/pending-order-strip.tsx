import { useState } from "react"
import { memory } from "../app/memory"
import { Link } from "../app/router"
import { paths } from "../app/routes"

/** The way back to a payment that was left open. */
export function PendingOrderStrip() {
  const [dismissed, setDismissed] = useState(false)
  const sessionId = memory.pendingSession()
  if (!sessionId || dismissed) return null

  const dismiss = () => {
    memory.setPendingSession(null)
    setDismissed(true)
  }
  return (
    <aside className="pending-strip" aria-label="Pedido em aberto" data-testid="pending-order">
      <p>Você tem um pedido esperando o pagamento. <Link href={paths.payment(sessionId)}>Ver pagamento</Link></p>
      <button type="button" className="text-button" aria-label="Esconder este aviso" onClick={dismiss}>Esconder</button>
    </aside>
  )
}
