import { KeyRing, SealError } from "../crypto/key-ring"
import { rememberTickets } from "../crypto/remember-tickets"
import { resealAll } from "../crypto/reseal"
import { SEALED_COLUMNS } from "../crypto/sealed-columns"
import { isGivenOut, isSigned, writeTicket } from "../crypto/tickets"
import * as models from "../models"
import { type Database, newId, tables } from "../database"
import { insertInvoice, sealedBefore, testKey } from "./support/rows"
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

type Seal = (plain: string, purpose: string, place: readonly string[]) => string
const bySeal = (ring: KeyRing): Seal => (plain, purpose, place) => ring.seal(plain, purpose, place)

/** One value in every sealed column. */
async function sealEverything(seal: Seal): Promise<void> {
  await db(tables.account).insert({
    id: "facc_1", name: "a", source: "admin", base_url: "https://gateway.example",
    credentials_sealed: seal("credentials", "account-credentials", ["facc_1", "https://gateway.example"]),
    merchant_token_sealed: seal("merchant", "merchant-token", ["facc_1"]),
    access_token_sealed: seal("access", "access-token", ["facc_1"]),
  })
  const invoice = await insertInvoice(db, { id: "finv_1", payer_sealed: seal("payer", "payer", ["finv_1"]) })
  await db(tables.notice).insert({ id: "fnot_1", fatura_invoice_id: invoice.id, door: "ticket", body_base64: "", body_hash: "", token_sealed: seal("token", "notice-token", ["fnot_1"]), state: "pending", next_try_at: db.fn.now() })
  await db(tables.draft).insert({ id: "fdra_1", sealed: seal("draft", "draft", ["fdra_1"]), card_sealed: seal("card", "draft-card", ["fdra_1"]), expires_at: db.fn.now() })
  await db(tables.payer).insert({ id: "fpay_1", customer_id: "cus_1", sealed: seal("saved payer", "saved-payer", ["fpay_1", "cus_1"]) })
  await db(tables.change).insert({ id: "fchg_1", action: "account_changed", subject: "facc_1", actor: "user_1", changes: "{}", undo_until: db.fn.now(), before_sealed: seal("before", "sensitive-change", ["fchg_1", "facc_1"]) })
}

it("knows every sealed column of the models", () => {
  const inModels = Object.values(models).flatMap((model) => {
    const { tableName, schema } = model.parse()
    return Object.keys(schema).filter((name) => /(^|_)sealed$/.test(name)).map((name) => `${tableName}.${name}`)
  })
  expect(inModels.sort()).toEqual(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort())
  expect(inModels.length).toBeGreaterThanOrEqual(6)
})

it.each([
  ["by the key before", bySeal(old)],
  ["before values were bound to their place", (plain: string, purpose: string) => sealedBefore("old", plain, purpose)],
  ["by the key of today, before values were bound to their place", (plain: string, purpose: string) => sealedBefore("new", plain, purpose)],
] as const)("only counts with check, then seals everything again that was sealed %s, so that the new key alone opens it", async (_name, seal) => {
  await sealEverything(seal)
  const counted = await resealAll(db, both, { check: true })
  expect(counted.map(({ remaining, resealed }) => [remaining, resealed])).toEqual(SEALED_COLUMNS.map(() => [1, 0]))
  const done = await resealAll(db, both, { check: false })
  expect(done.map(({ resealed, unreadable }) => [resealed, unreadable])).toEqual(SEALED_COLUMNS.map(() => [1, 0]))
  const plain = ["credentials", "merchant", "access", "payer", "token", "draft", "card", "saved payer", "before"]
  for (const [index, { table, column, purpose, beside, place }] of SEALED_COLUMNS.entries()) {
    const row = await db(table).first(column, ...beside)
    expect(fresh.open(row[column], purpose, place(row))).toBe(plain[index])
    expect(() => fresh.open(row[column], purpose, place({ ...row, id: "other" }))).toThrow(SealError)
  }
  const again = await resealAll(db, both, { check: false })
  expect(again.map(({ current, resealed }) => [current, resealed])).toEqual(SEALED_COLUMNS.map(() => [1, 0]))
})

it("leaves what no key opens as it is, and counts it", async () => {
  await sealEverything(bySeal(new KeyRing(testKey("lost"))))
  const before = await db(tables.account).first("credentials_sealed")
  const counts = await resealAll(db, both, { check: false })
  expect(counts.map(({ unreadable, resealed }) => [unreadable, resealed])).toEqual(SEALED_COLUMNS.map(() => [1, 0]))
  expect(await db(tables.account).first("credentials_sealed")).toEqual(before)
})

it("takes more rows than one batch holds", async () => {
  const rows = Array.from({ length: 1_203 }, () => newId("fdra")).map((id) => ({ id, sealed: old.seal("x", "draft", [id]), expires_at: new Date() }))
  await db.batchInsert(tables.draft, rows, 400)
  const counts = await resealAll(db, both, { check: false })
  expect(counts.find(({ table }) => table === tables.draft)).toMatchObject({ resealed: 1_203, unreadable: 0 })
})

describe("tickets that were given out before they were kept", () => {
  const holder = { sessionId: "payses_early", attempt: 2 }

  it("are noted by every key of the ring, so that the new key alone recognises them", async () => {
    const early = await insertInvoice(db, { session_id: "payses_adopted_since", attempt: 2, reference: "payses_early-2" })
    const kept = await insertInvoice(db, { ticket_hashes: JSON.stringify(["kept"]) as never })
    expect(await rememberTickets(db, both, { check: true })).toEqual({ known: 1, remembered: 0, remaining: 1 })
    expect(await rememberTickets(db, both, { check: false })).toEqual({ known: 1, remembered: 1, remaining: 0 })
    const hashes = async (id: string) => (await db(tables.invoice).where({ id }).first("ticket_hashes")).ticket_hashes
    expect(isSigned(fresh, writeTicket(old, holder))).toBe(false)
    expect(isGivenOut(await hashes(early.id), writeTicket(old, holder))).toBe(true)
    expect(isGivenOut(await hashes(early.id), writeTicket(fresh, holder))).toBe(true)
    expect(await hashes(kept.id)).toEqual(["kept"])
    expect(await rememberTickets(db, both, { check: false })).toEqual({ known: 2, remembered: 0, remaining: 0 })
  })
})
