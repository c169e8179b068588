import { Cents, cents, toReais } from "../../../domain/money"
import { capturable, returned } from "../../../domain/invoice-money"
import { openMoney } from "../../../domain/problem-money"
import type { ProblemKind } from "../../../domain/problems"
import { actionsFor, actionsNow, takesAmount } from "../../../domain/problem-actions"
import { PROBLEM_FACTS } from "../../../domain/problem-facts"
import { shownOfNotice } from "../../../gateway"
import type { ListedNotice } from "../inbox/notices"
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
    captured_amount: reais(row.captured_cents),
    /** In all: what the gateway returned, and what was returned outside of it. */
    refunded_amount: reais(returned(row)),
    external_refunded_amount: reais(row.external_refunded_cents),
    kept_amount: reais(row.kept_cents),
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

/**
 * The invoice that a problem is about, what was returned of it because it was asked for through Medusa, in cents, and
 * whether a refund of it is on its way or of an unknown outcome.
 */
export type ProblemMoney = { invoice: InvoiceRow; askedInMedusa: number; isReturning: boolean }

/**
 * A problem as staff read it, with what to do about it in their language. Amounts in decimal reais; null where it
 * is about no invoice, or the gateway told no amount.
 */
export function problemForStaff(row: ProblemRow, language: Language, money: ProblemMoney | null) {
  const { id, kind, fatura_invoice_id, account_id, order_id, details, seen_count, last_seen_at, resolved_at, resolution, created_at } = row
  const { severity, closedBy } = PROBLEM_FACTS[kind]
  const isReturning = money?.isReturning ?? false
  const actions = actionsNow(kind, isReturning)
  const isCaptured = (money?.invoice.captured_cents ?? 0) > 0
  /** Those of them that can be taken for a part of the money. */
  const withAmount = actions.filter((action) => takesAmount(action, kind, isCaptured))
  return { id, kind, ...problemText(kind, language, details, isReturning), severity, closed_by: closedBy, invoice_id: fatura_invoice_id, account_id, order_id, details, seen_count, last_seen_at, resolved_at, resolution, created_at, actions, actions_with_amount: withAmount, ...amountsOf(kind, money) }
}

function amountsOf(kind: ProblemKind, money: ProblemMoney | null) {
  const invoice = money?.invoice
  return {
    payer_name: invoice?.payer_name ?? null,
    due_amount: reais(invoice?.amount_cents ?? null),
    paid_amount: reais(invoice?.paid_cents ?? null),
    returned_amount: reais(invoice ? returned(invoice) : null),
    /** What staff still have to decide; 0 for a problem that is not about where money goes. */
    undecided_amount: reais(money && openMoney(kind, money.invoice, money.askedInMedusa)),
    /** What `accept` has Medusa capture: never more than came in. Null where there is nothing to accept. */
    accept_amount: reais(invoice?.paid_at && actionsFor(kind).includes("accept") && invoice.captured_cents === 0 ? capturable(invoice) : null),
  }
}

/** A notice as staff see it: what came, what was made of it, and its body without tokens and personal data. */
export function noticeForStaff(row: ListedNotice) {
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
    payload: row.payload ?? shownOfNotice(Buffer.from(row.body_base64, "base64")),
    created_at: row.created_at,
  }
}


function reais(amount: number | null): number | null {
  return amount === null ? null : toReais(cents(amount) as Cents)
}
