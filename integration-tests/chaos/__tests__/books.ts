import type { Books, GatewayInvoice, LedgerRow } from "../audit/books"

type Parts = { invoice?: Partial<GatewayInvoice>; row?: Partial<LedgerRow>; order?: { status?: string } }

const at = new Date("2026-03-02T15:00:00Z")

/** Books in which everything agrees: nothing in them yet. */
export function emptyBooks(): Books {
  return {
    gateway: { invoices: [], requests: [], notices: [] },
    ledger: { rows: [], events: [], refunds: [], problems: [] },
    medusa: { orders: [], collections: [], payments: [], captures: [], refunds: [], transactions: [], reservations: [], untouched: [], carts: [] },
    wishes: [],
    pending: {},
  }
}

/** Adds order `n` with an unpaid invoice of 100 reais; parts can be told otherwise. */
export function withUnpaid(books: Books, n: number, { invoice, row, order }: Parts = {}): Books {
  addInvoice(books, n, `${n}`, { invoice, row })
  books.medusa.orders.push({ id: `order_${n}`, display_id: n, status: order?.status ?? "pending", pendingCents: 10_000 })
  books.medusa.collections.push({ id: `col_${n}`, order_id: `order_${n}`, cart_id: `cart_${n}`, status: "awaiting" })
  books.medusa.carts.push({ cart_id: `cart_${n}`, order_id: `order_${n}` })
  return books
}

/** A further invoice of order `n`, by the name `key`. */
export function addInvoice(books: Books, n: number, key: string, { invoice, row }: Parts = {}): Books {
  const code = invoice?.code ?? 1
  const words: Record<string, string> = { 1: "awaiting_payment", 5: "paid", 6: "canceled", 8: "partially_refunded", 9: "refunded", 12: "denied" }
  books.gateway.invoices.push({
    id: `inv_${key}`, invoiceId: `inv_${key}`, kind: "pix", reference: `ses_${n}-${key}`, code, payable: code === 1, dueCents: 10_000,
    paidCents: code === 5 ? 10_000 : 0, refundedCents: 0, history: [], ...invoice,
  })
  books.ledger.rows.push({
    id: `row_${key}`, reference: `ses_${n}-${key}`, session_id: `ses_${n}`, payment_collection_id: `col_${n}`, order_id: `order_${n}`, method: "pix",
    state: "issued", status: words[String(code)] ?? "unknown", is_live: code === 1 || code === 5, gateway_id: `inv_${key}`, invoice_id: `inv_${key}`, amount_cents: 10_000,
    paid_cents: code === 5 ? 10_000 : null, refunded_cents: 0, settled_at: null, next_check_at: null, ...row,
  })
  return books
}

/** Adds order `n`, paid and captured once. */
export function withCaptured(books: Books, n: number, { invoice, row, order }: Parts = {}): Books {
  withUnpaid(books, n, { invoice: { code: 5, paidCents: 10_000, payable: false, ...invoice }, row: { paid_cents: 10_000, settled_at: at, ...row }, order })
  const { medusa } = books
  medusa.orders.at(-1)!.pendingCents = 0
  medusa.payments.push({ id: `pay_${n}`, payment_collection_id: `col_${n}`, payment_session_id: `ses_${n}`, cents: 10_000 })
  medusa.captures.push({ id: `capt_${n}`, payment_id: `pay_${n}`, cents: 10_000, created_at: at })
  medusa.transactions.push({ order_id: `order_${n}`, reference: "capture", reference_id: `capt_${n}`, cents: 10_000, created_at: at })
  return books
}

/** Adds order `n`, captured, of which `cents` were given back because staff wanted it. */
export function withRefunded(books: Books, n: number, cents: number): Books {
  const whole = cents === 10_000
  withCaptured(books, n, { invoice: { code: whole ? 9 : 8, refundedCents: cents }, row: { status: whole ? "refunded" : "partially_refunded", refunded_cents: cents } })
  addRefundToMedusa(books, n, "1", cents)
  books.wishes.push({ by: "staff", orderId: `order_${n}`, invoiceId: null, cents })
  return books
}

export function addRefundToMedusa(books: Books, n: number, key: string, cents: number): void {
  books.medusa.refunds.push({ id: `ref_${n}_${key}`, payment_id: `pay_${n}`, cents, created_at: at })
  books.medusa.transactions.push({ order_id: `order_${n}`, reference: "refund", reference_id: `ref_${n}_${key}`, cents: -cents, created_at: at })
}

export function addProblem(books: Books, key: string, kind: string): void {
  books.ledger.problems.push({ kind, fatura_invoice_id: `row_${key}`, order_id: null, resolved_at: null, created_at: at })
}
