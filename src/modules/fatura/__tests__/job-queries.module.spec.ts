import { startGateway, type Gateway } from "../../../../integration-tests/support/gateway"
import { forsakenOrders } from "../../../workflows/recovery/forsaken-orders"
import { canceledNotRefunded } from "../../../workflows/recovery/canceled-orders"
import { movedBooks } from "../../../workflows/recovery/moved-books"
import { orderlessMoney } from "../../../workflows/recovery/orderless-money"
import type { Recovery, Span } from "../../../workflows/recovery/recovery"
import { uncapturedOrders } from "../../../workflows/recovery/uncaptured-orders"
import { type Database, tables } from "../database"
import { raiseStuckRefunds } from "../refunds/stuck-refunds"
import { ACCOUNT, reconciler } from "./support/reconciler"
import { type TestDatabase, testDatabase } from "./support/test-database"

const [OPEN, SETTLED] = [10_000, 200_000]
let database: TestDatabase
let db: Database
let gateway: Gateway

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  gateway = await startGateway()
  await insertMany(SETTLED, "paid", { is_live: "true", settled_at: "now()", paid_at: "now()" })
  await insertMany(5_000, "canceled", { is_live: "false", canceled_at: "now() - interval '9 days'" })
  await insertMany(40, "canceled", { is_live: "false", canceled_at: "now() - interval '2 hours'", watch_until: "now() + interval '1 day'", next_check_at: "now() - interval '1 hour'" })
  await insertMany(OPEN, "awaiting_payment", { method: "'boleto'", is_live: "true", next_check_at: "now() - interval '1 hour'", cancel_at: "now() + interval '5 days'" })
  await insertMany(40, "awaiting_payment", { is_live: "true", next_check_at: "now() - interval '1 hour'", cancel_at: "now() - interval '1 hour'" })
  await insertMany(5, "processing", { method: "'card'", is_live: "true", next_check_at: "now() - interval '1 hour'" })
  await db.raw(`analyze ${tables.invoice}`)
})
afterAll(async () => {
  await gateway?.close()
  await database?.close()
})

let next = 0
/** Rows by the thousand, each of another minute; values are SQL. */
async function insertMany(count: number, status: string, given: Record<string, string>): Promise<void> {
  const columns = { method: "'pix'", ...given }
  const kind = `${++next}`
  await db.raw(
    `insert into ${tables.invoice} (id, account_id, payment_collection_id, session_id, attempt, reference, state, status, amount_cents,
       issuing_started_at, issued_at, gateway_id, invoice_id, ${Object.keys(columns).join(", ")})
     select 'finv_' || ? || '_' || n, ?, 'pay_col_' || ? || '_' || n, 'payses_' || ? || '_' || n, 1, ? || '-' || n, 'issued', ?, 1000,
       now() - n * interval '1 minute', now() - n * interval '1 minute', ? || n, ? || n, ${Object.values(columns).join(", ")}
     from generate_series(1, ?) n`,
    [kind, ACCOUNT, kind, kind, kind, status, kind, kind, count] as never,
  )
}

type Query = { sql: string; bindings: unknown[] }

/** The statements about invoices that were sent while something ran. */
async function statementsOf(work: () => Promise<unknown>): Promise<Query[]> {
  const seen: Query[] = []
  const note = ({ sql, bindings }: Query) => {
    if (/fatura_invoice"/.test(sql) && !/^insert/i.test(sql)) seen.push({ sql, bindings })
  }
  db.on("query", note)
  await work()
  db.removeListener("query", note)
  return [...new Map(seen.map((query) => [query.sql, query])).values()]
}

async function planOf({ sql, bindings }: Query): Promise<string> {
  const connection = await db.client.acquireConnection()
  try {
    const { rows } = await connection.query({ text: `explain ${sql}`, values: bindings })
    return rows.map((row: Record<string, string>) => row["QUERY PLAN"]).join("\n")
  } finally {
    await db.client.releaseConnection(connection)
  }
}

it("reads no table of invoices from end to end, however many there are", async () => {
  const here = await reconciler(db, gateway.url, { lookUpsPerMinute: 50, lookUpsPerDay: 10_000 })
  const statements = await statementsOf(async () => {
    await here.checkOpen.run(new Date())
    await db(tables.lookUp).delete()
    await here.checkOpen.run(new Date())
  })
  // Cards, what expired and what is watched, the sweep and what it left: all of the job's queries are here.
  expect(statements.length).toBeGreaterThanOrEqual(12)
  const scanning: string[] = []
  for (const statement of statements) {
    const plan = await planOf(statement)
    if (/Seq Scan on fatura_invoice/.test(plan)) scanning.push(`${statement.sql}\n${plan}`)
  }
  expect(scanning).toEqual([])
})

it("finds refunds that do not end without reading the invoices that are settled", async () => {
  const statements: Query[] = []
  const seen = { ...db, raw: (sql: string, values: unknown[]) => (statements.push(db.raw(sql, values as never).toSQL().toNative() as unknown as Query), db.raw(sql, values as never)) }
  await raiseStuckRefunds(seen as never, null as never)
  expect(await planOf(statements[0]!)).not.toMatch(/Seq Scan on fatura_invoice /)
})

/** As many orders as invoices, with what Medusa has indexes on. */
async function makeOrders(): Promise<void> {
  await db.raw(`create table "order" (id text primary key, status text, version int, is_draft_order boolean, canceled_at timestamptz, deleted_at timestamptz)`)
  await db.raw(`create table order_payment_collection (order_id text, payment_collection_id text, deleted_at timestamptz, primary key (order_id, payment_collection_id))`)
  await db.raw(`create index on order_payment_collection (payment_collection_id)`)
  await db.raw(`create table order_summary (id text primary key, order_id text, version int, totals jsonb, updated_at timestamptz, deleted_at timestamptz)`)
  await db.raw(`create index on order_summary (order_id, version)`)
  await db.raw(`insert into "order" select 'order_' || id, 'pending', 1, false, null, null from ${tables.invoice}`)
  await db.raw(`insert into order_payment_collection select 'order_' || id, payment_collection_id, null from ${tables.invoice}`)
  await db.raw(`insert into order_summary select 'sum_' || id, 'order_' || id, 1, jsonb_build_object('pending_difference', 10), now(), null from ${tables.invoice}`)
  await db.raw(`create table order_change (id text primary key, order_id text, change_type text, status text, confirmed_at timestamptz, deleted_at timestamptz)`)
  await db.raw(`create index on order_change (order_id) where deleted_at is null`)
  for (const table of ['"order"', "order_payment_collection", "order_summary"]) await db.raw(`analyze ${table}`)
}

/** With its named values in place. */
async function planOfRecovery({ undone }: Recovery, span: Span = "lately"): Promise<string> {
  const settings = { current: async () => ({ onExpiry: "cancel_order", methods: { pix: { expiresInMinutes: 60 } } }) }
  const { sql, values } = (await undone({ settings } as never, span))!
  return planOf(db.raw(sql, values as never).toSQL().toNative() as unknown as Query)
}

it("finds orders to be ended without reading the other invoices", async () => {
  await makeOrders()
  for (const recovery of [forsakenOrders, uncapturedOrders]) {
    const plan = await planOfRecovery(recovery)
    expect(plan).not.toMatch(/Seq Scan on (fatura_invoice|order_change)/)
  }
})

it("looks at a day of the past without reading the other invoices", async () => {
  const day = { from: new Date("2026-10-01T00:00:00Z"), to: new Date("2026-10-02T00:00:00Z") }
  for (const recovery of [forsakenOrders, uncapturedOrders, orderlessMoney, canceledNotRefunded]) {
    expect(await planOfRecovery(recovery, day)).not.toMatch(/Seq Scan on (fatura_invoice|order_change|"order"|order_payment_collection)/)
  }
})

it("finds orders whose books moved by their open codes, without reading the settled ones", async () => {
  // A hundred open codes among all that there ever were.
  await db.raw(`update ${tables.invoice} set is_live = false where method = 'boleto' and id not in (select id from ${tables.invoice} where method = 'boleto' limit 100)`)
  await db.raw(`vacuum analyze ${tables.invoice}`)
  expect(await planOfRecovery(movedBooks)).not.toMatch(/Seq Scan on fatura_invoice/)
})
