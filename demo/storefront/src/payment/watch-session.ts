import { ApiError } from "../api/api-error"
import type { PaymentView } from "../api/types"
import type { Watch } from "./status-words"

export type WatchInput = {
  fetchView: () => Promise<PaymentView>
  onView: (view: PaymentView) => void
  onProblem: (error: unknown) => void
  /** How closely this view wants to be watched. */
  watchOf: (view: PaymentView) => Watch
}

export type Watching = {
  /** Looks again at once, and closely from then on. */
  nudge: () => void
  stop: () => void
}

/** A way of following a payment. Another transport, such as server-sent events, can take the place of `pollSession`. */
export type WatchSession = (input: WatchInput) => Watching

const firstPause = 2000
const longestPause = 5000
const growth = 1.1
const slowPause = 15_000

/** Asks every 2 s, later every 5 s; rarely while nothing urgent is expected or the tab is hidden; not at all at the end. */
export const pollSession: WatchSession = ({ fetchView, onView, onProblem, watchOf }) => {
  let stopped = false
  let asking = false
  let askAgain = false
  let pause = firstPause
  let timer: ReturnType<typeof setTimeout> | undefined

  const ask = async () => {
    clearTimeout(timer)
    if (asking) {
      askAgain = true
      return
    }
    asking = true
    let watch: Watch = "fast"
    try {
      const view = await fetchView()
      if (stopped) return
      onView(view)
      watch = watchOf(view)
    } catch (error) {
      if (stopped) return
      onProblem(error)
      // An address that names no order will hardly name one in two seconds.
      if (error instanceof ApiError && error.status === 404) watch = "slow"
    } finally {
      asking = false
    }
    if (askAgain) {
      askAgain = false
      void ask()
      return
    }
    if (watch === "stop") return
    timer = setTimeout(ask, watch === "slow" || document.hidden ? slowPause : pause)
    pause = Math.min(longestPause, pause * growth)
  }

  const nudge = () => {
    pause = firstPause
    void ask()
  }
  // The shopper comes back from the bank's app, or the connection is there again: this is the moment to look.
  const onVisible = () => { if (!document.hidden) nudge() }
  document.addEventListener("visibilitychange", onVisible)
  window.addEventListener("online", nudge)
  void ask()

  return {
    nudge,
    stop: () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", onVisible)
      window.removeEventListener("online", nudge)
    },
  }
}
