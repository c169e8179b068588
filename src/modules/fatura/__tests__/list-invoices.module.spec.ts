import { newId } from "../database"
import { InvoiceList } from "../ledger/list-invoices"
import { nameCondition, readSearch } from "../ledger/list-search"
import { insertInvoice } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

let database: TestDatabase
let list: InvoiceList

beforeAll(async () => {
  database = await testDatabase()
  list = new InvoiceList(database.db)
})
afterAll(() => database.close())
beforeEach(() => database.db("fatura_invoice").delete())

async function idsOf(filters: Parameters<InvoiceList["page"]>[0], limit = 50): Promise<string[]> {
  return (await list.page(filters, { limit })).invoices.map(({ id }) => id)
}

it("goes through rows of the same moment by keyset, each once", async () => {
  const at = new Date("2026-11-02T03:00:00.000Z")
  for (let row = 0; row < 23; row++) await insertInvoice(database.db, { created_at: at, method: row % 2 ? "pix" : "boleto" })
  const seen: string[] = []
  for (let after: string | undefined, pages = 0; pages < 10; pages++) {
    const page = await list.page({ status: ["awaiting_payment", "paid"] }, { limit: 5, after })
    seen.push(...page.invoices.map(({ id }) => id))
    expect(page.count).toBe(23)
    if (!page.next_cursor) break
    after = page.next_cursor
  }
  expect(seen).toHaveLength(23)
  expect(new Set(seen).size).toBe(23)
  expect(seen).toEqual([...seen].sort().reverse())
})

it("stops counting at a thousand, and says so", async () => {
  await database.db.raw(
    `insert into fatura_invoice (id, account_id, payment_collection_id, session_id, attempt, reference, method, state, status, amount_cents, issuing_started_at)
     select 'finv_' || n, 'facc', 'pay_col_' || n, 'payses_' || n, 1, 'payses_' || n || '-1', 'pix', 'issued', 'paid', 100, now() from generate_series(1, 1005) n`
  )
  expect(await list.page({}, { limit: 1 })).toMatchObject({ count: 1000, count_capped: true })
  expect(await list.page({ status: ["canceled"] }, { limit: 1 })).toMatchObject({ count: 0, count_capped: false, next_cursor: null })
})

it("finds a name that more invoices bear than are looked up one by one, with filters, as it finds a rare one", async () => {
  await database.db.raw(
    `insert into fatura_invoice (id, account_id, payment_collection_id, session_id, attempt, reference, method, state, status, amount_cents, issuing_started_at, payer_name)
     select 'finv_' || n, 'facc', 'pay_col_' || n, 'payses_' || n, 1, 'payses_' || n || '-1', 'pix', 'issued', case when n % 1000 = 0 then 'disputed' else 'paid' end, 100, now(), 'João Silva'
     from generate_series(1, 5002) n`
  )
  const rare = await insertInvoice(database.db, { payer_name: "Zuleica Ávila", status: "disputed" })
  expect(await list.page({ search: readSearch("joao") }, { limit: 3 })).toMatchObject({ count: 1000, count_capped: true })
  expect((await idsOf({ search: readSearch("silva"), status: ["disputed"] })).sort()).toEqual(["finv_1000", "finv_2000", "finv_3000", "finv_4000", "finv_5000"])
  expect(await idsOf({ search: readSearch("avila z"), status: ["disputed"] })).toEqual([rare.id])
  expect(await idsOf({ search: readSearch("avila z"), status: ["paid"] })).toEqual([])
})

it("tells since when a dispute is known, of those that are still disputed", async () => {
  const disputed = await insertInvoice(database.db, { status: "disputed" })
  const won = await insertInvoice(database.db, { status: "paid" })
  const event = (invoice: string, to: string, at: string) => ({ id: newId("fevt"), fatura_invoice_id: invoice, kind: "status_changed", cause: "notice", to_status: to, created_at: new Date(at) })
  await database.db("fatura_invoice_event").insert([
    event(disputed.id, "paid", "2026-11-01T12:00:00.000Z"), event(disputed.id, "disputed", "2026-11-03T12:00:00.000Z"), event(won.id, "disputed", "2026-11-03T12:00:00.000Z"),
  ])
  expect([...(await list.disputedSince([disputed, won]))]).toEqual([[disputed.id, new Date("2026-11-03T12:00:00.000Z")]])
  expect([...(await list.disputedSince([won]))]).toEqual([])
})

it("looks names up by the index that the migration makes", async () => {
  const { sql, bindings } = nameCondition(["maria"])
  const plan = await database.db.transaction(async (trx) => {
    await trx.raw("set local enable_seqscan = off")
    const { rows } = await trx.raw(`explain select id from fatura_invoice where ${sql}`, bindings)
    return rows.map((row: { "QUERY PLAN": string }) => row["QUERY PLAN"]).join("\n")
  })
  expect(plan).toContain("fatura_invoice_payer_words")
})

test.each([
  ["  João  da Conceição ", { kind: "name", words: ["joao", "da", "conceicao"] }],
  ["D'Ávila-Lima", { kind: "name", words: ["d", "avila", "lima"] }],
  ["1042", { kind: "exact", text: "1042", orderIds: ["order_1"] }],
  ["Maria 2", { kind: "exact", text: "Maria 2", orderIds: ["order_1"] }],
  ["李雷", { kind: "exact", text: "李雷", orderIds: ["order_1"] }],
  [" \u0000 ", null],
])("reads %j as %j", (typed, search) => {
  expect(readSearch(typed, ["order_1"])).toEqual(search)
})
