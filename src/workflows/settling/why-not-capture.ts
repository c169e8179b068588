import { owesNothing } from "../../domain/invoice-money"
import type { ProblemKind } from "../../domain/problems"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import type { MedusaView } from "../medusa-view"
import { whyNotEnough } from "../../modules/fatura/ledger/why-not-enough"

/** `owed`: what the order owes now, in cents with fractions; null while there is no order. */
type Purchase = { isOtherCaptured: boolean; owed: number | null }

/** Why nothing of the money that came is captured before staff have decided; null when it is captured. */
export function whyNotCapture(invoice: InvoiceRow, medusa: Pick<MedusaView, "order" | "sessionExists">, { isOtherCaptured, owed }: Purchase): ProblemKind | null {
  if (!invoice.paid_at) {
    return "gateway_refund_not_booked"
  }
  if (invoice.hold && !invoice.accepted_at) {
    return invoice.hold
  }
  if (medusa.order?.status === "canceled") {
    return "paid_after_cancel"
  }
  if (isOtherCaptured) {
    return "paid_twice"
  }
  if (!medusa.sessionExists) {
    return "late_notice_of_old_session"
  }
  const tooLittle = whyNotEnough(invoice)
  // How much it is must be known first; but too little is too much for an order that owes nothing.
  return owed !== null && owesNothing(owed) && tooLittle !== "paid_amount_unknown" ? "overpaid" : tooLittle
}
