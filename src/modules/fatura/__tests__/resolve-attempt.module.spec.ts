import { cents } from "../../../domain/money"
import type { Gateway } from "../../../../integration-tests/support/gateway"
import { type Database, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { insertInvoice } from "./support/rows"
import { ACCOUNT, faturaParts } from "./support/fatura-parts"
import { issueAt } from "./support/reconciler"
import type { TestDatabase } from "./support/test-database"
import { useShop } from "./support/use-shop"

let database: TestDatabase
let db: Database
let gateway: Gateway
let here: ReturnType<typeof faturaParts>

useShop((shop) => ({ database, db, gateway } = shop))
beforeEach(async () => {
  here = faturaParts(db, gateway.url)
})

async function issuedAtGateway() {
  const { client } = await here.accounts.byId(ACCOUNT)
  return issueAt(client, 1)
}

/** An attempt whose answer was lost an hour ago. */
const lost = (reference: string): Promise<InvoiceRow> =>
  insertInvoice(db, { reference, state: "unknown", status: null, is_live: true, gateway_id: null, invoice_id: null, issuing_started_at: new Date(Date.now() - 3_600_000) })

/** The list is read now, and its answer arrives only after `meanwhile`. */
async function resolvedWhile(row: InvoiceRow, meanwhile: () => Promise<unknown>): Promise<string> {
  await gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "delay-after-commit", ms: 700, times: 1 })
  const resolving = here.resolver.resolve(row)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await meanwhile()
  return resolving
}

const paidByNotice = async (row: InvoiceRow, invoiceId: string): Promise<void> => {
  await here.ledger.adoptOrphan(row.id, { id: invoiceId }, "notice")
  await here.changes.take(row.id, { status: "paid", refundedCents: null, paidCents: 10_580 }, "notice")
}

describe("the search for an attempt whose answer was lost", () => {
  it("cancels what it finds unpaid", async () => {
    const row = await lost((await issuedAtGateway()).reference!)
    expect(await here.resolver.resolve(row)).toBe("gone")
    expect(await here.ledger.find(row.id)).toMatchObject({ state: "issued", status: "canceled" })
  })

  it("undoes no payment that a notice told of while the list was on its way, and cancels nothing", async () => {
    const { reference, invoiceId } = await issuedAtGateway()
    const row = await lost(reference!)
    expect(await resolvedWhile(row, () => paidByNotice(row, invoiceId!))).toBe("paid")
    expect(await here.ledger.find(row.id)).toMatchObject({ status: "paid", paid_cents: 10_580, is_live: true })
    expect((await gateway.counts())["DELETE /invoices"]).toBeUndefined()
  })

  it("gives nothing up that a notice told of while the list was on its way", async () => {
    const row = await lost("payses_elsewhere-1")
    expect(await resolvedWhile(row, () => paidByNotice(row, "INV-1"))).toBe("open")
    expect(await here.ledger.find(row.id)).toMatchObject({ status: "paid", is_live: true, next_check_at: expect.any(Date) })
    expect(await db(tables.event).where({ fatura_invoice_id: row.id, kind: "attempt_not_found" })).toEqual([])
  })
})

describe("an attempt that was given up as not found", () => {
  const givenUp = async (): Promise<InvoiceRow> => {
    const row = await lost("payses_elsewhere-1")
    expect(await here.resolver.resolve(row)).toBe("gone")
    return row
  }
  const cancels = (row: InvoiceRow) => db(tables.outbox).where({ fatura_invoice_id: row.id, kind: "cancel", state: "pending" })

  it("has nothing to cancel, so that a cancel of its order does not wait for ever", async () => {
    const row = await lost("payses_elsewhere-1")
    expect(await here.canceling.cancel(row.id, "order_canceled")).toBe("unresolved")
    expect(await cancels(row)).toHaveLength(1)
    expect(await here.resolver.resolve((await here.ledger.find(row.id))!)).toBe("gone")
    expect(await here.canceling.send(row.id)).toBe("canceled")
    expect((await gateway.counts())["DELETE /invoices"]).toBeUndefined()
  })

  it("is cancelled when a notice tells of it after all", async () => {
    const row = await givenUp()
    expect(await cancels(row)).toEqual([])
    expect(await here.ledger.adoptOrphan(row.id, { id: "INV-1" }, "notice")).toMatchObject({ cancel_reason: "replaced", cancel_requested_at: expect.any(Date) })
    const [task] = await cancels(row)
    expect(task.next_try_at.getTime() - Date.now()).toBeGreaterThan(25_000)
    await here.changes.take(row.id, { status: "paid", refundedCents: null, paidCents: 10_580 }, "notice")
    expect(await here.canceling.send(row.id)).toBe("paid")
  })

  it("of which nothing was given up is not", async () => {
    const row = await lost("payses_elsewhere-1")
    await here.ledger.adoptOrphan(row.id, { id: "INV-1" }, "notice")
    expect(await cancels(row)).toEqual([])
  })
})

describe("how far back the search goes", () => {
  const looks = async () => (await gateway.counts())["GET /invoices"] ?? 0

  /** Of 110 invoices on five pages the fifth from the end is one of ours, asked for when `ours` says. */
  async function listed(list_order: string, ours: Date | null): Promise<void> {
    await gateway.assume({ list_order, page_size: 25 })
    const { client } = await here.accounts.byId(ACCOUNT)
    for (let number = 0; number < 110; number++) {
      const { id, invoiceId } = await issueAt(client, number)
      if (ours && number === 105) await insertInvoice(db, { gateway_id: id, invoice_id: invoiceId, issuing_started_at: ours })
    }
    await gateway.forgetRequests()
  }

  it.each([
    ["newest_first", 1],
    ["oldest_first", 2],
  ])("no further than to an invoice of ours that is surely older: %s, %i calls", async (order, calls) => {
    await listed(order, new Date(Date.now() - 2 * 3_600_000))
    expect(await here.resolver.resolve(await lost("payses_elsewhere-1"))).toBe("gone")
    expect(await looks()).toBe(calls)
  })

  it.each([
    ["may be younger", new Date(Date.now() - 3_600_000 - 10_000)],
    ["is not known", null],
  ])("through all five pages where what stands there %s", async (_what, ours) => {
    await listed("newest_first", ours)
    expect(await here.resolver.resolve(await lost("payses_elsewhere-1"))).toBe("gone")
    expect(await looks()).toBe(5)
  })

  /** 400 invoices of one a minute, every third of another shop on the same account; number 60 is the one that was lost. */
  async function longAgo(list_order: string): Promise<InvoiceRow> {
    await gateway.assume({ list_order, page_size: 25 })
    const { client } = await here.accounts.byId(ACCOUNT)
    const begun = (number: number) => new Date(Date.now() - (400 - number) * 60_000)
    let row: InvoiceRow | null = null
    for (let number = 0; number < 400; number++) {
      const { id, invoiceId, reference } = await issueAt(client, number)
      if (number === 60) row = await lost(reference!)
      else if (number % 3 !== 0) await insertInvoice(db, { gateway_id: id, invoice_id: invoiceId, issuing_started_at: begun(number), created_at: begun(number) })
    }
    await db(tables.invoice).where({ id: row!.id }).update({ issuing_started_at: begun(60), created_at: begun(60) })
    await gateway.forgetRequests()
    return (await here.ledger.find(row!.id))!
  }

  it.each([["newest_first"], ["oldest_first"]])("to an attempt of hours and many pages ago, in four calls at most: %s", async (order) => {
    const row = await longAgo(order)
    expect(await here.resolver.resolve(row)).toBe("gone")
    expect(await here.ledger.find(row.id)).toMatchObject({ state: "issued", status: "canceled" })
    expect(await looks()).toBeLessThanOrEqual(4)
  })
})

describe("the capture of a payment collection", () => {
  it("belongs to one invoice, of two that are settled at once in two processes", async () => {
    const there = faturaParts(database.other(), gateway.url)
    for (let round = 0; round < 20; round++) {
      const collection = { payment_collection_id: `pay_col_${round}`, session_id: `payses_${round}`, status: "paid", paid_at: new Date() } as const
      const first = await insertInvoice(db, { ...collection, attempt: 1, is_live: false })
      const second = await insertInvoice(db, { ...collection, attempt: 2 })
      const marked = await Promise.all([here.ledger.markCaptured(first, "order_1", cents(10_580)), there.ledger.markCaptured(second, "order_1", cents(10_580))])
      expect(marked.filter(Boolean)).toHaveLength(1)
      expect(await db(tables.invoice).where({ payment_collection_id: `pay_col_${round}` }).whereNotNull("settled_at")).toHaveLength(1)
    }
  })
})
