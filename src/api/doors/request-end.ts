import type { MedusaResponse } from "@medusajs/framework/http"

/** Whether nobody waits for an answer any more: it was sent, or the connection was closed. */
export function hasEnded(res: MedusaResponse): boolean {
  return res.closed || res.req.socket.destroyed
}

/**
 * Calls `told` once, when a request has ended; at once when it has already, since nothing tells of it a second time.
 * An answer that waits behind another one on the same connection is not told of the connection's end: so both are listened to.
 */
export function onceEnded(res: MedusaResponse, told: () => void): void {
  if (hasEnded(res)) {
    return told()
  }
  const { socket } = res.req
  let isTold = false
  const end = () => {
    // Both are told of in one turn, and taking a listener off does not stop a turn that has begun.
    if (isTold) {
      return
    }
    isTold = true
    res.off("close", end)
    socket.off("close", end)
    told()
  }
  res.once("close", end)
  socket.once("close", end)
}

/**
 * Calls `told` once, when Medusa's handler has answered: also where nobody listens any more, for what it began it brings
 * to its end all the same.
 * @param latestMs after so long it is told in any case, since a handler can fail to answer
 */
export function onceAnswered(res: MedusaResponse, told: () => void, latestMs: number): void {
  const latest = setTimeout(told, latestMs)
  latest.unref()
  const end = res.end.bind(res) as (...given: unknown[]) => MedusaResponse
  res.end = ((...given: unknown[]) => {
    clearTimeout(latest)
    told()
    return end(...given)
  }) as typeof res.end
}
