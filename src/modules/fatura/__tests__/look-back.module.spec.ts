import { encodeTime } from "ulid"
import { FATURA_MODULE } from ".."
import { canceledNotRefunded } from "../../../workflows/recovery/canceled-orders"
import { forgottenRefunds } from "../../../workflows/recovery/forgotten-refunds"
import { forsakenOrders } from "../../../workflows/recovery/forsaken-orders"
import { lookBack } from "../../../workflows/recovery/look-back"
import { neverIssuedOrders } from "../../../workflows/recovery/never-issued-orders"
import { orderlessMoney } from "../../../workflows/recovery/orderless-money"
import type { Recovery, Span } from "../../../workflows/recovery/recovery"
import { stockOfCanceledOrders } from "../../../workflows/recovery/stock-of-canceled-orders"
import { uncapturedOrders } from "../../../workflows/recovery/uncaptured-orders"
import { type Database, tables } from "../database"
import { Ledger } from "../ledger/ledger"
import type { InvoiceRow } from "../ledger/row"
import { Turns } from "../recovery/turns"
import { insertInvoice } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

let database: TestDatabase
let db: Database

const DAY = 86_400_000
const NOW = Date.now()
const daysAgo = (days: number): Date => new Date(NOW - days * DAY)
/** An id that was given so many days ago. */
const idOf = (prefix: string, days: number): string => `${prefix}_${encodeTime(daysAgo(days).getTime(), 10)}ZZZZZZZZZZZZZZZZ`
const around = (days: number): Span => ({ from: daysAgo(days + 1), to: daysAgo(days - 1) })

const MEDUSA = {
  '"order"': "id text primary key, status text, version int default 1, canceled_at timestamptz, created_at timestamptz, deleted_at timestamptz",
  order_payment_collection: "order_id text, payment_collection_id text, deleted_at timestamptz",
  payment_session: "id text, payment_collection_id text, provider_id text, status text, created_at timestamptz, deleted_at timestamptz",
  payment: "id text, payment_session_id text, payment_collection_id text, provider_id text",
  refund: "id text, payment_id text, amount numeric, created_at timestamptz, deleted_at timestamptz",
  order_transaction: "order_id text, reference text, reference_id text, amount numeric, created_at timestamptz, deleted_at timestamptz",
  order_summary: "order_id text, version int, totals jsonb, deleted_at timestamptz",
  order_change: "id text, order_id text, change_type text, status text, created_at timestamptz, confirmed_at timestamptz, deleted_at timestamptz",
  order_change_action: "order_change_id text, reference text",
  order_item: "order_id text, item_id text, deleted_at timestamptz",
  reservation_item: "line_item_id text, created_at timestamptz, deleted_at timestamptz",
}

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  for (const [table, columns] of Object.entries(MEDUSA)) await db.raw(`create table ${table} (${columns})`)
})
afterAll(() => database?.close())
beforeEach(async () => {
  for (const table of [tables.refund, tables.problem, tables.turn, tables.invoice, ...Object.keys(MEDUSA)]) await db.raw(`delete from ${table}`)
})

async function finds({ undone }: Recovery, span: Span): Promise<boolean> {
  const settings = { current: async () => ({ onExpiry: "cancel_order", methods: { pix: { expiresInMinutes: 60 } } }) }
  const { sql, values } = (await undone({ settings } as never, span))!
  return (await db.raw(sql, values as never)).rows.length > 0
}

/** An order and its invoice of so many days ago. */
async function made(days: number, status: string, given: Partial<InvoiceRow>): Promise<InvoiceRow> {
  const at = daysAgo(days)
  await db("order").insert({ id: idOf("order", days), status, created_at: at, canceled_at: status === "canceled" ? at : null })
  await db("order_payment_collection").insert({ order_id: idOf("order", days), payment_collection_id: "pay_col_1" })
  return invoice(days, given)
}

const invoice = (days: number, given: Partial<InvoiceRow>) => insertInvoice(db, { id: idOf("finv", days), payment_collection_id: "pay_col_1", session_id: "payses_1", created_at: daysAgo(days), updated_at: daysAgo(days), ...given } as never)

const captured = (days: number): Partial<InvoiceRow> => ({ status: "paid", paid_at: daysAgo(days), paid_cents: 10_580, captured_cents: 10_580, settled_at: daysAgo(days) })

const LEFT: [string, Recovery, (days: number) => Promise<unknown>][] = [
  ["money that has no order", orderlessMoney, (days) => invoice(days, captured(days))],
  ["money of a cancelled order", canceledNotRefunded, (days) => made(days, "canceled", captured(days))],
  ["a refund without its transaction", forgottenRefunds, async (days) => {
    await made(days, "pending", captured(days))
    await db("payment").insert({ id: "pay_1", payment_session_id: "payses_1", payment_collection_id: "pay_col_1", provider_id: "pp_pix_fatura" })
    await db("refund").insert({ id: idOf("ref", days), payment_id: "pay_1", amount: 10, created_at: daysAgo(days) })
  }],
  ["stock of a cancelled order", stockOfCanceledOrders, async (days) => {
    await made(days, "canceled", { status: "canceled", is_live: false })
    await db("order_item").insert({ order_id: idOf("order", days), item_id: "ordli_1" })
    await db("reservation_item").insert({ line_item_id: "ordli_1", created_at: daysAgo(days) })
  }],
  ["an order with a code that ended", forsakenOrders, (days) => made(days, "pending", { status: "canceled", is_live: false, canceled_at: daysAgo(days) })],
  ["an order whose money went back", uncapturedOrders, (days) => made(days, "pending", { status: "refunded", is_live: false, paid_at: daysAgo(days), cancel_at: daysAgo(days) })],
  ["an order that never had a code", neverIssuedOrders, async (days) => {
    await made(days, "pending", { payment_collection_id: "pay_col_other" })
    await db("payment_session").insert({ id: "payses_2", payment_collection_id: "pay_col_1", provider_id: "pp_pix_fatura", status: "pending", created_at: daysAgo(days) })
  }],
]

describe.each(LEFT)("%s", (_what, recovery, leave) => {
  it("is found at once while it is new", async () => {
    await leave(1)
    expect(await finds(recovery, "lately")).toBe(true)
  })

  it("is found when its time is looked at, however long ago that is", async () => {
    await leave(20)
    expect(await finds(recovery, "lately")).toBe(false)
    expect(await finds(recovery, around(20))).toBe(true)
    expect(await finds(recovery, around(17))).toBe(false)
  })
})

describe("looking back", () => {
  /** The queries of a run, by what they look for. */
  async function look(): Promise<string[]> {
    const asked: string[] = []
    const turns = new Turns(db)
    const due = turns.due.bind(turns)
    turns.due = async (kind, undone, limit) => {
      const ids = await due(kind, undone, limit)
      asked.push(kind === "look_back" ? `look_back ${ids.join()}` : kind)
      return ids
    }
    const settings = { current: async () => ({ onExpiry: "cancel_order", methods: { pix: { expiresInMinutes: 60 } } }) }
    const fatura = { turns, ledger: new Ledger(db), settings }
    const container = { resolve: (name: string) => (name === FATURA_MODULE ? fatura : { warn: () => undefined, error: (message: string) => asked.push(message) }) }
    await lookBack(container as never, new Date("2026-11-29T12:00:00Z"))
    return asked
  }

  it("turns to every part of the past, one at a time, and ends no order that has waited for longer than a month", async () => {
    await insertInvoice(db, { created_at: new Date("2026-10-20T12:00:00Z") } as never)
    const runs: string[][] = []
    for (let run = 0; run < 42; run++) runs.push(await look())
    const stretches = runs.map(([stretch]) => stretch)
    expect([stretches[0], stretches[41]]).toEqual(["look_back 2026-10-19/2026-10-20", "look_back 2026-11-29/2026-11-30"])
    expect(new Set(stretches).size).toBe(42)
    const money = ["canceled_not_refunded", "orderless_money", "forgotten_refund", "canceled_with_stock"]
    expect(runs[0]!.slice(1)).toEqual(money)
    expect(runs[41]!.slice(1)).toEqual([...money, "never_issued_order", "forsaken_order", "uncaptured_order"])
  })

  it("goes on with the part that has waited longest", async () => {
    await insertInvoice(db, { created_at: new Date("2026-11-28T12:00:00Z") } as never)
    for (let run = 0; run < 4; run++) await look()
    await db(tables.turn).update({ next_at: db.raw("now() - interval '1 hour'") })
    await db(tables.turn).where({ subject: "2026-11-28/2026-11-29" }).update({ next_at: db.raw("now() - interval '2 hours'") })
    expect((await look())[0]).toBe("look_back 2026-11-28/2026-11-29")
  })

  it("has nothing to look at before the first order", async () => {
    expect(await look()).toEqual(["look_back "])
  })
})
