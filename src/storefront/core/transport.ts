import type { FaturaClient } from "./client"
import type { SessionView } from "./types"

export type TransportInput = {
  client: FaturaClient
  sessionId: string
  onSession: (session: SessionView) => void
  /** A try that failed; the transport goes on by itself. */
  onProblem: (error: unknown) => void
}

export type Watching = {
  /** Looks again at once, and closely from then on. Also starts again what a final state has ended. */
  nudge: () => void
  stop: () => void
}

/** A way of following a payment: by the store's event stream (`streamSession`), or asking again and again (`pollSession`). */
export type SessionTransport = (input: TransportInput) => Watching
