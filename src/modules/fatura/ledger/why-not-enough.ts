import { cameIn, isPaidAmountUnknown } from "../../../domain/invoice-money"
import type { ProblemKind } from "../../../domain/problems"
import type { InvoiceRow } from "./row"

/** Why what came in is not captured before staff take it for enough; null when it is enough. */
export function whyNotEnough(invoice: InvoiceRow): ProblemKind | null {
  if (invoice.accepted_at) {
    return null
  }
  if (invoice.hold) {
    return invoice.hold
  }
  if (isPaidAmountUnknown(invoice)) {
    return "paid_amount_unknown"
  }
  return cameIn(invoice) < invoice.amount_cents ? "paid_too_little" : null
}
