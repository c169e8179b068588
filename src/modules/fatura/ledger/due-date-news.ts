import { type InvoiceStatus, isOpen } from "../../../domain/invoice-status"
import { POLICIES } from "../methods/policy"
import type { FaturaOptions } from "../options/schema"
import type { InvoiceRow, PaymentMethod } from "./row"

/** A due date that was moved on, as `YYYY-MM-DD` in São Paulo. */
export type Extension = { from: string; to: string }

/**
 * A due date that somebody extended in the gateway's panel. Only a later day: an earlier one is what a late
 * notice tells, or a list that counts days in another time zone.
 * @param status how the invoice stands after the news
 */
export function extensionOf(row: InvoiceRow, dueOn: string | null | undefined, status: InvoiceStatus): Extension | null {
  const canChange = POLICIES[row.method].termsFor !== null && isOpen(status) && row.cancel_requested_at === null
  return canChange && dueOn && row.due_on && dueOn > row.due_on ? { from: row.due_on, to: dueOn } : null
}

/** What follows from a new due date for a method that has one. */
export function dueDateColumns(method: PaymentMethod, dueOn: string, options: FaturaOptions): Partial<InvoiceRow> {
  const terms = POLICIES[method].termsFor!(dueOn, options)
  return { due_on: terms.dueOn, expires_at: terms.expiresAt, cancel_at: terms.cancelAt, next_check_at: terms.expiresAt }
}
