import { useCallback, useEffect, useRef, useState } from "react"
import type { PaymentView } from "../api/types"
import { useShop } from "../app/shop-context"
import { watchOf } from "./shown-status"
import { pollSession, type Watching, type WatchSession } from "./watch-session"

export type SessionState = {
  view: PaymentView | null
  /** Milliseconds to add to this device's clock to get the server's. */
  clockOffset: number
  /** The last try to look failed; the view before it stays on the screen. */
  problem: unknown
  refresh: () => void
  /** Puts in an answer that came by another way, for example from "Já paguei". */
  show: (view: PaymentView) => void
}

/** Follows one payment session until it needs no more watching. */
export function useSession(sessionId: string, watchSession: WatchSession = pollSession): SessionState {
  const { client } = useShop()
  const [view, setView] = useState<PaymentView | null>(null)
  const [clockOffset, setClockOffset] = useState(0)
  const [problem, setProblem] = useState<unknown>(null)
  const watching = useRef<Watching | null>(null)

  const show = useCallback((seen: PaymentView) => {
    setView(seen)
    setClockOffset(Date.parse(seen.server_time) - Date.now() || 0)
    setProblem(null)
  }, [])

  useEffect(() => {
    const current = watchSession({
      fetchView: () => client.paymentView(sessionId),
      onView: show,
      onProblem: setProblem,
      watchOf,
    })
    watching.current = current
    return current.stop
  }, [client, sessionId, show, watchSession])

  const refresh = useCallback(() => watching.current?.nudge(), [])
  return { view, clockOffset, problem, refresh, show }
}
