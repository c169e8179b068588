import { resealAll } from "../crypto/reseal"
import { type Database, tables } from "../database"
import { Drifts } from "../health/drifts"
import { HealthDesk } from "../health/health"
import { readOptions } from "../options/read-options"
import { insertInvoice, ring, sealedBefore, testKey } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
afterEach(() => void (process.env.NODE_ENV = "test"))
afterAll(() => database.close())

/** The page as another process shows it: none knows what another has counted. */
const view = (given: Record<string, unknown> = {}) =>
  new HealthDesk(db, ring, readOptions({ backendUrl: "http://127.0.0.1:9", encryptionKey: testKey("first"), ...given }, {}), new Drifts(db)).view({ rows: [], views: [] })

it("counts what is sealed in the form that binds it to no row, until keys were rotated", async () => {
  await insertInvoice(db, { payer_sealed: sealedBefore("first", "{}", "payer") })
  await insertInvoice(db, { id: "finv_today", payer_sealed: ring.seal("{}", "payer", ["finv_today"]) })
  await db(tables.draft).insert({ id: "fdra_1", sealed: sealedBefore("first", "{}", "draft"), expires_at: new Date() })
  expect((await view()).encryption_key).toEqual({ state: "ok", message: null, unbound: 2 })
  await resealAll(db, ring, { check: false })
  expect((await view()).encryption_key).toEqual({ state: "ok", message: null, unbound: 0 })
})

it("counts them once in a while, however often the page is read", async () => {
  const desk = new HealthDesk(db, ring, readOptions({ backendUrl: "http://127.0.0.1:9", encryptionKey: testKey("first") }, {}), new Drifts(db))
  const asked: string[] = []
  const note = ({ sql }: { sql: string }) => void (/ like /.test(sql) && asked.push(sql))
  db.on("query", note)
  for (let count = 0; count < 3; count++) {
    await desk.view({ rows: [], views: [] })
  }
  db.removeListener("query", note)
  expect(asked).toHaveLength(9)
})

it("says in production that who stands before the store is a guess, until it is said", async () => {
  process.env.NODE_ENV = "production"
  expect((await view()).shopper_addresses).toMatchObject({ proxies_guessed: true })
  expect((await view({ trustedProxies: 0 })).shopper_addresses).toMatchObject({ proxies_guessed: false })
  process.env.NODE_ENV = "test"
  expect((await view()).shopper_addresses).toMatchObject({ proxies_guessed: false })
})
