import { poll } from "../../../../integration-tests/support/poll"
import { type Database, tables } from "../database"
import { InvoiceNews } from "../live/invoice-news"
import { insertInvoice } from "./support/rows"
import { testDatabase, type TestDatabase } from "./support/test-database"

let database: TestDatabase
let db: Database
let news: InvoiceNews

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
beforeEach(async () => {
  // Changes are made over another pool, as another process makes them.
  news = new InvoiceNews(database.other(), () => undefined)
  await new Promise<void>((resolve) => news.follow("payses_first", resolve))
})
afterEach(() => news.close())
afterAll(() => database?.close())

function follow(sessionId: string) {
  let told = 0
  const stop = news.follow(sessionId, () => told++)
  return { told: () => told, stop }
}

const change = (id: string, columns: Record<string, unknown>) => db(tables.invoice).where({ id }).update(columns)
const moment = () => new Promise((resolve) => setTimeout(resolve, 200))

describe("news of invoices", () => {
  it("come for what a payment page shows, and for nothing else", async () => {
    const invoice = await insertInvoice(db)
    await moment()
    const { told } = follow(invoice.session_id)
    await change(invoice.id, { lease_owner: "me", version: 2, looked_up_at: new Date() })
    await moment()
    expect(told()).toBe(0)
    await change(invoice.id, { status: "paid" })
    await poll(() => told() === 1, 1_000)
  })

  it("come for a further invoice of the session, and only to who follows it", async () => {
    const [mine, other] = [await insertInvoice(db, { is_live: false }), await insertInvoice(db)]
    await moment()
    const here = follow(mine.session_id)
    const there = follow(other.session_id)
    await insertInvoice(db, { session_id: mine.session_id, attempt: 2 })
    await poll(() => here.told() === 1, 1_000)
    expect(there.told()).toBe(0)
    here.stop()
    await change(mine.id, { status: "canceled" })
    await moment()
    expect(here.told()).toBe(1)
  })

  it("come over one connection, however many follow", async () => {
    for (let count = 0; count < 50; count++) follow(`payses_${count}`)
    await moment()
    const { rows } = await db.raw(`select count(*)::int as count from pg_stat_activity where datname = current_database() and query ilike 'listen fatura%'`)
    expect(rows[0].count).toBe(1)
  })

  it("come again after the connection was lost; who follows is told to look, since something may have been missed", async () => {
    const invoice = await insertInvoice(db)
    await moment()
    const { told } = follow(invoice.session_id)
    await db.raw(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen fatura%'`)
    await poll(() => told() === 1, 5_000)
    await change(invoice.id, { status: "paid" })
    await poll(() => told() === 2, 1_000)
  })
})
