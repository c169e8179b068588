import { tables, type Database, newId } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { ErasePayers } from "../retention/erase-payers"
import { insertInvoice } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

const payer = { payer_sealed: "sealed", payer_name: "Joana Prado", document_masked: "***.456.789-**", shopper_ip_hash: "hash" }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

let database: TestDatabase
let db: Database
let erase: ErasePayers

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  erase = new ErasePayers(db, 180)
})
beforeEach(async () => {
  await Promise.all([tables.invoice, tables.event, tables.refund, tables.problem].map((table) => db(table).delete()))
})
afterAll(() => database.close())

/** Paid and captured a long time ago, with nothing since. */
const old = (given: Partial<InvoiceRow> = {}) =>
  insertInvoice(db, { ...payer, status: "paid", is_live: true, created_at: daysAgo(200), paid_at: daysAgo(199), settled_at: daysAgo(199), paid_cents: 10_580, ...given })

const payerOf = (id: string) => db(tables.invoice).where({ id }).first("payer_sealed", "payer_name", "document_masked", "shopper_ip_hash")
const gone = { payer_sealed: null, payer_name: null, document_masked: null, shopper_ip_hash: null }

it("erases who paid 180 days after the last movement of money, keeps the amounts, and says so in the timeline", async () => {
  const { id, updated_at } = await old()
  expect(await erase.run()).toBe(1)
  expect(await payerOf(id)).toEqual(gone)
  expect(await db(tables.invoice).where({ id }).first()).toMatchObject({ amount_cents: 10_580, paid_cents: 10_580, status: "paid", updated_at })
  expect(await db(tables.event).select("fatura_invoice_id", "kind", "cause", "details")).toEqual([
    { fatura_invoice_id: id, kind: "payer_erased", cause: "system", details: { reason: "retention" } },
  ])
  expect(await erase.run()).toBe(0)
})

it.each<[string, Partial<InvoiceRow>]>([
  ["paid within the time", { paid_at: daysAgo(179), settled_at: daysAgo(179) }],
  ["disputed", { status: "disputed" }],
  ["being refunded", { status: "refund_pending" }],
  ["awaiting its money", { status: "awaiting_payment", paid_at: null, settled_at: null }],
  ["overdue and still payable", { status: "overdue", paid_at: null, settled_at: null }],
  ["only authorised", { status: "authorized", paid_at: null, settled_at: null, authorized_at: daysAgo(199) }],
  ["of an unknown outcome", { state: "unknown", status: null, paid_at: null, settled_at: null }],
  ["cancelled and still watched", { status: "canceled", is_live: false, paid_at: null, settled_at: null, watch_until: daysAgo(-1) }],
  ["held by a process at work", { lease_until: daysAgo(-1) }],
])("keeps the payer of an invoice that is %s", async (_what, given) => {
  const { id } = await old(given)
  expect(await erase.run()).toBe(0)
  expect(await payerOf(id)).toEqual(payer)
})

it.each<[string, () => Record<string, unknown>, string]>([
  ["whose status changed within the time", () => ({ id: newId("fevt"), kind: "status_changed", cause: "notice", to_status: "partially_refunded", created_at: daysAgo(100) }), tables.event],
  ["with a refund within the time", () => ({ id: newId("fref"), amount_cents: 1, cumulative_cents: 1, origin: "medusa", state: "booked", updated_at: daysAgo(100) }), tables.refund],
  ["with a refund of an unknown outcome", () => ({ id: newId("fref"), amount_cents: 1, cumulative_cents: 1, origin: "medusa", state: "unknown", updated_at: daysAgo(190) }), tables.refund],
  ["with an open problem", () => ({ id: newId("fprb"), kind: "paid_twice", cause_key: "paid_twice:x", last_seen_at: daysAgo(190) }), tables.problem],
])("keeps the payer of an old invoice %s", async (_what, row, table) => {
  const { id } = await old()
  await db(table).insert({ ...row(), fatura_invoice_id: id })
  expect(await erase.run()).toBe(0)
  expect(await payerOf(id)).toEqual(payer)
})

it("erases who never paid after the same time", async () => {
  const { id } = await old({ status: "canceled", is_live: false, paid_at: null, settled_at: null, canceled_at: daysAgo(199), watch_until: daysAgo(198) })
  expect(await erase.run()).toBe(1)
  expect(await payerOf(id)).toEqual(gone)
})

it("goes on until nothing is left", async () => {
  await Promise.all(Array.from({ length: 401 }, () => old()))
  expect(await erase.run()).toBe(401)
})

describe("a customer who was deleted", () => {
  it("is forgotten at once where the money is at rest, and later where it is open", async () => {
    const recent = { created_at: daysAgo(3), paid_at: daysAgo(2), settled_at: daysAgo(2) }
    const settled = await old({ ...recent, order_id: "order_1" })
    const waiting = await old({ ...recent, order_id: "order_2", status: "disputed" })
    const another = await old({ ...recent, order_id: "order_3" })
    const ofCart = await old({ ...recent, cart_id: "cart_1", status: "denied", is_live: false, paid_at: null, settled_at: null })
    expect(await erase.ask({ order_id: ["order_1", "order_2"], cart_id: ["cart_1"] })).toBe(3)
    expect(await erase.run()).toBe(2)
    expect(await payerOf(settled.id)).toEqual(gone)
    expect(await payerOf(ofCart.id)).toEqual(gone)
    expect(await payerOf(waiting.id)).toEqual(payer)
    expect(await payerOf(another.id)).toEqual(payer)

    await db(tables.invoice).where({ id: waiting.id }).update({ status: "paid" })
    expect(await erase.run()).toBe(1)
    expect(await payerOf(waiting.id)).toEqual(gone)
    expect(await db(tables.event).where({ fatura_invoice_id: waiting.id }).first("details")).toEqual({ details: { reason: "asked" } })
  })

  it("is asked for once", async () => {
    await old({ order_id: "order_1" })
    expect(await erase.ask({ order_id: ["order_1"] })).toBe(1)
    expect(await erase.ask({ order_id: ["order_1"] })).toBe(0)
    expect(await erase.ask({})).toBe(0)
  })
})
