import type { Gateway } from "../../../../integration-tests/support/gateway"
import { type Database, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { faturaParts } from "./support/fatura-parts"
import { insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"
import { StuckPayments } from "../reconciliation/stuck-payments"
import { openKinds } from "./support/watching"

let db: Database
let gateway: Gateway
let parts: ReturnType<typeof faturaParts>

useShop((shop) => ({ db, gateway } = shop))
beforeEach(() => void (parts = faturaParts(db, gateway.url)))

/** What stands on the list after a look at an invoice; one that changed to its status has that on its timeline. */
async function raisedFor(given: Partial<InvoiceRow>, { changedAt, now }: { changedAt?: string; now: string }): Promise<string[]> {
  const row = await insertInvoice(db, { issued_at: new Date("2026-11-20T12:00:00Z"), ...given })
  if (changedAt) {
    await parts.ledger.addEvent(row.id, { kind: "status_changed", cause: "notice", from: "awaiting_payment", to: row.status! })
    await db(tables.event).update({ created_at: new Date(changedAt) })
  }
  await new StuckPayments(db, parts.problems).raise(row, new Date(now))
  return openKinds(db)
}

describe("a payment under way", () => {
  it.each([
    ["processing since a day and a minute", { status: "processing" }, { changedAt: "2026-11-23T12:00:00Z", now: "2026-11-24T12:01:00Z" }],
    ["issued as processing, a day and a minute ago", { status: "processing" }, { now: "2026-11-21T12:01:00Z" }],
    // Friday, 27 November; its day ends at 3:00 UTC.
    ["scheduled, a day after its due day", { status: "scheduled", due_on: "2026-11-27" }, { changedAt: "2026-11-23T12:00:00Z", now: "2026-11-29T03:01:00Z" }],
    ["scheduled without a due day, a day and a minute ago", { status: "scheduled", due_on: null }, { changedAt: "2026-11-23T12:00:00Z", now: "2026-11-24T12:01:00Z" }],
  ] as [string, Partial<InvoiceRow>, { changedAt?: string; now: string }][])("is told to staff: %s", async (_which, given, times) => {
    expect(await raisedFor(given, times)).toEqual(["payment_not_decided"])
  })

  it.each([
    ["processing since this morning", { status: "processing" }, { changedAt: "2026-11-23T12:00:00Z", now: "2026-11-24T11:59:00Z" }],
    ["scheduled, on the day after its due day", { status: "scheduled", due_on: "2026-11-27" }, { changedAt: "2026-11-23T12:00:00Z", now: "2026-11-29T02:59:00Z" }],
    // Saturday: banks pay on Monday, the 30th.
    ["scheduled for a Saturday, on the Tuesday after it", { status: "scheduled", due_on: "2026-11-28" }, { changedAt: "2026-11-23T12:00:00Z", now: "2026-12-02T02:59:00Z" }],
    ["scheduled just now after its due day", { status: "scheduled", due_on: "2026-11-20" }, { changedAt: "2026-11-23T12:00:00Z", now: "2026-11-24T11:00:00Z" }],
    ["captured", { status: "processing", settled_at: new Date("2026-11-21T12:00:00Z") }, { now: "2026-11-24T12:00:00Z" }],
    ["only waiting", { status: "awaiting_payment" }, { now: "2026-11-24T12:00:00Z" }],
  ] as [string, Partial<InvoiceRow>, { changedAt?: string; now: string }][])("is not, while it may still move on: %s", async (_which, given, times) => {
    expect(await raisedFor(given, times)).toEqual([])
  })

  it("is no longer told of once it moves, to whatever status", async () => {
    await raisedFor({ status: "processing" }, { now: "2026-11-21T12:01:00Z" })
    const row = (await db(tables.invoice).first()) as InvoiceRow
    await parts.changes.take(row.id, { status: "scheduled", refundedCents: null, paidCents: null }, "notice")
    expect(await openKinds(db)).toEqual([])
  })
})
