import type { PaymentSessionStatus } from "@medusajs/framework/types"
import { MEDUSA_STATUS } from "../../domain/medusa-status"
import { cameIn, isPaidAmountUnknown } from "../../domain/invoice-money"
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
  if (session === "captured") {
    return ofMoney(invoice)
  }
  return invoice.hold && !invoice.accepted_at ? "pending_authorization" : session
}

function ofMoney(invoice: InvoiceRow): PaymentSessionStatus {
  const isEnough = cameIn(invoice) >= invoice.amount_cents && !isPaidAmountUnknown(invoice)
  if (invoice.accepted_at) {
    // Told "captured", Medusa would by itself capture the whole amount of the session.
    return isEnough ? "captured" : "authorized"
  }
  return isEnough && !invoice.hold ? "captured" : "pending_authorization"
}
