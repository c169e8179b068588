import { cents } from "../../../domain/money"
import { parseDocument } from "../../../domain/document"
import { cpf } from "cpf-cnpj-validator"
import { tables, type Database } from "../database"
import { Attempts, PAYER_PURPOSE } from "../issuing/attempts"
import type { Payer } from "../issuing/payer"
import type { Purchase } from "../issuing/purchase"
import { insertInvoice, ring } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

const document = cpf.generate()
const payer: Payer = {
  name: "Joana Prado",
  document: parseDocument(document)!,
  email: "joana.prado@example.com",
  phone: "11912345678",
  ip: "203.0.113.7",
  address: null,
}
const terms = { dueOn: "2026-12-02", expiresAt: new Date("2026-12-01T16:00:00Z"), cancelAt: new Date("2026-12-01T16:15:00Z") }

let database: TestDatabase
let db: Database
let here: Attempts
let there: Attempts

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  here = new Attempts(db, ring)
  there = new Attempts(database.other(), ring)
})
beforeEach(() => db(tables.invoice).delete())
afterAll(() => database.close())

function purchase(given: Partial<Purchase> = {}): Purchase {
  return {
    sessionId: "payses_1",
    collectionId: "pay_col_1",
    key: "cart_1",
    amount: cents(10_580),
    currency: "brl",
    cartId: "cart_1",
    orderId: null,
    orderNumber: null,
    orderCanceled: false,
    salesChannelId: null,
    email: payer.email,
    items: [],
    shippingTotal: cents(0),
    shippingAddress: null,
    billingAddress: null,
    customer: null,
    metadata: null,
    ...given,
  }
}

const claim = (attempts: Attempts, given: Partial<Purchase> = {}, method: "pix" | "card" = "pix") =>
  attempts.claim({ purchase: purchase(given), payer, method, accountId: "facc_config_default", terms, installments: 1 })

describe("an attempt", () => {
  it("is one, of ten that are tried at once from two processes", async () => {
    const claimed = await Promise.all(Array.from({ length: 10 }, (_, index) => claim(index % 2 ? here : there)))
    expect(claimed.filter(Boolean)).toHaveLength(1)
    expect(await db(tables.invoice)).toHaveLength(1)
  })

  it("is one for each payment collection, whatever the session", async () => {
    const claimed = await Promise.all(Array.from({ length: 10 }, (_, index) => claim(index % 2 ? here : there, { sessionId: `payses_${index}` })))
    expect(claimed.filter(Boolean)).toHaveLength(1)
    expect(await claim(here, { collectionId: "pay_col_2", sessionId: "payses_b", key: "cart_2" })).not.toBeNull()
  })

  it("is one for each purchase, in whichever of its payment collections, tried at once from two processes", async () => {
    const claimed = await Promise.all(
      Array.from({ length: 10 }, (_, index) => claim(index % 2 ? here : there, { sessionId: `payses_${index}`, collectionId: `pay_col_${index}` })),
    )
    expect(claimed.filter(Boolean)).toHaveLength(1)
    expect(await db(tables.invoice)).toMatchObject([{ purchase_key: "cart_1" }])
  })

  it("of a held card keeps every other payment of the purchase out", async () => {
    const card = (await claim(here, {}, "card"))!
    await db(tables.invoice).where({ id: card.id }).update({ state: "issued", status: "authorized" })
    expect(await claim(there, { collectionId: "pay_col_2", sessionId: "payses_2" })).toBeNull()
  })

  it("may follow for what the order owes after its payment was captured, and is again the only one", async () => {
    const first = (await claim(here))!
    await db(tables.invoice).where({ id: first.id }).update({ state: "issued", status: "paid", paid_at: new Date() })
    const difference = { collectionId: "pay_col_2", orderId: "order_1", cartId: null }
    expect(await claim(there, { ...difference, sessionId: "payses_2" })).toBeNull()
    await db(tables.invoice).where({ id: first.id }).update({ settled_at: new Date() })
    expect(await claim(there, { ...difference, sessionId: "payses_2" })).not.toBeNull()
    expect(await claim(here, { ...difference, collectionId: "pay_col_3", sessionId: "payses_3" })).toBeNull()
  })

  it("follows an earlier one that is over, with the next number and a reference of its own", async () => {
    const first = (await claim(here))!
    await db(tables.invoice).where({ id: first.id }).update({ is_live: false, state: "refused" })
    const second = (await claim(there))!
    expect([first, second].map(({ attempt, reference }) => [attempt, reference])).toEqual([
      [1, "payses_1-1"],
      [2, "payses_1-2"],
    ])
  })

  it("stands in the database before anything is sent, with its terms and its amount", async () => {
    const { id } = (await claim(here))!
    expect(await database.other()(tables.invoice).where({ id }).first()).toMatchObject({
      state: "issuing",
      is_live: true,
      status: null,
      amount_cents: 10_580,
      due_on: "2026-12-02",
      expires_at: terms.expiresAt,
      cancel_at: terms.cancelAt,
      cart_id: "cart_1",
      installments: 1,
    })
  })

  it("holds the payer sealed, and only a mask of the document in the open", async () => {
    const row = (await claim(here))!
    const dump = JSON.stringify(await db(tables.invoice))
    for (const personal of [document, "joana.prado", "11912345678", "203.0.113.7"]) {
      expect(dump).not.toContain(personal)
    }
    expect(row.document_masked).toBe(parseDocument(document)!.masked)
    expect(JSON.parse(ring.open(row.payer_sealed!, PAYER_PURPOSE, [row.id]))).toMatchObject({ name: "Joana Prado", document: { value: document } })
  })

  it("does not hide another fault of the database", async () => {
    await expect(claim(here, { collectionId: null as never })).rejects.toMatchObject({ code: "23502" })
  })
})

describe("counting failed card attempts", () => {
  it("counts those of the cart, and of the address within the hour", async () => {
    const shopper_ip_hash = ring.fingerprint("ip:203.0.113.7")
    const failed = { method: "card", state: "issued", status: "denied", is_live: false, shopper_ip_hash } as const
    await insertInvoice(db, { ...failed, cart_id: "cart_1" })
    await insertInvoice(db, { ...failed, cart_id: "cart_2" })
    await insertInvoice(db, { ...failed, cart_id: "cart_1", created_at: new Date(Date.now() - 3 * 3_600_000) })
    await insertInvoice(db, { ...failed, cart_id: "cart_1", status: "paid", paid_at: new Date() })
    await insertInvoice(db, { ...failed, cart_id: "cart_1", method: "pix" })
    expect(await here.failedCardAttempts("cart_1", "203.0.113.7")).toEqual({ ofCart: 2, ofAddress: 2 })
    expect(await here.failedCardAttempts("cart_1", null)).toEqual({ ofCart: 2, ofAddress: 0 })
    expect(await here.failedCardAttempts(null, "198.51.100.1")).toEqual({ ofCart: 0, ofAddress: 0 })
  })
})
