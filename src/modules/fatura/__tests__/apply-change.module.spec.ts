import { tables, type Database } from "../database"
import { ChangeTaker, requestCancel, type Seen } from "../ledger/apply-change"
import { Ledger } from "../ledger/ledger"
import { optionsSchema } from "../options/schema"
import { Outbox } from "../outbox/outbox"
import { Problems, type ProblemRow } from "../problems/problems"
import { Revision } from "../settings/revision"
import { Settings } from "../settings/settings"
import { insertInvoice } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

let database: TestDatabase
let db: Database
let ledger: Ledger
let outbox: Outbox
let settings: Settings
let taker: ChangeTaker
let otherTaker: ChangeTaker

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  ledger = new Ledger(db)
  outbox = new Outbox(db)
  const settingsOf = (pool: Database) => new Settings(pool, new Revision(pool), optionsSchema.parse({ backendUrl: "http://127.0.0.1:9" }))
  settings = settingsOf(db)
  taker = new ChangeTaker(ledger, outbox, new Problems(db), settings)
  const other = database.other()
  otherTaker = new ChangeTaker(new Ledger(other), new Outbox(other), new Problems(other), settingsOf(other))
})
afterAll(() => database.close())

const seen = (given: Partial<Seen> = {}): Seen => ({ status: "paid", refundedCents: null, paidCents: 10_580, ...given })
const events = (id: string) => db(tables.event).where({ fatura_invoice_id: id }).orderBy("created_at")
const tasks = (id: string) => db(tables.outbox).where({ fatura_invoice_id: id, state: "pending" })
const problems = (id: string) => db(tables.problem).where({ fatura_invoice_id: id }).whereNull("resolved_at")

describe("news of a payment", () => {
  it("is taken with what follows from it", async () => {
    const row = await insertInvoice(db)
    const paidAt = new Date("2026-11-27T18:00:00Z")
    const { verdict, invoice } = await taker.take(row.id, seen({ paidAt, endToEndId: "E123" }), "notice", { notice: "fnot_1" })
    expect(verdict).toEqual({ kind: "apply" })
    expect(invoice).toMatchObject({ status: "paid", paid_cents: 10_580, paid_at: paidAt, end_to_end_id: "E123", is_live: true, version: row.version + 1 })
    expect(await events(row.id)).toEqual([expect.objectContaining({ kind: "status_changed", cause: "notice", from_status: "awaiting_payment", to_status: "paid" })])
    expect(await tasks(row.id)).toEqual([expect.objectContaining({ kind: "settle" })])
  })

  it("is taken once, of ten that arrive at once in two processes", async () => {
    const { id } = await insertInvoice(db)
    const changes = await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? taker : otherTaker).take(id, seen(), "notice")))
    expect(changes.filter(({ verdict }) => verdict.kind === "apply")).toHaveLength(1)
    expect(await events(id)).toHaveLength(1)
    expect(await tasks(id)).toHaveLength(1)
  })

  it("is not undone by older news", async () => {
    const { id } = await insertInvoice(db)
    await taker.take(id, seen(), "notice")
    for (const status of ["awaiting_payment", "processing", "overdue"] as const) {
      expect((await taker.take(id, seen({ status }), "notice")).verdict).toEqual({ kind: "old_news" })
    }
    expect(await ledger.find(id)).toMatchObject({ status: "paid" })
  })

  it("is dropped when it answers a question that was overtaken", async () => {
    const row = await insertInvoice(db)
    await ledger.update(row.id, { checks: 3 })
    expect((await taker.take(row.id, seen(), "look_up", {}, row.version)).verdict).toEqual({ kind: "old_news" })
    expect(await ledger.find(row.id)).toMatchObject({ status: "awaiting_payment" })
    expect(await tasks(row.id)).toEqual([])
  })
})

describe("a process that is killed in the middle", () => {
  it.each([
    ["before the task is stored", "outbox"],
    ["before the timeline is written", "event"],
  ])("%s leaves nothing at all", async (_when, where) => {
    const { id } = await insertInvoice(db)
    const killed = () => Promise.reject(new Error("killed"))
    const dyingLedger = Object.assign(new Ledger(db), where === "event" ? { addEvent: killed } : {})
    const dyingOutbox = Object.assign(new Outbox(db), where === "outbox" ? { add: killed } : {})
    await expect(new ChangeTaker(dyingLedger, dyingOutbox, new Problems(db), settings).take(id, seen(), "notice")).rejects.toThrow("killed")
    expect(await ledger.find(id)).toMatchObject({ status: "awaiting_payment", paid_at: null, version: 1 })
    expect([await events(id), await tasks(id)]).toEqual([[], []])
    expect((await taker.take(id, seen(), "notice")).verdict).toEqual({ kind: "apply" })
  })

  it("has raised what had to be raised with the change, or changed nothing", async () => {
    const { id } = await insertInvoice(db, { status: "paid", paid_at: new Date(), paid_cents: 10_580 })
    const told: ProblemRow[] = []
    const dying = new Problems(db, async (row) => {
      told.push(row)
      throw new Error("killed")
    })
    await expect(new ChangeTaker(ledger, outbox, dying, settings).take(id, seen({ status: "disputed" }), "notice")).rejects.toThrow("killed")
    expect(await ledger.find(id)).toMatchObject({ status: "disputed" })
    expect(await problems(id)).toEqual([expect.objectContaining({ kind: "dispute" })])

    const other = await insertInvoice(db, { status: "paid", paid_at: new Date(), paid_cents: 10_580 })
    const failing = Object.assign(new Problems(db), { store: () => Promise.reject(new Error("killed")) })
    await expect(new ChangeTaker(ledger, outbox, failing, settings).take(other.id, seen({ status: "disputed" }), "notice")).rejects.toThrow("killed")
    expect(await ledger.find(other.id)).toMatchObject({ status: "paid" })
    expect([await events(other.id), await tasks(other.id)]).toEqual([[], []])
  })
})

describe("a due date that was extended in the gateway's panel", () => {
  const boleto = { method: "boleto", due_on: "2035-02-01", cancel_at: new Date("2035-02-10T02:59:59Z") } as const
  const open = (dueOn: string | null) => seen({ status: "awaiting_payment", paidCents: null, dueOn })

  it.each(["notice", "look_up"] as const)("is taken over from a %s, though the invoice waits as before", async (cause) => {
    const { id } = await insertInvoice(db, boleto)
    const { verdict, invoice } = await taker.take(id, open("2035-02-03"), cause)
    expect(verdict).toEqual({ kind: "apply" })
    // A Saturday before Carnival: banks are open again on Wednesday the 7th.
    expect(invoice).toMatchObject({ status: "awaiting_payment", due_on: "2035-02-03", expires_at: new Date("2035-02-08T02:59:59.999Z"), cancel_at: new Date("2035-02-13T02:59:59.999Z") })
    expect(await events(id)).toEqual([expect.objectContaining({ kind: "due_date_changed", cause, details: { from: "2035-02-01", to: "2035-02-03" } })])
  })

  it("is taken over with the status that it brings", async () => {
    const { id } = await insertInvoice(db, { ...boleto, status: "overdue" })
    const { invoice } = await taker.take(id, open("2035-02-03"), "notice")
    expect(invoice).toMatchObject({ status: "awaiting_payment", due_on: "2035-02-03" })
    expect((await events(id)).map(({ kind }) => kind).sort()).toEqual(["due_date_changed", "status_changed"])
  })

  it.each([
    ["the day that is known", boleto, "2035-02-01"],
    ["an earlier day, as a late notice tells", boleto, "2035-01-31"],
    ["none", boleto, null],
    ["one of a card", { ...boleto, method: "card" as const }, "2035-02-03"],
    ["one of an invoice that is being cancelled", { ...boleto, cancel_requested_at: new Date() }, "2035-02-03"],
    ["one of a paid invoice", { ...boleto, status: "paid" as const, paid_at: new Date() }, "2035-02-03"],
  ])("is no news: %s", async (_what, given, dueOn) => {
    const { id } = await insertInvoice(db, given)
    expect((await taker.take(id, open(dueOn), "notice")).verdict).toEqual({ kind: "old_news" })
    expect(await ledger.find(id)).toMatchObject({ due_on: "2035-02-01", version: 1 })
  })
})

describe("an authorisation that was undone", () => {
  it("counts from its second one on", async () => {
    const { id } = await insertInvoice(db, { method: "card", status: "overdue", authorized_at: new Date("2026-11-01T00:00:00Z") })
    const { invoice } = await taker.take(id, seen({ status: "authorized", paidCents: null }), "notice")
    expect(invoice.authorized_at!.getTime()).toBeGreaterThan(Date.now() - 60_000)
  })
})

describe("what is not understood", () => {
  it("is kept and raised, and moves nothing", async () => {
    const { id } = await insertInvoice(db)
    expect((await taker.take(id, seen({ status: "unknown" }), "notice", { code: 11 })).verdict).toEqual({ kind: "unknown_status" })
    expect(await ledger.find(id)).toMatchObject({ status: "awaiting_payment", version: 1 })
    expect(await events(id)).toEqual([expect.objectContaining({ kind: "unknown_status", details: { code: 11 } })])
    expect(await problems(id)).toEqual([expect.objectContaining({ kind: "unknown_status" })])
    expect(await tasks(id)).toEqual([])
  })
})

describe("the one live invoice of a collection", () => {
  it.each([
    ["canceled", false],
    ["denied", false],
    ["failed", false],
    ["overdue", true],
    ["processing", true],
    ["scheduled", true],
    ["paid", true],
  ] as const)("after %s is live: %s", async (status, live) => {
    const { id } = await insertInvoice(db)
    expect((await taker.take(id, seen({ status }), "notice")).invoice).toMatchObject({ is_live: live, status })
  })

  it.each(["pix", "card"] as const)("that was cancelled is watched for a day, and closes only once (%s)", async (method) => {
    const { id } = await insertInvoice(db, { method })
    const { invoice } = await taker.take(id, seen({ status: "canceled" }), "own_call")
    expect(invoice.watch_until!.getTime() - invoice.canceled_at!.getTime()).toBe(24 * 3_600_000)
    expect(invoice.next_check_at!.getTime()).toBeGreaterThan(Date.now())
    const late = await taker.take(id, seen(), "notice")
    expect(late.verdict).toEqual({ kind: "apply_and_raise", problem: "paid_after_cancel" })
    expect(late.invoice).toMatchObject({ status: "paid", canceled_at: invoice.canceled_at, is_live: false })
  })
})

describe("refunded totals", () => {
  it("only ever grow", async () => {
    const { id } = await insertInvoice(db, { status: "paid", paid_at: new Date(), paid_cents: 10_580 })
    const refund = (refundedCents: number | null, status: Seen["status"] = "partially_refunded") => taker.take(id, seen({ status, refundedCents }), "notice")
    expect((await refund(3_000)).invoice.refunded_cents).toBe(3_000)
    expect((await refund(3_000)).verdict.kind).toBe("old_news")
    expect((await refund(1_000)).verdict.kind).toBe("old_news")
    expect((await refund(5_000)).invoice.refunded_cents).toBe(5_000)
    expect((await refund(null, "disputed")).invoice.refunded_cents).toBe(5_000)
    expect((await refund(null, "refunded")).invoice).toMatchObject({ status: "refunded", refunded_cents: 10_580 })
  })
})

describe("the wish to cancel", () => {
  it("is stored with its task, and keeps its first reason", async () => {
    const row = await insertInvoice(db)
    await requestCancel(ledger, outbox, row, "session_deleted")
    await requestCancel(ledger, outbox, row, "order_canceled")
    expect(await ledger.find(row.id)).toMatchObject({ cancel_reason: "session_deleted", cancel_requested_at: expect.any(Date) })
    expect(await tasks(row.id)).toEqual([expect.objectContaining({ kind: "cancel", requests: 2 })])
    expect(await events(row.id)).toHaveLength(1)
  })

  it.each([
    ["was never issued", { state: "refused", is_live: false }],
    ["never left this machine", { state: "not_sent", is_live: false }],
    ["is cancelled already", { status: "canceled", canceled_at: new Date() }],
  ] as const)("of what %s is none", async (_what, given) => {
    const row = await insertInvoice(db, given)
    await requestCancel(ledger, outbox, row, "replaced")
    expect(await tasks(row.id)).toEqual([])
    expect(await ledger.find(row.id)).toMatchObject({ cancel_requested_at: null })
  })
})

describe("an invoice whose answer was lost", () => {
  it.each([["card", 5], ["pix", 15], ["boleto", 240]] as const)("is looked at by its own clock once it is found: %s after %i minutes", async (method, minutes) => {
    const row = await insertInvoice(db, { method, state: "unknown", status: null, gateway_id: null, invoice_id: null, next_check_at: null, cancel_at: null })
    const before = Date.now()
    const adopted = await ledger.adoptOrphan(row.id, { id: `INV-${method}` }, "notice")
    expect(adopted).toMatchObject({ state: "issued", status: "awaiting_payment", invoice_id: `INV-${method}`, gateway_id: `INV-${method}` })
    expect(adopted.next_check_at!.getTime() - before).toBeGreaterThanOrEqual(minutes * 60_000)
    expect(adopted.next_check_at!.getTime() - before).toBeLessThan(minutes * 60_000 + 5_000)
    expect(await events(row.id)).toEqual([expect.objectContaining({ kind: "orphan_found", cause: "notice" })])
  })
})
