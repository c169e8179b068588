import { pollSession } from "./poll"
import { isFinal } from "./shown-status"
import type { SessionView } from "./types"
import type { SessionTransport, Watching } from "./transport"

/** The store says something at least every 15 s; a connection that is silent for longer is dead. */
const LONGEST_SILENCE = 40_000
/** Without a word for this long the page asks meanwhile: a proxy may hold the stream back. */
const PATIENCE = 3000
/** A stream that ended sooner was not ended by the store's clock. */
const SHORTEST_LIFE = 5000
const FIRST_PAUSE = 5000
const LONGEST_PAUSE = 300_000

/**
 * Follows a payment by the store's event stream: told of a change, without asking. Opened again when the store
 * ends it after a minute, and in a tab that is looked at again. Asks as `pollSession` does while the tab is hidden,
 * and for as long as no stream can be had; the stream is then tried again after 5 s, 10 s and so on.
 */
export const streamSession: SessionTransport = (input) => {
  const open = input.client.openEvents
  if (!open) return pollSession(input)

  let stopped = false
  let ended = false
  let pause = FIRST_PAUSE
  let polling: Watching | null = null
  let stream: AbortController | null = null
  let retry: ReturnType<typeof setTimeout> | undefined

  const onSession = (session: SessionView) => {
    ended = isFinal(session)
    input.onSession(session)
  }

  const follow = async () => {
    clearTimeout(retry)
    if (ended) return
    stream?.abort()
    const mine = (stream = new AbortController())
    const openedAt = Date.now()
    const impatience = setTimeout(() => ask(true), PATIENCE)
    let silence: ReturnType<typeof setTimeout> | undefined
    const hear = () => {
      clearTimeout(silence)
      silence = setTimeout(() => mine.abort(), LONGEST_SILENCE)
    }
    let heard = false
    try {
      hear()
      for await (const { event, data } of await open(input.sessionId, mine.signal)) {
        if (stream !== mine) return
        hear()
        if (event !== "session" || !data) continue
        clearTimeout(impatience)
        heard = true
        ask(false)
        onSession((JSON.parse(data) as { session: SessionView }).session)
        if (ended) break
      }
    } catch {
      // What went wrong is told by asking, which knows the store's errors.
    } finally {
      clearTimeout(impatience)
      clearTimeout(silence)
      mine.abort()
    }
    if (stopped || ended || stream !== mine) return
    if (heard && Date.now() - openedAt > SHORTEST_LIFE) {
      pause = FIRST_PAUSE
      return void follow()
    }
    ask(true)
    retry = setTimeout(follow, pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE)
  }

  /** Starts or ends asking. */
  const ask = (wanted: boolean) => {
    if (wanted === Boolean(polling)) return
    polling?.stop()
    polling = wanted ? pollSession({ ...input, onSession }) : null
  }

  const leave = () => {
    clearTimeout(retry)
    const mine = stream
    stream = null
    mine?.abort()
  }

  const turn = () => {
    if (ended) return
    // A browser has few connections for each address, and a hidden tab can do without; one without a connection hears nothing.
    if (!document.hidden && navigator.onLine) return void follow()
    leave()
    ask(true)
  }
  const moments: [EventTarget, string][] = [[document, "visibilitychange"], [window, "online"], [window, "offline"]]
  for (const [place, moment] of moments) place.addEventListener(moment, turn)
  turn()

  return {
    nudge: () => {
      if (stopped) return
      ended = false
      if (polling) polling.nudge()
      else turn()
    },
    stop: () => {
      stopped = true
      leave()
      ask(false)
      for (const [place, moment] of moments) place.removeEventListener(moment, turn)
    },
  }
}
