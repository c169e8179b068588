import { FaturaError } from "./error"
import { paceOf } from "./shown-status"
import type { Pace } from "./status-facts"
import type { SessionView } from "./types"
import type { SessionTransport } from "./transport"

const FIRST_PAUSE = 2000
const LONGEST_PAUSE = 5000
const GROWTH = 1.1
const SLOW_PAUSE = 15_000
const LONGEST_AFTER_FAULTS = 30_000
const AFTER_EXPIRY = 300

/**
 * Asks every 2 s, later every 5 s; rarely while nothing urgent is expected or the tab is hidden; less and less often
 * while the store does not answer; at once when the shopper or the connection comes back; not at all at the end.
 * When a code is about to expire it asks right after that moment, by the server's clock.
 */
export const pollSession: SessionTransport = ({ client, sessionId, onSession, onProblem }) => {
  let stopped = false
  let asking = false
  let askAgain = false
  let ended = false
  let faults = 0
  let pause = FIRST_PAUSE
  let timer: ReturnType<typeof setTimeout> | undefined

  const ask = async () => {
    clearTimeout(timer)
    if (asking) {
      askAgain = true
      return
    }
    asking = true
    const wait = await look()
    asking = false
    if (stopped) return
    if (askAgain) {
      askAgain = false
      void ask()
      return
    }
    ended = wait === null
    if (wait !== null) timer = setTimeout(ask, wait)
  }

  /** Milliseconds until the next look; null at the end. */
  const look = async (): Promise<number | null> => {
    try {
      const session = await client.session(sessionId)
      faults = 0
      if (stopped) return null
      onSession(session)
      return pauseAfter(session)
    } catch (error) {
      if (stopped) return null
      onProblem(error)
      faults += 1
      // An address that names no order will hardly name one in two seconds.
      if (error instanceof FaturaError && error.status === 404) return SLOW_PAUSE
      return Math.min(LONGEST_AFTER_FAULTS, FIRST_PAUSE * 2 ** (faults - 1))
    }
  }

  const pauseAfter = (session: SessionView): number | null => {
    const pace: Pace = paceOf(session)
    if (pace === "stop") return null
    const usual = pace === "slow" || document.hidden ? SLOW_PAUSE : pause
    pause = Math.min(LONGEST_PAUSE, pause * GROWTH)
    const left = session.pix?.expires_at ? Date.parse(session.pix.expires_at) - Date.parse(session.server_time) : 0
    return left > 0 ? Math.min(usual, left + AFTER_EXPIRY) : usual
  }

  const nudge = () => {
    if (stopped) return
    pause = FIRST_PAUSE
    void ask()
  }
  // The shopper comes back from the bank's app, or the connection is there again: this is the moment to look.
  const comeBack = () => { if (!document.hidden && !ended) nudge() }
  document.addEventListener("visibilitychange", comeBack)
  window.addEventListener("online", comeBack)
  void ask()

  return {
    nudge,
    stop: () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", comeBack)
      window.removeEventListener("online", comeBack)
    },
  }
}
