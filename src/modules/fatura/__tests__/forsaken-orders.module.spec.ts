import { forsakenOrders } from "../../../workflows/recovery/forsaken-orders"
import { neverIssuedOrders } from "../../../workflows/recovery/never-issued-orders"
import type { Recovery } from "../../../workflows/recovery/recovery"
import { uncapturedOrders } from "../../../workflows/recovery/uncaptured-orders"
import type { InvoiceRow } from "../ledger/row"
import { type Database, tables } from "../database"
import { insertInvoice } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

let database: TestDatabase
let db: Database

const MINUTE = 60_000
const ago = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE)
const ORDER = "order_01ZZZZZZZZZZZZZZZZZZZZZZZZ"

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  await db.raw(`create table "order" (id text primary key, status text, created_at timestamptz, deleted_at timestamptz)`)
  await db.raw(`create table order_payment_collection (order_id text, payment_collection_id text, deleted_at timestamptz)`)
  await db.raw(`create table payment_session (id text, payment_collection_id text, provider_id text, status text, created_at timestamptz, deleted_at timestamptz)`)
  await db.raw(`create table order_change (order_id text, change_type text, status text, confirmed_at timestamptz, deleted_at timestamptz)`)
  await db(`order`).insert({ id: ORDER, status: "pending", created_at: ago(600) })
  await db(`order_payment_collection`).insert({ order_id: ORDER, payment_collection_id: "pay_col_1" })
})
afterAll(() => database?.close())
beforeEach(async () => {
  for (const table of [tables.invoice, "order_change", "payment_session"]) await db(table).delete()
})

/** Whether an order is found, with codes of PIX that last an hour. */
async function finds({ undone }: Recovery): Promise<boolean> {
  const settings = { current: async () => ({ onExpiry: "cancel_order", methods: { pix: { expiresInMinutes: 60 } } }) }
  const { sql, values } = (await undone({ settings } as never, "lately"))!
  return (await db.raw(sql, values as never)).rows.length > 0
}

const ended = (given: Partial<InvoiceRow>) =>
  insertInvoice(db, { payment_collection_id: "pay_col_1", is_live: false, created_at: ago(500), cancel_at: null, ...given } as never)

const change = (change_type: string | null, minutes: number, status = "confirmed") => db("order_change").insert({ order_id: ORDER, change_type, status, confirmed_at: status === "confirmed" ? ago(minutes) : null })

const forsaken = () => ended({ status: "canceled", canceled_at: ago(300) })
const uncaptured = () => ended({ status: "refunded", paid_at: ago(400), cancel_at: ago(10) })
const neverIssued = () => db("payment_session").insert({ id: "payses_1", payment_collection_id: "pay_col_1", provider_id: "pp_card_fatura", status: "pending", created_at: ago(300) })

describe.each([
  ["an order with a code that ended", forsakenOrders, forsaken],
  ["an order whose money went back", uncapturedOrders, uncaptured],
  ["an order that never had a code", neverIssuedOrders, neverIssued],
] as [string, Recovery, () => Promise<unknown>][])("%s", (_what, recovery, make) => {
  it("is to end", async () => {
    await make()
    expect(await finds(recovery)).toBe(true)
  })

  it.each([["edit", 5], ["edit", 74], ["credit_line", 5], [null, 5]])("has its time anew after staff changed it (%s, %i minutes ago)", async (type, minutes) => {
    await make()
    await change(type, minutes)
    expect(await finds(recovery)).toBe(false)
  })

  it.each([["edit", 76, "confirmed"], ["edit", 5, "canceled"], ["transfer", 5, "confirmed"]])("has no more time by a change that is over, was taken back or is a customer's alone (%s, %i minutes ago, %s)", async (type, minutes, status) => {
    await make()
    await change(type, minutes, status)
    expect(await finds(recovery)).toBe(true)
  })
})

describe("an order whose card was held and released", () => {
  it.each([
    ["canceled", { canceled_at: ago(300) }],
    ["denied", {}],
    ["failed", {}],
  ] as [InvoiceRow["status"], Partial<InvoiceRow>][])("is not forsaken before its shopper's time is over (%s)", async (status, given) => {
    const row = await ended({ method: "card", hold: "amount_mismatch", status, cancel_at: new Date(Date.now() + 600 * MINUTE), ...given })
    expect(await finds(forsakenOrders)).toBe(false)
    await db(tables.invoice).where({ id: row.id }).update({ cancel_at: null })
    expect(await finds(forsakenOrders)).toBe(false)
    await db(tables.invoice).where({ id: row.id }).update({ cancel_at: ago(1) })
    expect(await finds(forsakenOrders)).toBe(true)
  })

  it("is not forsaken either when another card was denied after it", async () => {
    await ended({ method: "card", hold: "amount_mismatch", status: "canceled", canceled_at: ago(300), cancel_at: new Date(Date.now() + 600 * MINUTE) })
    await ended({ method: "card", status: "denied", created_at: ago(200) } as never)
    expect(await finds(forsakenOrders)).toBe(false)
  })
})
