import type { InvoiceStatus } from "./invoice-status"

type MedusaStatus = {
  /** What the payment session becomes; `unchanged` leaves it as it is. */
  session: "pending_authorization" | "authorized" | "captured" | "canceled" | "error" | "unchanged"
  /** What happens to the order, in words. */
  order: string
}

/** Second of the two status tables: what each invoice status means to Medusa. */
export const MEDUSA_STATUS: Record<InvoiceStatus, MedusaStatus> = {
  awaiting_payment: { session: "pending_authorization", order: "waits, stock reserved" },
  processing: { session: "pending_authorization", order: "waits" },
  scheduled: { session: "pending_authorization", order: "waits; shown as scheduled" },
  authorized: {
    session: "authorized",
    order: "payment authorised; captured when the invoice is paid; a problem when that takes more than a day",
  },
  paid: { session: "captured", order: "payment captured, order transaction booked" },
  canceled: { session: "canceled", order: "unpaid order: onExpiry; paid order: problem" },
  refund_pending: { session: "captured", order: "refund shown as pending" },
  partially_refunded: {
    session: "captured",
    order: "the difference to what Medusa has is booked as a refund; without an amount one look-up, then a problem",
  },
  refunded: {
    session: "captured",
    order: "the rest is booked as a refund; an invoice that was never seen as paid captures nothing",
  },
  disputed: {
    session: "captured",
    order: "problem and event, shown on the order; refunds refused meanwhile",
  },
  denied: {
    session: "error",
    order: "before the order the shopper reads why and tries again; after it as canceled",
  },
  overdue: {
    session: "pending_authorization",
    order: "grace, then as canceled; staff can set a new due date",
  },
  failed: { session: "error", order: "as denied" },
  unknown: { session: "unchanged", order: "nothing; kept and raised" },
}
