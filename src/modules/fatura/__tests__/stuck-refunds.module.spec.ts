import type { Gateway } from "../../../../integration-tests/support/gateway"
import { type Database, newId, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import type { RefundState } from "../refunds/refund-rows"
import { insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"
import { openKinds, watchOnce } from "./support/watching"

let db: Database
let gateway: Gateway

useShop((shop) => ({ db, gateway } = shop))

const HOUR = 3_600_000
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR)
const look = (): Promise<void> => watchOnce(db, gateway.url)
const problems = (): Promise<unknown[]> => db(tables.problem).orderBy("id").select("kind", "details", "resolution")

/** A paid invoice of which the gateway says since then that money goes back. */
async function underWay(hours: number, given: Partial<InvoiceRow> = {}): Promise<InvoiceRow> {
  const row = await insertInvoice(db, { status: "refund_pending", paid_at: hoursAgo(200), paid_cents: 10_580, ...given })
  await changed(row, "refund_pending", hours)
  return row
}

async function changed({ id }: InvoiceRow, to: string, hours: number): Promise<void> {
  await db(tables.event).insert({ id: newId("fevt"), fatura_invoice_id: id, kind: "status_changed", cause: "notice", to_status: to, created_at: hoursAgo(hours) })
}

/** A refund that was asked for here. */
async function asked({ id }: InvoiceRow, state: RefundState, hours: number): Promise<string> {
  const refund = newId("fref")
  await db(tables.refund).insert({ id: refund, fatura_invoice_id: id, amount_cents: 1_000, cumulative_cents: 1_000, origin: "medusa", state, created_at: hoursAgo(hours) })
  return refund
}

describe("a refund under way", () => {
  it("is told to staff after three days, whoever asked for it, and once", async () => {
    const panel = await underWay(73)
    const ours = await underWay(73)
    await asked(ours, "pending", 73)
    await look()
    await look()
    expect(await openKinds(db)).toEqual(["refund_not_finished", "refund_not_finished"])
    expect(await db(tables.problem).orderBy("fatura_invoice_id").pluck("fatura_invoice_id")).toEqual([panel.id, ours.id].sort())
    expect(await db(tables.problem).pluck("seen_count")).toEqual([1, 1])
  })

  it.each<[string, () => Promise<unknown>]>([
    ["began less than three days ago", () => underWay(71)],
    ["began anew less than three days ago", async () => changed(await underWay(100), "refund_pending", 71)],
    ["is done", () => underWay(73, { status: "refunded" })],
    ["was refused", async () => asked(await insertInvoice(db, { status: "paid", paid_at: hoursAgo(200) }), "refused", 73)],
  ])("is not while it %s", async (_when, make) => {
    await make()
    await look()
    expect(await openKinds(db)).toEqual([])
  })

  it("names ours where the gateway does not call the invoice pending any more", async () => {
    const row = await insertInvoice(db, { status: "partially_refunded", paid_at: hoursAgo(200), refunded_cents: 400 })
    const refund = await asked(row, "pending", 73)
    await look()
    expect(await problems()).toEqual([{ kind: "refund_not_finished", details: expect.objectContaining({ refund }), resolution: null }])
  })

  it("closes when it ends, and is told again when another one does not", async () => {
    const row = await underWay(150)
    await look()
    await db(tables.invoice).where({ id: row.id }).update({ status: "paid" })
    await look()
    expect(await problems()).toEqual([expect.objectContaining({ resolution: "cause_gone" })])
    await db(tables.problem).update({ created_at: hoursAgo(76) })
    await db(tables.invoice).where({ id: row.id }).update({ status: "refund_pending" })
    await changed(row, "refund_pending", 73)
    await look()
    expect(await openKinds(db)).toEqual(["refund_not_finished"])
  })

  it("is not told again to staff who closed it", async () => {
    const row = await underWay(73)
    await look()
    await db(tables.problem).where({ fatura_invoice_id: row.id }).update({ resolved_at: new Date(), resolution: "dismiss", resolved_by: "user_1" })
    await look()
    expect(await openKinds(db)).toEqual([])
  })
})
