import { audit } from "../audit/audit"
import type { StoryBooks } from "../audit/books"
import { signatureOf } from "../audit/finding"
import { nameOf, readOptions } from "../options"
import type { GatewayInvoice } from "../../support"
import { NO_FACTS, type Facts } from "../story/facts"

const DUE = 12_330

function invoice(id: string, own: { code?: number; paid?: number; refunded?: number; payable?: boolean; due?: number; kind?: "pix" | "boleto" | "card" }): GatewayInvoice {
  const { code = 5, paid = 0, refunded = 0, payable = false, due = DUE, kind = "pix" } = own
  return {
    id,
    invoice_id: id,
    referrer: `ps_${id}-1`,
    pix: { payload: `code of ${id}` },
    status: { code },
    _sandbox: { payable, webhook: null, document: null, holder: null, kind, external_id: `ps_${id}-1`, account: "A", history: [], canceled_at: null, due_cents: due, paid_cents: paid, refunded_cents: refunded, tracking_code: null },
  }
}

const row = (id: string, session = `ps_${id}`): Facts["rows"][number] => ({ id: `row_${id}`, session_id: session, collection_id: "pc_1", order_id: "order_1", method: "pix", state: "issued", status: "paid", is_live: true, gateway_id: id, invoice_id: id })
const payment = (session: string, capturedCents: number, refundedCents = 0): Facts["payments"][number] => ({ id: `pay_${session}`, session_id: session, provider_id: "pp_pix_fatura", collection_id: "pc_1", amountCents: DUE, capturedCents, refundedCents, canceled: false })
const problem = (kind: string, id: string, open = true): Facts["problems"][number] => ({ id: `prob_${kind}`, kind, row_id: `row_${id}`, order_id: "order_1", open, resolution: open ? null : "refund" })
const order = (status: string, pendingCents: number): Facts["orders"][number] => ({ id: "order_1", status, totalCents: DUE, pendingCents, reservedUnits: status === "canceled" ? 0 : 2, transactedCents: 0 })

/** One order, paid by PIX and captured; parts can be replaced. */
function books(facts: Partial<Facts>, more: Partial<StoryBooks> = {}): StoryBooks {
  const all: Facts = {
    ...NO_FACTS,
    invoices: [invoice("1", { paid: DUE })],
    rows: [row("1")],
    orders: [order("pending", 0)],
    collections: ["pc_1"],
    payments: [payment("ps_1", DUE)],
    items: [{ id: "item_1", order_id: "order_1", variant_id: "var_1", quantity: 2, fulfilled: 0, returning: 0, managed: true }],
    orderOfCollection: { pc_1: "order_1" },
    ...facts,
  }
  const transactedCents = all.payments.reduce((sum, { capturedCents, refundedCents }) => sum + capturedCents - refundedCents, 0)
  all.orders = all.orders.map((one) => ({ ...one, transactedCents: one.transactedCents || transactedCents }))
  return { facts: all, decisions: [], accepted: new Set(), pages: [], emails: [], pending: {}, isSilent: false, isOver: false, keepsOrders: false, ...more }
}

const rules = (given: StoryBooks): string[] => audit(given).map(({ rule }) => rule)

it("finds nothing in an order that is paid", () => {
  expect(audit(books({}))).toEqual([])
})

describe("money", () => {
  it("of a paid invoice that is neither captured nor raised stands nowhere", () => {
    const given = { payments: [], orders: [order("canceled", 0)] }
    expect(rules(books(given))).toEqual(["money"])
    expect(rules(books({ ...given, problems: [problem("paid_after_cancel", "1")] }))).toEqual([])
  })

  it("may be unheard of until the time of its code is over", () => {
    const given = { payments: [], orders: [order("pending", DUE)], rows: [{ ...row("1"), status: "awaiting_payment" }] }
    expect(rules(books(given, { isSilent: true }))).toEqual([])
    expect(rules(books(given))).toEqual(["money"])
    expect(rules(books(given, { isSilent: true, isOver: true }))).toContain("money")
  })

  it("is not decided about by a problem that was closed for a part of it", () => {
    const given = { payments: [], orders: [order("canceled", 0)], invoices: [invoice("1", { code: 8, paid: DUE, refunded: 10_050 })], problems: [problem("paid_after_cancel", "1", false)] }
    expect(audit(books(given))[0]).toMatchObject({ rule: "money", words: expect.stringContaining("22.80 stand nowhere") as string })
    expect(audit(books(given, { decisions: [{ rowId: "row_1", kept: 2_280, recorded: 0 }] }))).toEqual([])
    expect(audit(books(given, { decisions: [{ rowId: "row_1", kept: 0, recorded: 2_280 }] }))).toEqual([])
  })

  it("that Medusa holds and the gateway does not is found", () => {
    expect(rules(books({ invoices: [invoice("1", { paid: 1_000 })] }))).toEqual(["money"])
  })

  it("of two invoices of one session is counted together", () => {
    const two = { invoices: [invoice("1", { paid: DUE }), invoice("2", { code: 9, paid: DUE, refunded: DUE })], rows: [row("1"), row("2", "ps_1")] }
    expect(rules(books(two))).toEqual([])
    // The refund of the one is booked on the other.
    expect(rules(books({ ...two, payments: [payment("ps_1", DUE, DUE)] }))).toEqual(["money"])
  })

  it("beyond what is owed is for staff, but a boleto's interest is not", () => {
    expect(rules(books({ invoices: [invoice("1", { paid: DUE + 500 })] }))).toEqual(["money"])
    expect(rules(books({ invoices: [invoice("1", { paid: DUE + 500 })], problems: [problem("overpaid", "1")] }))).toEqual([])
    expect(rules(books({ invoices: [invoice("1", { paid: DUE + 500, kind: "boleto" })] }))).toEqual([])
  })
})

it("finds a problem that has nothing left to decide", () => {
  expect(rules(books({ problems: [problem("paid_twice", "1")] }))).toEqual(["cause_gone"])
  expect(rules(books({ problems: [problem("dispute", "1")] }))).toEqual(["cause_gone"])
})

it("takes money of a cancelled order that Medusa has captured for undecided", () => {
  expect(rules(books({ orders: [order("canceled", 0)], problems: [problem("paid_after_cancel", "1")] }))).toEqual([])
  expect(rules(books({ problems: [problem("paid_after_cancel", "1")] }))).toEqual(["cause_gone"])
})

it("finds codes that nobody owes so", () => {
  const waiting = (due: number, status: string, pendingCents: number) =>
    books({ invoices: [invoice("1", { code: 1, payable: true, due })], payments: [], orders: [order(status, pendingCents)] })
  expect(rules(waiting(DUE, "pending", DUE))).toEqual([])
  expect(rules(waiting(DUE, "pending", DUE - 2_000))).toEqual(["payable"])
  expect(rules(waiting(DUE, "canceled", 0))).toEqual(["payable"])
})

it("finds an order that waits without an end once all time has passed", () => {
  const given: Partial<Facts> = { invoices: [invoice("1", { code: 6 })], payments: [], orders: [order("pending", DUE)] }
  expect(rules(books(given))).toEqual([])
  expect(rules(books(given, { isOver: true }))).toEqual(["pending_forever"])
  expect(rules(books(given, { isOver: true, keepsOrders: true }))).toEqual([])
  expect(rules(books({ ...given, problems: [problem("paid_too_little", "1")] }, { isOver: true }))).toEqual(["cause_gone"])
})

it("finds stock that is held for nobody, or twice", () => {
  expect(rules(books({ orders: [{ ...order("pending", 0), reservedUnits: 4 }] }))).toEqual(["stock"])
  expect(rules(books({ invoices: [], rows: [], payments: [], orders: [{ ...order("canceled", 0), reservedUnits: 2 }] }))).toEqual(["stock"])
})

it("finds a page that says what is not so", () => {
  const shown = { sessionId: "ps_1", next_step: "none", amountCents: DUE, payload: null, line: null, canRenew: false }
  expect(rules(books({}, { pages: [{ ...shown, status: "paid" }] }))).toEqual([])
  const little = { invoices: [invoice("1", { paid: 1_000 })], payments: [], problems: [problem("paid_too_little", "1")] }
  expect(rules(books(little, { pages: [{ ...shown, status: "paid" }] }))).toEqual(["page"])
  expect(rules(books({}, { pages: [{ ...shown, status: "awaiting_payment", next_step: "pay", payload: "code of 1" }] }))).toEqual(["page"])
})

it("finds e-mails that say what is not so, or say it twice", () => {
  const paid = { kind: "paid", invoice_id: "1", amount: 123.3, paid_amount: 123.3, refunded_amount: 0 }
  expect(rules(books({}, { emails: [paid] }))).toEqual([])
  expect(rules(books({}, { emails: [paid, paid] }))).toEqual(["email"])
  expect(rules(books({}, { emails: [{ ...paid, paid_amount: 10 }] }))).toEqual(["email"])
  expect(rules(books({}, { emails: [{ ...paid, kind: "refunded", refunded_amount: 5 }] }))).toEqual(["email"])
})

it("finds work that does not end, and books of Medusa that differ", () => {
  expect(rules(books({}, { pending: { tasks: 1, webhooks: 0 } }))).toEqual(["not_at_rest"])
  expect(rules(books({ orders: [{ ...order("pending", 0), transactedCents: 100 }] }))).toEqual(["medusa_disagrees"])
})

it("knows two findings for the same when only numbers and ids differ", () => {
  const one = signatureOf({ rule: "money", words: "12.30 stand nowhere: pix of 123.30 (order_01KBX7E2M8Q4ZC5V6T9RNDYWHA)" })
  expect(one).toBe(signatureOf({ rule: "money", words: "1.00 stand nowhere: pix of 5.00 (order_01KBX7E2M8Q4ZC5V6T9RNDYWHB)" }))
})

it("names a story so that it can be told again", () => {
  const name = nameOf({ house: true, seed: 3_000_009, path: "0:1:2", commands: "AB:C" })
  expect(name).toBe("house/3000009/0:1:2/AB:C")
  expect(readOptions(["--replay", name]).replays).toEqual([{ house: true, seed: 3_000_009, path: "0:1:2", commands: "AB:C" }])
  expect(readOptions([])).toMatchObject({ minutes: 5, stories: null })
  expect(() => readOptions(["--replay", "something"])).toThrow("--replay takes the name of a story")
})
