import type { z } from "zod"
import type { Operation } from "../operations"
import { credential, tokenStatus } from "./credential"
import { cancelAnswer, createAnswer, faturaAnswer, refundAnswer } from "./invoice"
import { listAnswer, statementAnswer, unknownRecords } from "./lists"
import { notice, resendAnswer, trackingAnswer, validateAnswer } from "./notices"

export { refusal } from "./envelope"

/** What the gateway sends: the answer of an operation, or a notice. */
export type Message = Operation | "notice"

/**
 * Every message that the gateway sends, with every field that the specification or an observation shows. It
 * describes: reading never fails for want of a fit. What differs from it is drift, and the OpenAPI document
 * is made from it.
 */
export const DOCUMENTED = {
  auth: credential,
  status: tokenStatus,
  create_invoice: createAnswer,
  update_due_date: faturaAnswer,
  cancel_invoice: cancelAnswer,
  refund_invoice: refundAnswer,
  list_invoices: listAnswer,
  validate_notice: validateAnswer,
  resend_notice: resendAnswer,
  add_tracking_code: trackingAnswer,
  list_consumers: unknownRecords,
  list_mediations: unknownRecords,
  list_chargebacks: unknownRecords,
  list_statement: statementAnswer,
  notice,
} satisfies Record<Message, z.ZodType>

/** A message as TypeScript knows it; every member may be missing. */
export type Documented<Name extends Message> = z.output<(typeof DOCUMENTED)[Name]>
