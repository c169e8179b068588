import type { FaturaClient } from "./client"
import { streamSession } from "./stream"
import type { SessionTransport, Watching } from "./transport"
import type { SessionView } from "./types"

export type WatchOptions = {
  onSession: (session: SessionView) => void
  onProblem?: (error: unknown) => void
  /** Default: `streamSession`, which asks (`pollSession`) where there are no streams. */
  transport?: SessionTransport
}

/** Follows a payment until nothing more will come by itself. Tells each answer, also when nothing changed. */
export function watchSession(client: FaturaClient, sessionId: string, { onSession, onProblem, transport = streamSession }: WatchOptions): Watching {
  return transport({ client, sessionId, onSession, onProblem: onProblem ?? (() => undefined) })
}
