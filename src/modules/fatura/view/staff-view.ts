import { Cents, cents, toReais } from "../../../domain/money"
import { actionsFor } from "../../../domain/problem-actions"
import { PROBLEM_FACTS } from "../../../domain/problem-facts"
import { redact } from "../../../gateway"
import type { NoticeRow } from "../inbox/notices"
import type { ProblemRow } from "../problems/problems"
import type { InvoiceRow } from "../ledger/row"
import { problemText } from "../texts/problem-texts"
import type { Language } from "../texts/shopper-texts"

/** An invoice as staff see it. Amounts in decimal reais; the document masked; no secrets. */
export function invoiceForStaff(row: InvoiceRow) {
  return {
    id: row.id,
    account_id: row.account_id,
    method: row.method,
    state: row.state,
    status: row.status,
    invoice_id: row.invoice_id,
    reference: row.reference,
    session_id: row.session_id,
    payment_collection_id: row.payment_collection_id,
    order_id: row.order_id,
    cart_id: row.cart_id,
    payer_name: row.payer_name,
    document_masked: row.document_masked,
    nosso_numero: row.nosso_numero,
    tracking_code: row.tracking_code,
    end_to_end_id: row.end_to_end_id,
    tid: row.tid,
    installments: row.installments,
    amount: reais(row.amount_cents),
    interest_amount: reais(row.interest_cents),
    net_amount: reais(row.net_cents),
    fees: reais(row.fees_cents),
    paid_amount: reais(row.paid_cents),
    refunded_amount: reais(row.refunded_cents),
    currency_code: "brl",
    is_live: row.is_live,
    due_on: row.due_on,
    expires_at: row.expires_at,
    issued_at: row.issued_at,
    paid_at: row.paid_at,
    captured_at: row.settled_at,
    cancel_requested_at: row.cancel_requested_at,
    cancel_reason: row.cancel_reason,
    canceled_at: row.canceled_at,
    instructions: row.instructions,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** A problem as staff read it, with what to do about it in their language. */
export function problemForStaff(row: ProblemRow, language: Language) {
  const { id, kind, fatura_invoice_id, account_id, order_id, details, seen_count, last_seen_at, resolved_at, resolution, created_at } = row
  const { severity, closedBy } = PROBLEM_FACTS[kind]
  return { id, kind, ...problemText(kind, language, details), severity, closed_by: closedBy, invoice_id: fatura_invoice_id, account_id, order_id, details, seen_count, last_seen_at, resolved_at, resolution, created_at, actions: actionsFor(kind) }
}

/** A notice as staff see it: what came, what was made of it, and its body without tokens and personal data. */
export function noticeForStaff(row: NoticeRow) {
  return {
    id: row.id,
    invoice_id: row.fatura_invoice_id,
    door: row.door,
    state: row.state,
    outcome: row.outcome,
    reason: row.last_error,
    verified: row.verified,
    attempts: row.attempts,
    next_try_at: row.state === "pending" ? row.next_try_at : null,
    processed_at: row.processed_at,
    payload: payloadOf(row),
    created_at: row.created_at,
  }
}

/** What is not JSON is not shown: nothing tells which of its words are personal. */
function payloadOf({ body_base64 }: NoticeRow): unknown {
  const body = Buffer.from(body_base64, "base64")
  try {
    return redact(JSON.parse(body.toString("utf8")))
  } catch {
    return `[${body.length} bytes]`
  }
}

function reais(amount: number | null): number | null {
  return amount === null ? null : toReais(cents(amount) as Cents)
}
