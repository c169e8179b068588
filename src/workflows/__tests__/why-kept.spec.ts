import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import type { OrderToEnd } from "../ending/read-order-to-end"
import { whyKept } from "../ending/why-kept"

type Collection = NonNullable<OrderToEnd["payment_collections"]>[number]

const collection = (given: Partial<Collection> = {}): Collection => ({ id: "pay_col_1", status: "awaiting", payment_sessions: [], payments: [], ...given })
const order = (...payment_collections: Collection[]): OrderToEnd => ({ id: "order_1", status: "pending", is_draft_order: false, summary: null, items: [], fulfillments: [], payment_collections })
const session = (provider_id: string, status: string) => ({ id: `payses_${provider_id}`, provider_id, status })
const payment = (given: { canceled_at?: string; captured?: number; refunded?: number }) => ({
  id: "pay_1", canceled_at: given.canceled_at ?? null, captures: given.captured ? [{ amount: given.captured }] : [], refunds: given.refunded ? [{ amount: given.refunded }] : [],
})
const invoice = (given: Partial<InvoiceRow> = {}) => ({ status: "canceled", is_live: false, paid_at: null, paid_cents: null, amount_cents: 1_000, refunded_cents: 0, external_refunded_cents: 0, captured_cents: 0, kept_cents: 0, ...given }) as InvoiceRow

describe("an order whose code ended unpaid", () => {
  it("ends when nothing else is there", () => {
    expect(whyKept(order(collection({ payment_sessions: [session("pp_pix_fatura", "pending_authorization")] })), [invoice()])).toBeNull()
    expect(whyKept({ ...order(), payment_collections: null }, [])).toBeNull()
  })

  it.each(["authorized", "partially_authorized", "partially_captured", "completed"])("is kept when one of its collections is %s", (status) => {
    expect(whyKept(order(collection(), collection({ status })), [])).toBe("money")
  })

  it.each(["pending", "pending_authorization", "requires_more", "authorized", "captured", "of_a_later_version"])("is kept while a session of another provider is %s, in whichever collection", (status) => {
    expect(whyKept(order(collection(), collection({ payment_sessions: [session("pp_stripe_stripe", status)] })), [])).toBe("elsewhere")
  })

  it.each(["error", "canceled"])("ends when the session of another provider came to nothing (%s)", (status) => {
    expect(whyKept(order(collection({ payment_sessions: [session("pp_stripe_stripe", status)] })), [])).toBeNull()
  })

  it("is kept with a payment that is held or captured, and ends with one that was voided or returned", () => {
    expect(whyKept(order(collection({ payments: [payment({})] })), [])).toBe("money")
    expect(whyKept(order(collection({ payments: [payment({ captured: 10, refunded: 9.99 })] })), [])).toBe("money")
    expect(whyKept(order(collection({ payments: [payment({ canceled_at: "2026-11-28" })] })), [])).toBeNull()
    expect(whyKept(order(collection({ payments: [payment({ captured: 10, refunded: 10 })] })), [])).toBeNull()
  })

  it("is kept with money that only the ledger knows of", () => {
    expect(whyKept(order(collection()), [invoice({ status: "paid", paid_at: new Date() })])).toBe("money")
    expect(whyKept(order(collection()), [invoice({ status: "authorized", is_live: true })])).toBe("money")
    expect(whyKept(order(collection()), [invoice({ status: "canceled", paid_at: new Date(), paid_cents: 1_000, refunded_cents: 400 })])).toBe("money")
    expect(whyKept(order(collection()), [invoice({ status: "refunded", paid_at: new Date(), paid_cents: 1_000, refunded_cents: 1_000 })])).toBeNull()
    expect(whyKept(order(collection()), [invoice({ status: "paid", paid_at: new Date(), paid_cents: 300, external_refunded_cents: 300 })])).toBeNull()
  })

  it("is kept while another code or attempt of ours can still be paid", () => {
    expect(whyKept(order(collection(), collection({ id: "pay_col_2" })), [invoice(), invoice({ status: "awaiting_payment", is_live: true })])).toBe("payable")
    expect(whyKept(order(collection()), [invoice({ status: null, state: "unknown", is_live: true })])).toBe("payable")
  })
})
