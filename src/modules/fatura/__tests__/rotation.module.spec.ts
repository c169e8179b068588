import { KeyRing } from "../crypto/key-ring"
import { resealAll } from "../crypto/reseal"
import { SEALED_COLUMNS } from "../crypto/sealed-columns"
import * as models from "../models"
import { type Database, newId, tables } from "../database"
import { insertInvoice, testKey } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

const old = new KeyRing(testKey("old"))
const both = new KeyRing(`${testKey("new")},${testKey("old")}`)
const fresh = new KeyRing(testKey("new"))
let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(async () => {
  for (const table of Object.values(tables)) {
    await db(table).delete()
  }
})

/** One value in every sealed column. */
async function sealEverything(ring: KeyRing): Promise<void> {
  await db(tables.account).insert({
    id: newId("facc"), name: "a", source: "admin", base_url: "https://gateway.example",
    credentials_sealed: ring.seal("credentials", "account-credentials"),
    merchant_token_sealed: ring.seal("merchant", "merchant-token"),
    access_token_sealed: ring.seal("access", "access-token"),
  })
  const invoice = await insertInvoice(db, { payer_sealed: ring.seal("payer", "payer") })
  await db(tables.notice).insert({ id: newId("fnot"), fatura_invoice_id: invoice.id, door: "ticket", body_base64: "", body_hash: "", token_sealed: ring.seal("token", "notice-token"), state: "pending", next_try_at: db.fn.now() })
  await db(tables.draft).insert({ id: newId("fdra"), sealed: ring.seal("draft", "draft"), expires_at: db.fn.now() })
  await db(tables.payer).insert({ id: newId("fpay"), customer_id: "cus_1", sealed: ring.seal("saved payer", "saved-payer") })
}

it("knows every sealed column of the models", () => {
  const inModels = Object.values(models).flatMap((model) => {
    const { tableName, schema } = model.parse()
    return Object.keys(schema).filter((name) => /(^|_)sealed$/.test(name)).map((name) => `${tableName}.${name}`)
  })
  expect(inModels.sort()).toEqual(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort())
  expect(inModels.length).toBeGreaterThanOrEqual(6)
})

it("only counts with check, then seals everything again, so that the new key alone opens it", async () => {
  await sealEverything(old)
  const counted = await resealAll(db, both, { check: true })
  expect(counted.map(({ remaining, resealed }) => [remaining, resealed])).toEqual(SEALED_COLUMNS.map(() => [1, 0]))
  const done = await resealAll(db, both, { check: false })
  expect(done.map(({ resealed, unreadable }) => [resealed, unreadable])).toEqual(SEALED_COLUMNS.map(() => [1, 0]))
  const plain = ["credentials", "merchant", "access", "payer", "token", "draft", "saved payer"]
  for (const [index, { table, column, purpose }] of SEALED_COLUMNS.entries()) {
    expect(fresh.open((await db(table).first(column))[column], purpose)).toBe(plain[index])
  }
  const again = await resealAll(db, both, { check: false })
  expect(again.map(({ current, resealed }) => [current, resealed])).toEqual(SEALED_COLUMNS.map(() => [1, 0]))
})

it("leaves what no key opens as it is, and counts it", async () => {
  await sealEverything(new KeyRing(testKey("lost")))
  const before = await db(tables.account).first("credentials_sealed")
  const counts = await resealAll(db, both, { check: false })
  expect(counts.map(({ unreadable, resealed }) => [unreadable, resealed])).toEqual(SEALED_COLUMNS.map(() => [1, 0]))
  expect(await db(tables.account).first("credentials_sealed")).toEqual(before)
})

it("takes more rows than one batch holds", async () => {
  const rows = Array.from({ length: 1_203 }, () => ({ id: newId("fdra"), sealed: old.seal("x", "draft"), expires_at: new Date() }))
  await db.batchInsert(tables.draft, rows, 400)
  const counts = await resealAll(db, both, { check: false })
  expect(counts.find(({ table }) => table === tables.draft)).toMatchObject({ resealed: 1_203, unreadable: 0 })
})
