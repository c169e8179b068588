import type { Gateway } from "../../../../integration-tests/support/gateway"
import { cents } from "../../../domain/money"
import { type Database, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { recordExternalRefund, recordUntoldRefund } from "../refunds/external-refund"
import { RefundRows } from "../refunds/refund-rows"
import { Sessions } from "../sessions/sessions"
import { ACCOUNT, faturaParts } from "./support/fatura-parts"
import { issueAt } from "./support/reconciler"
import { insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"

const BY = { reason: "transfer", actor: "user_1" }

let db: Database
let gateway: Gateway
let parts: ReturnType<typeof faturaParts>

useShop((shop) => ({ db, gateway } = shop))
beforeEach(() => {
  parts = faturaParts(db, gateway.url)
})

const fresh = async ({ id }: InvoiceRow) => (await parts.ledger.find(id))!

/** An invoice of R$ 105,80 at the gateway and in the ledger; what happens to it is told by nobody. */
async function issued(given: Partial<InvoiceRow> = {}): Promise<InvoiceRow> {
  const { id, invoiceId } = await issueAt((await parts.accounts.byId(ACCOUNT)).client, 1)
  return insertInvoice(db, { gateway_id: id, invoice_id: invoiceId, ...given })
}

async function captured(): Promise<InvoiceRow> {
  const row = await issued({ status: "paid", paid_at: new Date(), paid_cents: 10_580, captured_cents: 10_580, settled_at: new Date() })
  await gateway.act(row.invoice_id!, "pay", { notify: false })
  return row
}

/** A genuine notice that the gateway has sent, with whatever it says in the place of prices. */
async function noticed(row: InvoiceRow, code: number, prices: Record<string, unknown>): Promise<string> {
  const body = JSON.stringify({ event: { type: "invoice.update" }, invoices: { id: row.invoice_id, status: { code }, prices } })
  const stored = await parts.notices.store({ invoiceId: row.id, door: "ticket", body: Buffer.from(body), contentType: "application/json", rawHeaders: ["Webhook", Buffer.from("m:genuine-token").toString("base64")] })
  Object.assign(parts.reader, { isProven: async () => true })
  return (await parts.reader.take(stored)).outcome
}

describe("a genuine notice of a payment whose amount can't be", () => {
  it.each([
    ["nothing", { total: "0.00" }],
    ["a negative amount", { total: "-105.80" }],
    ["no amount", {}],
    ["no number", { total: "R$ 105,80" }],
    ["an amount beyond any sense", { total: "25000000.00" }],
  ])("(%s) is asked for, once", async (_what, prices) => {
    const row = await issued()
    await gateway.act(row.invoice_id!, "pay", { notify: false })
    expect(await noticed(row, 5, prices)).toBe("changed")
    expect(await fresh(row)).toMatchObject({ status: "paid", paid_cents: 10_580 })
    expect((await gateway.counts())["GET /invoices"]).toBe(1)
    expect(await db(tables.outbox).where({ fatura_invoice_id: row.id, kind: "settle", state: "pending" })).toHaveLength(1)
  })

  it("is taken as paid with an unknown amount when the gateway does not know the payment", async () => {
    const row = await issued()
    expect(await noticed(row, 5, { total: "0.00" })).toBe("changed")
    expect(await fresh(row)).toMatchObject({ status: "paid", paid_cents: null })
    expect((await fresh(row)).paid_at).toBeInstanceOf(Date)
    expect(await db(tables.outbox).where({ fatura_invoice_id: row.id, kind: "settle", state: "pending" })).toHaveLength(1)
  })

  it("costs no call when it tells nothing new", async () => {
    const row = await captured()
    expect(await noticed(row, 5, { total: "0.00" })).toBe("old_news")
    expect(await fresh(row)).toMatchObject({ paid_cents: 10_580 })
    expect((await gateway.counts())["GET /invoices"]).toBeUndefined()
  })
})

describe("an amount that is told later", () => {
  const told = (paidCents: number | null) => ({ status: "paid" as const, refundedCents: null, paidCents })

  it("is taken where none was known", async () => {
    const row = await issued({ status: "paid", paid_at: new Date(), paid_cents: null })
    expect((await parts.changes.take(row.id, told(9_000), "look_up")).verdict).toEqual({ kind: "apply" })
    expect(await fresh(row)).toMatchObject({ paid_cents: 9_000 })
    expect((await parts.changes.take(row.id, told(9_000), "look_up")).verdict).toEqual({ kind: "old_news" })
  })

  it.each([
    ["a second payment of the same code", "notice", { paid_cents: 10_580, captured_cents: 10_580 }, 21_160, 21_160],
    ["less, when the gateway was asked and nothing has followed", "look_up", { paid_cents: 10_580 }, 5_000, 5_000],
    ["less, as an old notice says", "notice", { paid_cents: 10_580 }, 5_000, 10_580],
    ["less than was captured", "look_up", { paid_cents: 10_580, captured_cents: 10_580 }, 5_000, 10_580],
    ["what can't be", "look_up", { paid_cents: 10_580 }, 0, 10_580],
  ] as const)("%s: %s", async (_what, cause, given, paidCents, then) => {
    const row = await issued({ status: "paid", paid_at: new Date(), ...given })
    await parts.changes.take(row.id, told(paidCents), cause)
    expect(await fresh(row)).toMatchObject({ status: "paid", paid_cents: then })
  })
})

describe("a refunded total of nothing", () => {
  it("beside 'refunded' means that the amount was not said: all of it", async () => {
    const row = await captured()
    await noticed(row, 9, { total: "105.80", refound: "0.00" })
    expect(await fresh(row)).toMatchObject({ status: "refunded", refunded_cents: 10_580 })
  })

  it("beside 'partly refunded' is asked for, and raised when the gateway tells no more", async () => {
    const row = await captured()
    await gateway.act(row.invoice_id!, "refund", { amount_cents: 3_000, notify: false })
    await noticed(row, 8, { total: "105.80", refound: 0 })
    expect(await fresh(row)).toMatchObject({ status: "partially_refunded", refunded_cents: 3_000 })
    const other = await captured()
    await noticed(other, 8, { total: "105.80", refound: "0.00" })
    expect(await fresh(other)).toMatchObject({ refunded_cents: 0 })
  })
})

describe("refunds made outside the gateway", () => {
  it("have a counter of their own, so that one in the gateway's panel is still news", async () => {
    const row = await captured()
    await recordExternalRefund(parts, row.id, cents(5_000), BY)
    await noticed(row, 8, { total: "105.80", refound: "30.00" })
    expect(await fresh(row)).toMatchObject({ status: "partially_refunded", external_refunded_cents: 5_000, refunded_cents: 3_000 })
  })

  it("of all that is left do not hide that the gateway returns money as well", async () => {
    const row = await captured()
    await recordExternalRefund(parts, row.id, undefined, BY)
    expect(await fresh(row)).toMatchObject({ status: "refunded", external_refunded_cents: 10_580 })
    await noticed(row, 8, { total: "105.80", refound: "30.00" })
    expect(await fresh(row)).toMatchObject({ status: "refunded", refunded_cents: 3_000 })
  })

  it("do not keep a refund of an unknown outcome waiting for a total that never comes", async () => {
    const row = await captured()
    await recordExternalRefund(parts, row.id, cents(5_000), BY)
    await gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "hang-up-after", times: 1 })
    await gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "500" })
    await expect(parts.refunds.refund(row.id, "ref_1", cents(1_000))).rejects.toThrow("did not say whether")
    await gateway.clearFaults()
    await parts.lookUps.byId(await fresh(row))
    expect(await parts.refunds.stillOpen(await fresh(row))).toBeNull()
    expect(await new RefundRows(db).askedInMedusa(row.id)).toBe(1_000)
  })

  it.each([
    [0, "more than zero"],
    [10_581, "more than zero"],
  ])("of %d cents of 10580 are refused", async (amount, words) => {
    const row = await captured()
    await expect(recordExternalRefund(parts, row.id, cents(amount), BY)).rejects.toThrow(words)
    expect(await fresh(row)).toMatchObject({ external_refunded_cents: 0, status: "paid" })
  })

  it("leave so much less to be refunded at the gateway", async () => {
    const row = await captured()
    await recordExternalRefund(parts, row.id, cents(5_000), BY)
    await expect(parts.refunds.refund(row.id, "ref_1", cents(5_581))).rejects.toThrow("55.80")
    expect(await parts.refunds.refund(row.id, "ref_2", cents(5_580))).toMatchObject({ status: "partially_refunded", refunded_cents: 5_580 })
  })

  it("that the gateway made and did not tell are counted once, with its own", async () => {
    const row = await captured()
    await db(tables.invoice).where({ id: row.id }).update({ status: "partially_refunded" })
    await recordUntoldRefund(parts, await fresh(row), cents(3_000), BY)
    await noticed(row, 8, { total: "105.80", refound: "30.00" })
    expect(await fresh(row)).toMatchObject({ status: "partially_refunded", refunded_cents: 3_000, external_refunded_cents: 0 })
  })
})

it("more than came in for an underpaid invoice is not refunded", async () => {
  const row = await issued()
  await gateway.act(row.invoice_id!, "pay", { amount_cents: 1_000, notify: false })
  await parts.lookUps.byId(row)
  await expect(parts.refunds.refund(row.id, null, cents(1_001))).rejects.toThrow("10.00")
  expect((await gateway.counts())["PUT /invoices"]).toBeUndefined()
})

it("of two paid invoices of one session, Medusa's payment is of the one that was captured", async () => {
  const first = await issued({ session_id: "payses_shared", attempt: 1, status: "paid", paid_at: new Date(), paid_cents: 10_580, captured_cents: 10_580, settled_at: new Date(), is_live: false })
  await issued({ session_id: "payses_shared", attempt: 2, status: "paid", paid_at: new Date(), paid_cents: 10_580 })
  const sessions = new Sessions(parts.ledger, parts.outbox, undefined as never, undefined as never, undefined as never)
  expect(await sessions.paidInvoice("payses_shared")).toMatchObject({ id: first.id })
  expect(await sessions.newestInvoice("payses_shared")).toMatchObject({ id: first.id })
})

it.each([["is there", {}], ["went back", { status: "refunded" as const, refunded_cents: 10_580 }]])("of two paid invoices of one session, the capture stays that of the first, whose money %s", async (_what, given) => {
  const first = await issued({ session_id: "payses_one", attempt: 1, status: "paid", paid_at: new Date(), paid_cents: 10_580, captured_cents: 10_580, settled_at: new Date(), is_live: false, ...given })
  const second = await issued({ session_id: "payses_one", attempt: 2, payment_collection_id: first.payment_collection_id, status: "paid", paid_at: new Date(), paid_cents: 10_580 })
  expect(await parts.ledger.markCaptured(second, "order_1", cents(10_580))).toBe(false)
  expect(await fresh(second)).toMatchObject({ captured_cents: 0, settled_at: null })
})
