import { z } from "zod"
import { createBody } from "../create-request"
import type { Operation } from "../operations"
import { assumed, from } from "./field"

const day = z.iso.date()
const invoiceId = z.string().min(1)

/** What is sent: a JSON body, or the parameters of the query. */
export type DocumentedRequest = { body: z.ZodType; query?: never } | { query: z.ZodType; body?: never }

const page = from(z.strictObject({ p: z.int().positive().optional() }), "observation: assumed, the parameter of the list")

/** What this client sends, exactly (spec 4; cancel and refund by observation). Null: nothing is sent beside the headers. */
export const REQUESTS: Record<Operation, DocumentedRequest | null> = {
  auth: null,
  status: null,
  create_invoice: { body: from(createBody, "spec 4.3") },
  update_due_date: { body: from(z.strictObject({ payment: z.strictObject({ invoice_id: invoiceId, due_at: day }) }), "spec 4.4") },
  cancel_invoice: { body: from(z.strictObject({ payment: z.strictObject({ id: invoiceId }) }), "observation: Cancel (A)") },
  refund_invoice: { body: from(z.strictObject({ payment: z.strictObject({ id: invoiceId, amount: z.int().positive() }) }), "observation: Refund (D)") },
  list_invoices: {
    query: from(z.strictObject({ p: z.int().positive().optional(), id: invoiceId.optional(), status: z.int().optional() }), "observation: List (A)"),
  },
  validate_notice: { body: from(z.strictObject({ token: z.string().min(1) }), "spec 4.5") },
  resend_notice: { body: from(z.strictObject({ url: z.url(), events: z.string(), webhook: z.string() }), "spec 4.6") },
  add_tracking_code: {
    body: assumed(z.strictObject({ payment: z.strictObject({ id: invoiceId, tracking_code: z.string().min(1) }) }), "neither path nor body is shown; both are options"),
  },
  list_consumers: { query: page },
  list_mediations: { query: page },
  list_chargebacks: { query: page },
  list_statement: {
    query: from(z.strictObject({ page: z.int().nonnegative(), start_at: z.string(), end_at: z.string() }), "observation: Statement (A)"),
  },
}
