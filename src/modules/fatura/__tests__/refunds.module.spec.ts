import type { Gateway } from "../../../../integration-tests/support/gateway"
import { cents } from "../../../domain/money"
import { type Database, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { issueAt } from "./support/reconciler"
import { ACCOUNT, faturaParts } from "./support/fatura-parts"
import { insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"

let db: Database
let gateway: Gateway
let parts: ReturnType<typeof faturaParts>

useShop((shop) => ({ db, gateway } = shop))
beforeEach(() => {
  parts = faturaParts(db, gateway.url)
})

/** A captured invoice of R$ 105,80. */
async function captured(): Promise<InvoiceRow> {
  const { id, invoiceId } = await issueAt((await parts.accounts.byId(ACCOUNT)).client, 1)
  await gateway.act(invoiceId!, "pay", { notify: false })
  return insertInvoice(db, { gateway_id: id, invoice_id: invoiceId, status: "paid", paid_at: new Date(), settled_at: new Date() })
}

/** The same, and a refund of R$ 10 that the gateway made while its answer was lost. */
async function refundedUnseen(): Promise<InvoiceRow> {
  const row = await captured()
  await gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "hang-up-after", times: 1 })
  await gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "500" })
  await expect(parts.refunds.refund(row.id, "ref_1", cents(1_000))).rejects.toThrow("did not say whether")
  await gateway.clearFaults()
  await parts.lookUps.byId(row)
  expect(await parts.refunds.stillOpen((await parts.ledger.find(row.id))!)).toBeNull()
  return row
}

const puts = async () => (await gateway.counts())["PUT /invoices"]

describe("a refund that turned out to be made after its outcome was unknown", () => {
  it("is not sent again by staff who can't have seen it yet", async () => {
    const row = await refundedUnseen()
    await expect(parts.refunds.refund(row.id, "ref_2", cents(1_000))).rejects.toThrow("has just been confirmed")
    expect(await puts()).toBe(1)
  })

  it("hinders no other one a minute later", async () => {
    const row = await refundedUnseen()
    await db(tables.refund).update({ updated_at: db.raw("now() - interval '61 seconds'") })
    expect(await parts.refunds.refund(row.id, "ref_2", cents(500))).toMatchObject({ refunded_cents: 1_500 })
    expect(await puts()).toBe(2)
  })
})

describe("a refund of an unknown outcome", () => {
  it.each(["sending", "unknown"])("is on the Problems list though the process was killed while it was %s, before it could say so", async (state) => {
    const row = await captured()
    await db(tables.refund).insert({ id: "fref_1", fatura_invoice_id: row.id, amount_cents: 1_000, cumulative_cents: 1_000, origin: "medusa", state, updated_at: db.raw("now() - interval '3 minutes'") })
    await parts.refunds.settleOpen()
    expect(await db(tables.problem).select("kind", "resolved_at")).toEqual([{ kind: "refund_outcome_unknown", resolved_at: null }])
    expect(await db(tables.refund).first("state")).toEqual({ state: "unknown" })
    expect(await puts()).toBeUndefined()
  })
})

describe("two who ask for a refund at the same moment", () => {
  afterEach(() => jest.restoreAllMocks())

  it.each([0, 60, -60])("have one of them sent, though the clock of their process is wrong by %i minutes", async (minutes) => {
    const row = await captured()
    const now = Date.now
    jest.spyOn(Date, "now").mockImplementation(() => now() + minutes * 60_000)
    const asked = await Promise.allSettled([parts.refunds.refund(row.id, "ref_1", cents(1_000)), parts.refunds.refund(row.id, "ref_2", cents(1_000))])
    expect(asked.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    expect(await puts()).toBe(1)
  })

  it("count from when staff asked, not from when it is their turn", async () => {
    const row = await captured()
    await parts.refunds.refund(row.id, "ref_1", cents(1_000))
    await expect(parts.refunds.refund(row.id, "ref_2", cents(1_000), 5_000)).rejects.toMatchObject({ key: "refund_same_moment" })
    expect(await parts.refunds.refund(row.id, "ref_3", cents(500))).toMatchObject({ refunded_cents: 1_500 })
  })
})
