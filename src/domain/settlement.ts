import { cents, type Cents } from "./money"

/**
 * What is still to be booked as a refund: what was returned of the captured money less what Medusa's books
 * hold, and never more than is left of what was captured.
 */
export function refundToBook(books: { returned: Cents; captured: Cents; refunded: Cents }): Cents {
  const missing = books.returned - books.refunded
  return cents(Math.max(0, Math.min(missing, books.captured - books.refunded)))
}
