import { useCallback, useEffect, useRef, useState } from "react"
import { clockOffsetOf } from "../core/format"
import { shownStatus } from "../core/shown-status"
import type { SessionStatus, SessionView } from "../core/types"
import type { Watching } from "../core/transport"
import { watchSession } from "../core/watch"
import { useFatura } from "./provider"

export type PaymentSession = {
  /** Null until the store has answered for the first time. */
  session: SessionView | null
  /** As the page should show it: a code whose countdown ended here is `expired` before the server says so. */
  status: SessionStatus | null
  /** Milliseconds to add to this device's clock to get the server's. */
  clockOffset: number
  /** The last try to look failed; the session before it stays. */
  problem: unknown
  /** Looks again at once. */
  refresh: () => void
  /** Puts in an answer that came by another way, for example from "I have paid". */
  show: (session: SessionView) => void
  /** The countdown of the present code came to its end. */
  expire: () => void
}

/** Follows one payment until nothing more will come by itself. Needs the session's id and nothing else, so it survives a reload. */
export function usePaymentSession(sessionId: string): PaymentSession {
  const { client, transport } = useFatura()
  const [session, setSession] = useState<SessionView | null>(null)
  const [clockOffset, setClockOffset] = useState(0)
  const [problem, setProblem] = useState<unknown>(null)
  const [endedCode, setEndedCode] = useState<string | null>(null)
  const watching = useRef<Watching | null>(null)
  const current = session?.id === sessionId ? session : null

  const show = useCallback((seen: SessionView) => {
    setSession(seen)
    setClockOffset(clockOffsetOf(seen))
    setProblem(null)
  }, [])

  useEffect(() => {
    const started = watchSession(client, sessionId, { onSession: show, onProblem: setProblem, transport })
    watching.current = started
    return started.stop
  }, [client, sessionId, show, transport])

  const refresh = useCallback(() => watching.current?.nudge(), [])
  const code = current?.pix?.expires_at ?? null
  const expire = useCallback(() => {
    setEndedCode(code)
    watching.current?.nudge()
  }, [code])

  return { session: current, status: current && shownStatus(current, endedCode), clockOffset, problem, refresh, show, expire }
}
