import { copyRows, cpf, errorLines, placeOrder, sql } from "../support"
import { Desk } from "../support/desk"

const MANY = 100_000
/** The jobs that look for what was left undone come every quarter of a minute. */
const WATCH_MS = 60_000

const desk = new Desk()

/** How many rows of the table were read from its beginning to its end, however many such readings there were. */
async function rowsScanned(table: string): Promise<number> {
  const [row] = await sql<{ read: number }>(desk.store.databaseUrl, "select seq_tup_read::int as read from pg_stat_user_tables where relname = $1", [table])
  return row!.read
}

/** Old orders, each with its session, refund and paid invoice, as copies of one. */
async function manyOrders(orderId: string, sessionId: string): Promise<void> {
  const db = desk.store.databaseUrl
  const old = "now() - interval '90 days'"
  const collection = "'pay_col_00' || n"
  await copyRows(db, "order", "id = $1", orderId, MANY, { id: "'order_00' || n", display_id: "1000 + n", custom_display_id: "null", created_at: old, status: "case when n % 10 = 0 then 'canceled' else 'pending' end::order_status_enum" })
  await copyRows(db, "payment_collection", "id = (select payment_collection_id from payment_session where id = $1)", sessionId, MANY, { id: collection })
  await copyRows(db, "payment_session", "id = $1", sessionId, MANY, { id: "'payses_00' || n", payment_collection_id: collection, created_at: old })
  await copyRows(db, "order_payment_collection", "order_id = $1", orderId, MANY, { id: "'ordpay_00' || n", order_id: "'order_00' || n", payment_collection_id: collection })
  await copyRows(db, "fatura_invoice", "session_id = $1", sessionId, MANY, {
    id: "'finv_00' || n", session_id: "'payses_00' || n", payment_collection_id: collection, reference: "'old_' || n", invoice_id: "'old_' || n", gateway_id: "'old_' || n",
    order_id: "'order_00' || n", state: "'issued'", status: "'paid'", is_live: "true", paid_at: old, settled_at: old, next_check_at: "null", cancel_at: "null", created_at: old, updated_at: old,
  })
  await sql(db, `insert into payment (id, amount, raw_amount, currency_code, provider_id, payment_collection_id, payment_session_id)
    select 'pay_00' || n, 10, '{"value":"10","precision":20}', 'brl', 'pp_pix_fatura', 'pay_col_00' || n, 'payses_00' || n from generate_series(0, $1::int - 1) n`, [MANY])
  await sql(db, `insert into refund (id, amount, raw_amount, payment_id, created_at)
    select 'ref_00' || n, 10, '{"value":"10","precision":20}', 'pay_00' || n, ${old} from generate_series(0, $1::int - 1) n`, [MANY])
  await sql(db, "analyze")
}

it("the jobs read no table of orders, sessions, refunds or invoices from end to end", async () => {
  const { orderId, sessionId } = await placeOrder(desk.store, { providerId: "pp_pix_fatura", data: { payer: { document: cpf() } } })
  await manyOrders(orderId, sessionId)
  const tables = ["payment_session", "payment", "refund", "fatura_invoice", "order_payment_collection", "order"]
  const before = await Promise.all(tables.map(rowsScanned))
  await new Promise((resolve) => setTimeout(resolve, WATCH_MS))
  const after = await Promise.all(tables.map(rowsScanned))
  const scans = Object.fromEntries(tables.map((table, index) => [table, Math.floor((after[index]! - before[index]!) / MANY)]))
  // Orders that were cancelled lately are looked for every two minutes, by a date that Medusa has no index on.
  const { order: ofOrders, ...others } = scans
  expect(ofOrders).toBeLessThanOrEqual(1)
  expect(others).toEqual({ payment_session: 0, payment: 0, refund: 0, fatura_invoice: 0, order_payment_collection: 0 })
  expect(errorLines(desk.store)).toEqual([])
}, 240_000)
