import { tables, type Database, newId } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { ErasePayers } from "../retention/erase-payers"
import { insertInvoice } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

const payer = { payer_sealed: "sealed", payer_name: "Joana Prado", document_masked: "***.456.789-**", shopper_ip_hash: "hash" }
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Tables of Medusa's own, as far as they are read and written here. */
const MEDUSAS = ["notification", "customer", "cart", "order"]

let database: TestDatabase
let db: Database
let erase: ErasePayers

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  erase = new ErasePayers(db, 180)
  await db.raw(`create table notification (id text primary key, "to" text not null, data jsonb, trigger_type text, idempotency_key text, updated_at timestamptz)`)
  for (const table of ["customer", "cart", "order"]) {
    await db.raw(`create table "${table}" (id text primary key, customer_id text, deleted_at timestamptz)`)
  }
})
beforeEach(async () => {
  await Promise.all([...Object.values(tables), ...MEDUSAS].map((table) => db(table).delete()))
})
afterAll(() => database.close())

/** Paid and captured a long time ago, with nothing since. */
const old = (given: Partial<InvoiceRow> = {}) =>
  insertInvoice(db, { ...payer, status: "paid", is_live: true, created_at: daysAgo(200), paid_at: daysAgo(199), settled_at: daysAgo(199), paid_cents: 10_580, ...given })

const payerOf = (id: string) => db(tables.invoice).where({ id }).first("payer_sealed", "payer_name", "document_masked", "shopper_ip_hash")
const gone = { payer_sealed: null, payer_name: null, document_masked: null, shopper_ip_hash: null }

it("erases who paid 180 days after the last movement of money, keeps the amounts, and says so in the timeline", async () => {
  const { id, updated_at } = await old()
  expect(await erase.run()).toBe(1)
  expect(await payerOf(id)).toEqual(gone)
  expect(await db(tables.invoice).where({ id }).first()).toMatchObject({ amount_cents: 10_580, paid_cents: 10_580, status: "paid", updated_at })
  expect(await db(tables.event).select("fatura_invoice_id", "kind", "cause", "details")).toEqual([
    { fatura_invoice_id: id, kind: "payer_erased", cause: "system", details: { reason: "retention" } },
  ])
  expect(await erase.run()).toBe(0)
})

it.each<[string, Partial<InvoiceRow>]>([
  ["paid within the time", { paid_at: daysAgo(179), settled_at: daysAgo(179) }],
  ["disputed", { status: "disputed" }],
  ["being refunded", { status: "refund_pending" }],
  ["awaiting its money", { status: "awaiting_payment", paid_at: null, settled_at: null }],
  ["overdue and still payable", { status: "overdue", paid_at: null, settled_at: null }],
  ["only authorised", { status: "authorized", paid_at: null, settled_at: null, authorized_at: daysAgo(199) }],
  ["of an unknown outcome", { state: "unknown", status: null, paid_at: null, settled_at: null }],
  ["cancelled and still watched", { status: "canceled", is_live: false, paid_at: null, settled_at: null, watch_until: daysAgo(-1) }],
  ["held by a process at work", { lease_until: daysAgo(-1) }],
])("keeps the payer of an invoice that is %s", async (_what, given) => {
  const { id } = await old(given)
  expect(await erase.run()).toBe(0)
  expect(await payerOf(id)).toEqual(payer)
})

it.each<[string, () => Record<string, unknown>, string]>([
  ["whose status changed within the time", () => ({ id: newId("fevt"), kind: "status_changed", cause: "notice", to_status: "partially_refunded", created_at: daysAgo(100) }), tables.event],
  ["with a refund within the time", () => ({ id: newId("fref"), amount_cents: 1, cumulative_cents: 1, origin: "medusa", state: "booked", updated_at: daysAgo(100) }), tables.refund],
  ["with a refund of an unknown outcome", () => ({ id: newId("fref"), amount_cents: 1, cumulative_cents: 1, origin: "medusa", state: "unknown", updated_at: daysAgo(190) }), tables.refund],
  ["with a webhook that was not read yet", () => ({ id: newId("fnot"), door: "ticket", body_base64: "Sm9hbmE=", body_hash: "h", state: "pending", next_try_at: daysAgo(-1) }), tables.notice],
  ["with an e-mail that is to go out", () => ({ id: newId("feml"), kind: "refunded", key: "refunded:x", state: "pending", due_at: daysAgo(0) }), tables.email],
  ["with an open problem", () => ({ id: newId("fprb"), kind: "paid_twice", cause_key: "paid_twice:x", last_seen_at: daysAgo(190) }), tables.problem],
])("keeps the payer of an old invoice %s", async (_what, row, table) => {
  const { id } = await old()
  await db(table).insert({ ...row(), fatura_invoice_id: id })
  expect(await erase.run()).toBe(0)
  expect(await payerOf(id)).toEqual(payer)
})

it("erases who never paid after the same time", async () => {
  const { id } = await old({ status: "canceled", is_live: false, paid_at: null, settled_at: null, canceled_at: daysAgo(199), watch_until: daysAgo(198) })
  expect(await erase.run()).toBe(1)
  expect(await payerOf(id)).toEqual(gone)
})

it("goes on until nothing is left", async () => {
  await Promise.all(Array.from({ length: 401 }, () => old()))
  expect(await erase.run()).toBe(401)
})

describe("a customer who was deleted", () => {
  it("is forgotten at once where the money is at rest, and later where it is open", async () => {
    const recent = { created_at: daysAgo(3), paid_at: daysAgo(2), settled_at: daysAgo(2) }
    const settled = await old({ ...recent, order_id: "order_1" })
    const waiting = await old({ ...recent, order_id: "order_2", status: "disputed" })
    const another = await old({ ...recent, order_id: "order_3" })
    const ofCart = await old({ ...recent, cart_id: "cart_1", status: "denied", is_live: false, paid_at: null, settled_at: null })
    expect(await erase.ask({ order_id: ["order_1", "order_2"], cart_id: ["cart_1"] })).toBe(3)
    expect(await erase.run()).toBe(2)
    expect(await payerOf(settled.id)).toEqual(gone)
    expect(await payerOf(ofCart.id)).toEqual(gone)
    expect(await payerOf(waiting.id)).toEqual(payer)
    expect(await payerOf(another.id)).toEqual(payer)

    await db(tables.invoice).where({ id: waiting.id }).update({ status: "paid" })
    expect(await erase.run()).toBe(1)
    expect(await payerOf(waiting.id)).toEqual(gone)
    expect(await db(tables.event).where({ fatura_invoice_id: waiting.id }).first("details")).toEqual({ details: { reason: "asked" } })
  })

  it("is asked for once", async () => {
    await old({ order_id: "order_1" })
    expect(await erase.ask({ order_id: ["order_1"] })).toBe(1)
    expect(await erase.ask({ order_id: ["order_1"] })).toBe(0)
    expect(await erase.ask({})).toBe(0)
  })
})

describe("what is kept of a payer beside the ledger's row", () => {
  const sent = (invoiceId: string, more: Record<string, unknown> = {}) => ({
    id: newId("fevt"), to: "joana@example.com", data: JSON.stringify({ payer: { name: "Joana Prado" }, pix: { payload: "000201" } }), trigger_type: "fatura", idempotency_key: `fatura-email:paid:${invoiceId}`, ...more,
  })

  /** Everything that a purchase leaves behind. */
  async function leaveBehind({ id, session_id }: Pick<InvoiceRow, "id" | "session_id">): Promise<void> {
    await db(tables.draft).insert({ id: newId("fdra"), session_id, sealed: "sealed", expires_at: daysAgo(-1) })
    await db(tables.email).insert([
      { id: newId("feml"), fatura_invoice_id: id, kind: "reminder", key: `reminder:${id}`, state: "skipped", due_at: daysAgo(0) },
      { id: newId("feml"), fatura_invoice_id: id, kind: "paid", key: `paid:${id}`, state: "failed", due_at: daysAgo(0), last_error: "550 joana@example.com is unknown" },
    ])
    await db(tables.notice).insert({ id: newId("fnot"), fatura_invoice_id: id, door: "ticket", body_base64: "Sm9hbmE=", payload: JSON.stringify({ payer: "Joana" }), body_hash: "h", state: "done", next_try_at: daysAgo(0) })
    await db("notification").insert([sent(id), sent(id, { idempotency_key: `fatura-email:refunded:${id}:1000:try-2` })])
  }

  const everything = async () => JSON.stringify(await Promise.all([...Object.values(tables), "notification"].map((table) => db(table))))

  it("goes with it: links, the gateway's answer, drafts, e-mails, bodies of webhooks, and what Medusa remembers of our e-mails", async () => {
    const instructions = { boleto: { line: "34191", barcode: "341", url: "https://bank.example/joana" }, action_url: "https://bank.example/3ds", card: { brand: "visa", last4: "4242", installments: 1 } }
    const answer = { rules: 1, message: { links: { url: "https://gateway.example/joana" }, items: [{ title: "Aliança, gravação Joana" }] } }
    const row = await old({ instructions: JSON.stringify(instructions) as never, answer: JSON.stringify(answer) as never })
    const other = await old({ paid_at: daysAgo(10), settled_at: daysAgo(10) })
    await leaveBehind(row)
    await leaveBehind(other)
    await db("notification").insert(sent(row.id, { trigger_type: "order.placed", idempotency_key: null, to: "shop@example.com" }))
    expect(await erase.run()).toBe(1)

    expect((await db(tables.invoice).where({ id: row.id }).first()).answer).toBeNull()
    expect((await db(tables.invoice).where({ id: row.id }).first()).instructions).toEqual({ boleto: { line: "34191", barcode: "341", url: null }, card: { brand: "visa", last4: "4242", installments: 1 } })
    expect(await db(tables.draft).pluck("session_id")).toEqual([other.session_id])
    expect(await db(tables.email).where({ fatura_invoice_id: row.id }).select("kind", "state", "last_error")).toEqual(expect.arrayContaining([{ kind: "paid", state: "failed", last_error: null }]))
    expect(await db(tables.email).where({ fatura_invoice_id: other.id })).toHaveLength(2)
    expect(await db(tables.notice).where({ fatura_invoice_id: row.id }).first()).toMatchObject({ body_base64: "", payload: null })
    expect(await db("notification").where("idempotency_key", "like", `%${row.id}%`).select("to", "data")).toEqual([{ to: "", data: null }, { to: "", data: null }])
    expect(await db("notification").where("idempotency_key", "like", `%${other.id}%`).where({ to: "joana@example.com" })).toHaveLength(2)
    expect(await db("notification").where({ to: "shop@example.com" })).toHaveLength(1)
  })

  it("goes too when it comes later: webhooks, and what Medusa remembers of an e-mail about a refund", async () => {
    const row = await old()
    expect(await erase.run()).toBe(1)
    const notice = { fatura_invoice_id: row.id, door: "ticket", body_base64: "Sm9hbmE=", payload: JSON.stringify({ payer: "Joana" }), body_hash: "h", next_try_at: daysAgo(0) }
    await db(tables.notice).insert([{ id: "fnot_read", ...notice, state: "done" }, { id: "fnot_waits", ...notice, state: "pending" }])
    await db(tables.email).insert({ id: newId("feml"), fatura_invoice_id: row.id, kind: "refunded", key: `refunded:${row.id}`, state: "sent", due_at: daysAgo(0) })
    await db("notification").insert(sent(row.id, { idempotency_key: `fatura-email:refunded:${row.id}:500` }))
    expect(await erase.run()).toBe(0)
    expect(await db(tables.notice).orderBy("id").select("id", "body_base64", "payload")).toEqual([
      { id: "fnot_read", body_base64: "", payload: null },
      { id: "fnot_waits", body_base64: "Sm9hbmE=", payload: { payer: "Joana" } },
    ])
    expect(await db("notification").select("to", "data")).toEqual([{ to: "", data: null }])
    await db(tables.notice).update({ state: "done" })
    await erase.run()
    expect(await everything()).not.toMatch(/Joana|joana|Sm9hbmE/)
  })

  it("stays while a problem about it is open, so that staff can try the webhook again", async () => {
    const { id } = await old()
    expect(await erase.run()).toBe(1)
    await db(tables.notice).insert({ id: "fnot_dead", fatura_invoice_id: id, door: "ticket", body_base64: "Sm9hbmE=", body_hash: "h", state: "dead", next_try_at: daysAgo(0) })
    await db(tables.problem).insert({ id: newId("fprb"), fatura_invoice_id: id, kind: "dead_letter", cause_key: "dead_letter:x", last_seen_at: daysAgo(0) })
    await erase.run()
    expect((await db(tables.notice).first()).body_base64).toBe("Sm9hbmE=")
    await db(tables.problem).update({ resolved_at: daysAgo(0) })
    await erase.run()
    expect((await db(tables.notice).first()).body_base64).toBe("")
  })

  it("of more invoices than go at once is looked for to the end", async () => {
    const rows = await Promise.all(Array.from({ length: 401 }, () => old()))
    expect(await erase.run()).toBe(401)
    await db.batchInsert(tables.notice, rows.map(({ id }) => ({ id: newId("fnot"), fatura_invoice_id: id, door: "ticket", body_base64: "Sm9hbmE=", body_hash: "h", state: "done", next_try_at: daysAgo(0) })), 200)
    await erase.run()
    expect(await db(tables.notice).whereNot({ body_base64: "" })).toEqual([])
  })

  it("leaves no trace of who paid anywhere, however the invoice was paid", async () => {
    for (const given of [{ instructions: null }, { instructions: JSON.stringify({ pix: { payload: "000201" } }) }, { method: "card" }] as never[]) {
      await leaveBehind(await old(given))
    }
    expect(await everything()).toMatch(/Joana|joana/)
    expect(await erase.run()).toBe(3)
    expect(await everything()).not.toMatch(/Joana|joana|Sm9hbmE/)
  })
})

describe("a customer who was deleted without our having heard of it", () => {
  const ofCustomer = async (deletedDaysAgo: number | null, given: Partial<InvoiceRow>) => {
    const id = newId("fevt")
    await db("customer").insert({ id, deleted_at: deletedDaysAgo === null ? null : daysAgo(deletedDaysAgo) })
    await db("order").insert({ id: `order_${id}`, customer_id: id })
    await db("cart").insert({ id: `cart_${id}`, customer_id: id })
    return old({ created_at: daysAgo(20), paid_at: daysAgo(20), settled_at: daysAgo(20), ...("order_id" in given ? { order_id: `order_${id}` } : { cart_id: `cart_${id}` }) })
  }

  it("is found, by order and by cart, and forgotten as a payer", async () => {
    const gone1 = await ofCustomer(1, { order_id: "" })
    const gone2 = await ofCustomer(2, {})
    const stays = await ofCustomer(null, { order_id: "" })
    expect(await erase.askForDeletedCustomers()).toBe(2)
    expect(await erase.askForDeletedCustomers()).toBe(0)
    expect(await erase.run()).toBe(2)
    expect([await payerOf(gone1.id), await payerOf(gone2.id), await payerOf(stays.id)]).toEqual([gone, gone, payer])
    expect(await erase.askForDeletedCustomers()).toBe(0)
  })
})
