import type { Operation } from "./operations"

/**
 * Scopes worth trying for an operation. Which one it needs is not shown (spec 5.8): the newer names are the
 * vendor's (observation: Authentication (A)), the older ones are those of the specification and still what
 * clients send. Either kind works in the option `scopes`.
 */
type ScopesToTry = { newer: readonly string[]; older: readonly string[] }

const INVOICES = ["invoice.write"] as const
const NONE = [] as const

export const SCOPES_TO_TRY: Record<Operation, ScopesToTry> = {
  auth: { newer: NONE, older: NONE },
  status: { newer: NONE, older: NONE },
  create_invoice: { newer: ["invoice.write"], older: INVOICES },
  update_due_date: { newer: ["invoice.update"], older: INVOICES },
  cancel_invoice: { newer: ["invoice.update"], older: INVOICES },
  refund_invoice: { newer: ["invoice.refund"], older: INVOICES },
  list_invoices: { newer: ["invoice.read"], older: INVOICES },
  validate_notice: { newer: ["webhook.write"], older: ["webhook.write"] },
  resend_notice: { newer: ["webhook.write"], older: ["webhook.write"] },
  add_tracking_code: { newer: ["invoice.update"], older: INVOICES },
  list_consumers: { newer: ["customer.read"], older: ["customer.write"] },
  list_mediations: { newer: ["disputes.read"], older: INVOICES },
  list_chargebacks: { newer: ["disputes.read"], older: INVOICES },
  list_statement: { newer: ["baas.statement"], older: NONE },
}

/** The scopes to try for an operation, the newer name first. */
export function scopesToTry(operation: Operation): string[] {
  const { newer, older } = SCOPES_TO_TRY[operation]
  return [...new Set([...newer, ...older])]
}
