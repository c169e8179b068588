import type { PaymentStatus, PaymentView } from "../api/types"
import { type Watch, wordsOf } from "./status-words"

/**
 * The status as the page shows it. `endedCode` is the expiry of the code whose countdown came to its end here:
 * the server may tell the same a moment later, and meanwhile a code whose time is over is not shown.
 */
export function shownStatus(view: PaymentView, endedCode: string | null): PaymentStatus {
  const { status, pix } = view
  // The order is there and its code is on the way: after a restart of the store it is made when somebody looks.
  if (status === "not_issued" && view.order_id) return "issuing"
  // A card waits for its shopper where the bank wants a step, else for its issuer: the gateway's word tells neither.
  if (view.method === "card" && (status === "awaiting_payment" || status === "processing")) {
    return view.next_step === "act" ? "awaiting_payment" : "processing"
  }
  if (status !== "awaiting_payment" || view.method !== "pix") return status
  if (!pix) return "issuing"
  return pix.expires_at !== null && pix.expires_at === endedCode ? "expired" : status
}

/** How closely a payment is to be watched. */
export function watchOf(view: PaymentView): Watch {
  const beingRegistered = view.method === "boleto" && view.status === "awaiting_payment" && !view.boleto?.line
  return beingRegistered ? "fast" : wordsOf(shownStatus(view, null), view.method).watch
}
