/** Everything this client can ask the gateway, in our own words. */
export const OPERATIONS = [
  "auth",
  "status",
  "create_invoice",
  "update_due_date",
  "cancel_invoice",
  "refund_invoice",
  "list_invoices",
  "validate_notice",
  "resend_notice",
  "add_tracking_code",
  "list_consumers",
  "list_mediations",
  "list_chargebacks",
  "list_statement",
] as const

export type Operation = (typeof OPERATIONS)[number]

/**
 * Safe to send twice: it reads, or its effect is the same however often it is sent. Only such a call
 * may be repeated by the client itself and may go over a connection that was used before.
 */
export const REPEATABLE: Record<Operation, boolean> = {
  auth: false,
  status: true,
  create_invoice: false,
  update_due_date: false,
  cancel_invoice: false,
  refund_invoice: false,
  list_invoices: true,
  validate_notice: true,
  resend_notice: false,
  add_tracking_code: false,
  list_consumers: true,
  list_mediations: true,
  list_chargebacks: true,
  list_statement: true,
}

/**
 * Counts as a look-up: the gateway's firewall blocks callers that poll
 * (observation: Errors and limits (A)), so these go through the shared gate.
 */
export const LOOK_UP: Record<Operation, boolean> = {
  auth: false,
  status: false,
  create_invoice: false,
  update_due_date: false,
  cancel_invoice: false,
  refund_invoice: false,
  list_invoices: true,
  validate_notice: false,
  resend_notice: false,
  add_tracking_code: false,
  list_consumers: true,
  list_mediations: true,
  list_chargebacks: true,
  list_statement: true,
}
