import { knownStatus, type Pace, paceOfStatus } from "./status-facts"
import type { SessionStatus, SessionView } from "./types"

/**
 * The status as a page shows it. `endedCode` is the expiry of the code whose countdown came to its end here:
 * the server may tell the same a moment later, and meanwhile a code whose time is over is not shown.
 */
export function shownStatus(session: SessionView, endedCode: string | null = null): SessionStatus {
  const { pix } = session
  const status = knownStatus(session.status)
  // The order is there and its code is on the way: after a restart of the store it is made when somebody looks.
  if (status === "not_issued" && session.order_id) return "issuing"
  // A card waits for its shopper where the bank wants a step, else for its issuer: the gateway's word tells neither.
  if (session.method === "card" && (status === "awaiting_payment" || status === "processing")) {
    return session.next_step === "act" ? "awaiting_payment" : "processing"
  }
  if (status !== "awaiting_payment" || session.method !== "pix") return status
  if (!pix) return "issuing"
  return pix.expires_at !== null && pix.expires_at === endedCode ? "expired" : status
}

/** How closely a payment is to be watched. */
export function paceOf(session: SessionView): Pace {
  const beingRegistered = session.method === "boleto" && session.status === "awaiting_payment" && !session.boleto?.line
  return beingRegistered ? "fast" : paceOfStatus(shownStatus(session), session.method)
}

/** Nothing more will come by itself: paid, cancelled, refused, refunded or disputed. */
export function isFinal(session: SessionView): boolean {
  return paceOf(session) === "stop"
}
