import type { PaymentSessionStatus } from "@medusajs/framework/types"
import { MEDUSA_STATUS } from "../../domain/medusa-status"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"

/**
 * What Medusa is told about an invoice. Less than the amount due is never "captured", nor is
 * what staff must decide about; an attempt whose outcome is unknown waits.
 */
export function paymentStatus(invoice: InvoiceRow): PaymentSessionStatus {
  if (invoice.state !== "issued" || !invoice.status) {
    return "pending_authorization"
  }
  const { session } = MEDUSA_STATUS[invoice.status]
  if (session === "unchanged") {
    return "pending_authorization"
  }
  if (session === "captured" && invoice.accepted_at) {
    return session
  }
  if (invoice.hold || (session === "captured" && !invoice.paid_at)) {
    return "pending_authorization"
  }
  if (session === "captured" && (invoice.paid_cents ?? invoice.amount_cents) < invoice.amount_cents) {
    return "pending_authorization"
  }
  return session
}
