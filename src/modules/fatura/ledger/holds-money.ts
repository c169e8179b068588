import { endedUncaptured, held } from "../../../domain/invoice-money"
import { moneyArrived } from "../../../domain/invoice-status"
import type { InvoiceRow } from "./row"

/**
 * Whether an invoice has money that is captured or that staff have to decide about: another code must not be
 * paid beside it. When all of it went back before a capture, the purchase is as unpaid as before.
 */
export function holdsMoney(row: InvoiceRow): boolean {
  return row.status !== null && moneyArrived(row.status) && !hasEndedUncaptured(row)
}

export function hasEndedUncaptured(row: InvoiceRow): boolean {
  return endedUncaptured(row, row.status === "refunded")
}

/**
 * Whether another invoice has the capture that this one would have: it holds money still, or it was captured through
 * the same session, whose one payment in Medusa stays its own when all of the money went back.
 */
export function hasCaptureBefore(other: InvoiceRow, { id, session_id }: Pick<InvoiceRow, "id" | "session_id">): boolean {
  return other.id !== id && other.settled_at !== null && (held(other) > 0 || other.session_id === session_id)
}

/** The gateway works on a refund, whoever asked for it: here or in its panel. */
export function isReturning(row: InvoiceRow): boolean {
  return row.status === "refund_pending"
}

/** Money came, and Medusa has captured none of it yet. */
export function waitsForCapture(row: InvoiceRow): boolean {
  return row.paid_at !== null && row.settled_at === null && !hasEndedUncaptured(row)
}
