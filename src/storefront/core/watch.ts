import type { FaturaClient } from "./client"
import { pollSession } from "./poll"
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

/** A way of following a payment: asking again and again (`pollSession`), or a stream. */
export type SessionTransport = (input: TransportInput) => Watching

export type WatchOptions = {
  onSession: (session: SessionView) => void
  onProblem?: (error: unknown) => void
  /** Default: `pollSession`. */
  transport?: SessionTransport
}

/** Follows a payment until nothing more will come by itself. Tells each answer, also when nothing changed. */
export function watchSession(client: FaturaClient, sessionId: string, { onSession, onProblem, transport = pollSession }: WatchOptions): Watching {
  return transport({ client, sessionId, onSession, onProblem: onProblem ?? (() => undefined) })
}
