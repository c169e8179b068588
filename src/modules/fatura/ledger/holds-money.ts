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

/** Captured in Medusa, and not all of it returned: no other payment takes its place. */
export function holdsCapture(row: InvoiceRow): boolean {
  return row.settled_at !== null && held(row) > 0
}

/** Money came, and Medusa has captured none of it yet. */
export function waitsForCapture(row: InvoiceRow): boolean {
  return row.paid_at !== null && row.settled_at === null && !hasEndedUncaptured(row)
}
