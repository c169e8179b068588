import { cents, type Cents } from "./money"

/**
 * What Medusa captures of a payment: the amount due when at least that was paid, else nothing, which is
 * for staff to decide. More than the amount due (a fine, interest) stays in the ledger.
 */
export function amountToCapture(paid: Cents, due: Cents): Cents {
  return paid >= due ? due : cents(0)
}

/**
 * What is still to be booked as a refund: the gateway's refunded total less what Medusa's books hold,
 * and never more than is left of what was captured.
 */
export function refundToBook(books: { refundedAtGateway: Cents; captured: Cents; refunded: Cents }): Cents {
  const missing = books.refundedAtGateway - books.refunded
  return cents(Math.max(0, Math.min(missing, books.captured - books.refunded)))
}
