import type { Gateway } from "../../../../integration-tests/support/gateway"
import { cents } from "../../../domain/money"
import { type Database, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { ACCOUNT, faturaParts } from "./support/fatura-parts"
import { issueAt } from "./support/reconciler"
import { insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"

const MINUTE = 60_000
let db: Database
let gateway: Gateway

useShop((shop) => ({ db, gateway } = shop))

type Parts = ReturnType<typeof faturaParts>
const partsWith = (given: Record<string, unknown> = {}): Parts => faturaParts(db, gateway.url, given)

/** A captured invoice of R$ 105,80, at the gateway and in the ledger. */
async function captured(parts: Parts): Promise<InvoiceRow> {
  const { id, invoiceId } = await issueAt((await parts.accounts.byId(ACCOUNT)).client, 1)
  await gateway.act(invoiceId!, "pay", { notify: false })
  await gateway.forgetRequests()
  return insertInvoice(db, { gateway_id: id, invoice_id: invoiceId, status: "paid", paid_at: new Date(), paid_cents: 10_580, captured_cents: 10_580, settled_at: new Date() })
}

const calls = () => gateway.counts()
const looks = async () => (await calls())["GET /invoices"] ?? 0
const states = () => db(tables.refund).pluck("state")
const openProblems = () => db(tables.problem).whereNull("resolved_at").select("kind", "details")

describe("a refund that the gateway says yes to", () => {
  it.each([["cents"], ["reais"]])("is booked by the amounts of the answer, in %s", async (refund_unit) => {
    const parts = partsWith()
    const row = await captured(parts)
    await gateway.assume({ refund_unit })
    expect(await parts.refunds.refund(row.id, "ref_1", cents(1_000))).toMatchObject({ status: "partially_refunded", refunded_cents: 1_000 })
    expect(await parts.refunds.refund(row.id, "ref_2", cents(500))).toMatchObject({ refunded_cents: 1_500 })
    expect(await calls()).toMatchObject({ "PUT /invoices": 2 })
    expect([await looks(), await openProblems()]).toEqual([0, []])
  })

  it.each([["empty"], ["status_only"]])("is looked up when its answer shows no amount (%s)", async (refund_answer) => {
    const parts = partsWith()
    const row = await captured(parts)
    await gateway.assume({ refund_answer })
    expect(await parts.refunds.refund(row.id, "ref_1", cents(1_000))).toMatchObject({ status: "partially_refunded", refunded_cents: 1_000 })
    expect([await looks(), await states(), await openProblems()]).toEqual([1, ["confirmed"], []])
  })

  it("needs no look-up where nothing is left to return", async () => {
    const parts = partsWith()
    const row = await captured(parts)
    await gateway.assume({ refund_answer: "status_only" })
    expect(await parts.refunds.refund(row.id, "ref_1", cents(10_580))).toMatchObject({ status: "refunded", refunded_cents: 10_580 })
    expect(await looks()).toBe(0)
  })

  it("is not booked while nothing shows it, and no other is sent; a notice shows it", async () => {
    const parts = partsWith()
    const row = await captured(parts)
    await gateway.assume({ refund_result: "unseen" })
    await expect(parts.refunds.refund(row.id, "ref_1", cents(1_000))).rejects.toMatchObject({ key: "refund_accepted" })
    expect(await parts.ledger.find(row.id)).toMatchObject({ status: "paid", refunded_cents: 0 })
    await expect(parts.refunds.refund(row.id, "ref_2", cents(1_000))).rejects.toMatchObject({ key: "refund_pending" })
    expect((await calls())["PUT /invoices"]).toBe(1)

    await parts.changes.take(row.id, { status: "partially_refunded", refundedCents: 1_000, paidCents: null }, "notice")
    expect(await parts.refunds.stillOpen((await parts.ledger.find(row.id))!)).toBeNull()
    expect([await states(), await openProblems()]).toEqual([["confirmed_late"], []])
  })

  it("is recognised by a later look-up", async () => {
    const parts = partsWith()
    const row = await captured(parts)
    await gateway.assume({ refund_result: "unseen" })
    await expect(parts.refunds.refund(row.id, "ref_1", cents(1_000))).rejects.toMatchObject({ key: "refund_accepted" })
    await gateway.act(row.invoice_id!, "refund", { notify: false })
    await parts.refunds.settleOpen(new Date(Date.now() + 3 * MINUTE))
    expect(await parts.ledger.find(row.id)).toMatchObject({ status: "partially_refunded", refunded_cents: 1_000 })
    expect(await states()).toEqual(["confirmed_late"])
  })

  it("is for staff when it does not show within an hour", async () => {
    const parts = partsWith()
    const row = await captured(parts)
    await gateway.assume({ refund_result: "unseen" })
    await expect(parts.refunds.refund(row.id, "ref_1", cents(1_000))).rejects.toMatchObject({ key: "refund_accepted" })
    await parts.refunds.settleOpen(new Date(Date.now() + 10 * MINUTE))
    expect(await openProblems()).toEqual([])
    await parts.refunds.settleOpen(new Date(Date.now() + 90 * MINUTE))
    expect((await openProblems()).map(({ kind }) => kind)).toEqual(["refund_outcome_unknown"])
    expect(await states()).toEqual(["accepted"])
  })
})

describe("an amount in the wrong unit", () => {
  it.each([["whole"], ["status_only"], ["empty"]])("is raised at once: a hundred reais went back for one (answer: %s)", async (refund_answer) => {
    const parts = partsWith()
    const row = await captured(parts)
    await gateway.assume({ refund_takes: "reais", refund_answer })
    expect(await parts.refunds.refund(row.id, "ref_1", cents(100))).toMatchObject({ refunded_cents: 10_000 })
    expect(await openProblems()).toEqual([{ kind: "refund_amount_mismatch", details: expect.objectContaining({ amount_cents: 100, returned_cents: 10_000 }) }])
  })

  it("is raised when less went back, and nothing else is sent before staff have looked", async () => {
    const parts = partsWith({ endpoints: { refund_invoice: { unit: "reais" } } })
    const row = await captured(parts)
    await expect(parts.refunds.refund(row.id, "ref_1", cents(1_000))).rejects.toMatchObject({ key: "refund_less_returned", message: expect.stringContaining("R$ 0.10 instead of R$ 10.00") })
    expect(await parts.ledger.find(row.id)).toMatchObject({ refunded_cents: 10 })
    expect(await openProblems()).toEqual([{ kind: "refund_amount_mismatch", details: expect.objectContaining({ amount_cents: 1_000, returned_cents: 10 }) }])
    await expect(parts.refunds.refund(row.id, "ref_2", cents(1_000))).rejects.toMatchObject({ key: "refund_pending" })
  })

  it.each([
    ["reais", {}, { payment: { id: expect.any(String), amount: 12.5 } }],
    ["reais_text", {}, { payment: { id: expect.any(String), amount: "12.50" } }],
    ["reais", { body: { invoice: "{invoice}", value: "{amount}" } }, { invoice: expect.any(String), value: 12.5 }],
  ])("is set right by an option: %s, body %j", async (unit, more, body) => {
    const parts = partsWith({ endpoints: { refund_invoice: { unit, ...more } } })
    const row = await captured(parts)
    await gateway.assume({ refund_takes: "reais", refund_body: "body" in more ? "flat" : "payment" })
    expect(await parts.refunds.refund(row.id, "ref_1", cents(1_250))).toMatchObject({ refunded_cents: 1_250 })
    expect((await gateway.requests()).find(({ method }) => method === "PUT")?.body).toEqual(body)
    expect(await openProblems()).toEqual([])
  })
})

describe("open refunds", () => {
  it("are asked for after pauses that grow, and not every two minutes for ever", async () => {
    const parts = partsWith()
    const row = await captured(parts)
    await gateway.assume({ refund_result: "pending" })
    await expect(parts.refunds.refund(row.id, "ref_1", cents(1_000))).rejects.toMatchObject({ key: "refund_accepted" })
    await gateway.forgetRequests()
    for (let minute = 2; minute <= 48 * 60; minute += 2) await parts.refunds.settleOpen(new Date(Date.now() + minute * MINUTE))
    // After 2, 12, 42, 102, 342 and 1062 minutes, then once a day.
    expect(await looks()).toBe(7)
  })

  it("are asked for within a share of the budget, and one that can't be asked for leaves room for the others", async () => {
    const parts = partsWith({ reconciliation: { lookUpsPerMinute: 10, lookUpsPerDay: 1_000 } })
    for (let number = 0; number < 8; number++) {
      const row = await insertInvoice(db, { status: "refund_pending", paid_at: new Date(), paid_cents: 10_580, settled_at: new Date() })
      await db(tables.refund).insert({ id: `fref_${number}`, fatura_invoice_id: row.id, amount_cents: 100, cumulative_cents: 100, origin: "medusa", state: "pending", next_check_at: new Date(Date.now() - MINUTE) })
    }
    await parts.refunds.settleOpen()
    await parts.refunds.settleOpen()
    expect(await looks()).toBe(2)
    // All have had their turn, and none is left due.
    expect(await db(tables.refund).where("next_check_at", "<=", new Date())).toEqual([])
  })
})
