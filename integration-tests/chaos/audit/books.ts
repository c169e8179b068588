/**
 * The three books that must agree, as the auditor reads them. It shares no code with the plugin: what the
 * gateway's codes and the plugin's words mean is written down here once more.
 */

/** An invoice at the gateway. All money in integer cents. */
export type GatewayInvoice = {
  id: string
  invoiceId: string
  kind: "pix" | "boleto" | "card"
  reference: string | null
  code: unknown
  /** Somebody holds a code or a card that could still pay it. */
  payable: boolean
  dueCents: number
  paidCents: number
  refundedCents: number
  history: { at: string; code: unknown }[]
}

export type GatewayRequest = { at: string; method: string; path: string; query: Record<string, string>; body: unknown; status: number | null; fault: string | null }

export type SentNotice = { at: string; invoiceId: string; code: unknown; fault: string | null; answers: (number | null)[] }

/** A row of the plugin's ledger. */
export type LedgerRow = {
  id: string
  reference: string
  session_id: string
  payment_collection_id: string
  order_id: string | null
  method: string
  state: string
  status: string | null
  is_live: boolean
  gateway_id: string | null
  invoice_id: string | null
  amount_cents: number
  paid_cents: number | null
  refunded_cents: number
  settled_at: Date | null
  next_check_at: Date | null
}

export type LedgerEvent = { fatura_invoice_id: string; kind: string; cause: string; from_status: string | null; to_status: string | null; details: unknown; created_at: Date }
export type LedgerRefund = { id: string; fatura_invoice_id: string; medusa_refund_id: string | null; amount_cents: number; cumulative_cents: number; origin: string; state: string; created_at: Date }
export type LedgerProblem = { kind: string; fatura_invoice_id: string | null; order_id: string | null; resolved_at: Date | null; created_at: Date }

/** Medusa's amounts in cents; a percentage off leaves fractions of one, so only sums are rounded. */
export type MedusaOrder = {
  id: string
  display_id: number
  status: string
  /** What the order's summary shows as still to be paid; below zero, to be given back. */
  pendingCents: number
}
export type MedusaCollection = { id: string; order_id: string | null; cart_id: string | null; status: string }
export type MedusaPayment = { id: string; payment_collection_id: string; payment_session_id: string; cents: number }
export type MedusaCapture = { id: string; payment_id: string; cents: number; created_at: Date }
export type MedusaRefund = { id: string; payment_id: string; cents: number; created_at: Date }
export type MedusaTransaction = { order_id: string; reference: string | null; reference_id: string | null; cents: number; created_at: Date }

/** A refund that people wanted once. */
export type RefundWish = { by: "staff" | "panel"; orderId: string; invoiceId: string | null; cents: number }

export type Books = {
  gateway: { invoices: GatewayInvoice[]; requests: GatewayRequest[]; notices: SentNotice[] }
  ledger: { rows: LedgerRow[]; events: LedgerEvent[]; refunds: LedgerRefund[]; problems: LedgerProblem[] }
  medusa: {
    orders: MedusaOrder[]
    collections: MedusaCollection[]
    payments: MedusaPayment[]
    captures: MedusaCapture[]
    refunds: MedusaRefund[]
    transactions: MedusaTransaction[]
    /** Units still held in stock, by order. */
    reservations: { order_id: string; units: number }[]
    /** Sessions of waiting orders that nothing was begun with, in words. */
    untouched: { order_id: string; words: string }[]
    /** Orders that a cart became. */
    carts: { cart_id: string; order_id: string }[]
  }
  wishes: RefundWish[]
  /** What was still to be done when the books were read, by name. */
  pending: Record<string, number>
}
