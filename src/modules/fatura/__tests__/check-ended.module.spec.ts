import type { Gateway } from "../../../../integration-tests/support/gateway"
import { type Database, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { insertInvoice } from "./support/rows"
import { ACCOUNT, issueAndEnter, issueAt, reconciler } from "./support/reconciler"
import { useShop } from "./support/use-shop"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let db: Database
let gateway: Gateway

useShop((shop) => ({ db, gateway } = shop))

type Reconciler = Awaited<ReturnType<typeof reconciler>>

/** A shop's day: boletos of before, PIX codes that are over now, PIX codes of after. */
async function day({ client }: Reconciler, expiredCount: number): Promise<InvoiceRow[]> {
  const now = Date.now()
  const later = new Date(now + 24 * HOUR)
  let number = 0
  const made = async (given: Partial<InvoiceRow>) => issueAndEnter(db, client, ++number, given)
  for (let count = 0; count < 40; count++) await made({ method: "boleto", next_check_at: later, cancel_at: later })
  const expired: InvoiceRow[] = []
  for (let count = 0; count < expiredCount; count++) expired.push(await made({ next_check_at: new Date(now - MINUTE), cancel_at: new Date(now - MINUTE) }))
  for (let count = 0; count < 40; count++) await made({ next_check_at: later, cancel_at: new Date(now + HOUR) })
  return expired
}

const looks = async () => (await gateway.counts())["GET /invoices"] ?? 0
const deletes = async () => (await gateway.counts())["DELETE /invoices"] ?? 0
const idsWith = (where: Partial<InvoiceRow>) => db(tables.invoice).where(where).pluck("id")

describe("invoices that have expired", () => {
  it.each([
    ["newest_first", 25, 10],
    ["oldest_first", 25, 10],
    ["newest_first", 100, 6],
    ["oldest_first", 100, 6],
  ])("are cancelled with few calls: %s, %i on a page", async (list_order, page_size, atMost) => {
    await gateway.assume({ list_order, page_size })
    const here = await reconciler(db, gateway.url)
    const expired = await day(here, 60)
    const paid = [expired[7]!, expired[30]!]
    for (const { invoice_id } of paid) await gateway.act(invoice_id!, "pay", { notify: false })

    await here.checkOpen.run(new Date())
    // 60 stand on four pages of 25; two have left them and are asked for singly, as are the last three.
    expect(await looks()).toBeLessThanOrEqual(atMost)
    expect(await deletes()).toBe(58)
    expect((await idsWith({ status: "paid" })).sort()).toEqual(paid.map(({ id }) => id).sort())
    expect(await idsWith({ status: "canceled", cancel_reason: "expired" })).toHaveLength(58)
    expect(await idsWith({ status: "awaiting_payment" })).toHaveLength(80)
  })

  it("are found where others issue invoices with the same account", async () => {
    const here = await reconciler(db, gateway.url)
    await day(here, 60)
    for (let count = 0; count < 60; count++) await issueAt(here.client, 1_000 + count)
    await here.checkOpen.run(new Date())
    expect(await looks()).toBeLessThanOrEqual(10)
    expect(await idsWith({ status: "canceled" })).toHaveLength(60)
  })

  it("are asked for singly when they are few", async () => {
    const here = await reconciler(db, gateway.url)
    await day(here, 3)
    await here.checkOpen.run(new Date())
    expect([await looks(), await deletes()]).toEqual([3, 3])
    expect((await gateway.requests()).filter(({ method, path }) => method === "GET" && path === "/invoices").every(({ query }) => query.id)).toBe(true)
  })

  it.each([[1], [5]])("are not cancelled on a word that nobody knows, %i of them", async (count) => {
    const here = await reconciler(db, gateway.url)
    const expired = await day(here, count)
    for (const { invoice_id } of expired) await gateway.setStatus(invoice_id!, 77, { notify: false })
    await here.checkOpen.run(new Date())
    expect(await deletes()).toBe(0)
    expect(await db(tables.problem).pluck("kind")).toEqual(Array(count).fill("unknown_status"))
    // They are not asked for again at once.
    const before = await looks()
    await here.checkOpen.run(new Date())
    expect(await looks()).toBe(before)
  })

  it.each([[2], [6]])("don't wait for one that the gateway no longer knows, beside %i others", async (count) => {
    const here = await reconciler(db, gateway.url)
    const past = new Date(Date.now() - HOUR)
    await insertInvoice(db, { next_check_at: past, cancel_at: past, issued_at: past, gateway_id: "999", invoice_id: "999" })
    await insertInvoice(db, { status: "canceled", is_live: false, next_check_at: past, canceled_at: past, watch_until: new Date(Date.now() + HOUR), issued_at: past, gateway_id: "998", invoice_id: "998" })
    await day(here, count)
    await here.checkOpen.run(new Date())
    expect(await deletes()).toBe(count)
    expect(await db(tables.invoice).where("next_check_at", "<=", new Date())).toEqual([])
  })

  it("stay when the gateway's answer was overtaken by another change", async () => {
    const here = await reconciler(db, gateway.url)
    const [row] = await day(here, 1)
    await gateway.act(row!.invoice_id!, "pay", { notify: false })
    await gateway.assume({ cancel_of_paid_succeeds: true })
    await gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "delay-after-commit", ms: 300, times: 1 })
    const run = here.checkOpen.run(new Date())
    await new Promise((resolve) => setTimeout(resolve, 150))
    await here.ledger.update(row!.id, {})
    await run
    expect(await deletes()).toBe(0)
  })
})

describe("news that comes while a page is read", () => {
  /** While a call is held up, one of the invoices that were not cancelled yet is paid by a bank that is still at work. */
  async function overtaken(here: Reconciler, method: "GET" | "DELETE", run: () => Promise<unknown>): Promise<InvoiceRow> {
    await gateway.fault({ match: { method, path: "/invoices" }, kind: "delay-after-commit", ms: 400, times: 1 })
    const running = run()
    await new Promise((resolve) => setTimeout(resolve, 250))
    const row: InvoiceRow = await db(tables.invoice).where({ status: "awaiting_payment" }).andWhere("cancel_at", "<", new Date()).whereNull("cancel_requested_at").first()
    await gateway.setStatus(row.invoice_id!, 2, { notify: false })
    await here.changes.take(row.id, { status: "processing", refundedCents: null, paidCents: null }, "notice")
    await running
    return (await here.ledger.find(row.id))!
  }

  it.each([
    ["of one that is asked for singly", 1, "GET"],
    ["of five that a page answers for", 5, "GET"],
    ["of five, while the first is cancelled", 5, "DELETE"],
  ] as const)("holds, and what it is about is not cancelled: %s", async (_what, count, method) => {
    const here = await reconciler(db, gateway.url)
    const past = new Date(Date.now() - MINUTE)
    for (let number = 0; number < count; number++) await issueAndEnter(db, here.client, number, { next_check_at: past, cancel_at: past })
    expect(await overtaken(here, method, () => here.checkOpen.run(new Date()))).toMatchObject({ status: "processing", cancel_requested_at: null })
    expect(await deletes()).toBe(count - 1)
  })

  it.each(["GET", "DELETE"] as const)("holds against a sweep (held up in %s)", async (method) => {
    const here = await reconciler(db, gateway.url)
    const past = new Date(Date.now() - HOUR)
    for (let number = 0; number < 5; number++) await issueAndEnter(db, here.client, number, { method: "boleto", issued_at: past, next_check_at: past, cancel_at: past })
    expect(await overtaken(here, method, () => here.sweep.run(ACCOUNT, new Date()))).toMatchObject({ status: "processing", cancel_requested_at: null })
    expect(await idsWith({ status: "canceled", cancel_reason: "expired" })).toHaveLength(4)
  })

  it("holds against the page of paid ones that a sweep looks at", async () => {
    const here = await reconciler(db, gateway.url)
    const past = new Date(Date.now() - HOUR)
    const later = new Date(Date.now() + HOUR)
    const rows: InvoiceRow[] = []
    for (let number = 0; number < 6; number++) rows.push(await issueAndEnter(db, here.client, number, { method: "boleto", issued_at: past, next_check_at: past, cancel_at: later }))
    for (const { invoice_id } of rows) await gateway.act(invoice_id!, "pay", { notify: false })
    await here.sweep.run(ACCOUNT, new Date())
    expect(await idsWith({ status: "paid" })).toHaveLength(6)
    expect(await deletes()).toBe(0)
  })

  it("postpones an expiry whose cancel was about to be sent", async () => {
    const here = await reconciler(db, gateway.url)
    const row = await issueAndEnter(db, here.client, 1, { cancel_requested_at: new Date(), cancel_reason: "expired" })
    await here.changes.take(row.id, { status: "processing", refundedCents: null, paidCents: null }, "notice")
    expect(await here.canceling.cancel(row.id, "expired")).toBe("unresolved")
    expect(await deletes()).toBe(0)
    await here.changes.take(row.id, { status: "awaiting_payment", refundedCents: null, paidCents: null }, "look_up")
    expect(await here.canceling.send(row.id)).toBe("canceled")
  })
})

describe("an invoice that can be paid again after it was cancelled", () => {
  const revived = async (here: Reconciler, given: Partial<InvoiceRow> = {}) => {
    const row = await issueAndEnter(db, here.client, 1, given)
    expect(await here.canceling.cancel(row.id, "staff")).toBe("canceled")
    await gateway.setStatus(row.invoice_id!, 1, { notify: false })
    await here.lookUps.byId((await here.ledger.find(row.id))!)
    return row
  }

  it("is cancelled once more, and watched anew", async () => {
    const here = await reconciler(db, gateway.url)
    const row = await revived(here)
    expect(await here.ledger.find(row.id)).toMatchObject({ status: "awaiting_payment", canceled_at: null, watch_until: null, is_live: false })
    expect(await db(tables.outbox).where({ kind: "cancel", state: "pending" })).toHaveLength(1)
    expect(await here.canceling.send(row.id)).toBe("canceled")
    expect(await deletes()).toBe(2)
    const again = (await here.ledger.find(row.id))!
    expect(again).toMatchObject({ status: "canceled", canceled_at: expect.any(Date) })
    expect(again.watch_until!.getTime() - again.canceled_at!.getTime()).toBe(24 * HOUR)
  })

  it("also by staff, who were not obeyed before", async () => {
    const here = await reconciler(db, gateway.url)
    const row = await revived(here)
    expect(await here.canceling.cancel(row.id, "staff", "user_1")).toBe("canceled")
    expect(await deletes()).toBe(2)
  })

  it.each([
    ["is the live one of its collection again", false],
    ["is cancelled where another one is in its place", true],
  ])("that was cancelled in the gateway's panel %s", async (_what, hasOther) => {
    const here = await reconciler(db, gateway.url)
    const row = await issueAndEnter(db, here.client, 1)
    await here.changes.take(row.id, { status: "canceled", refundedCents: null, paidCents: null }, "notice")
    if (hasOther) await insertInvoice(db, { payment_collection_id: row.payment_collection_id })
    await here.changes.take(row.id, { status: "awaiting_payment", refundedCents: null, paidCents: null }, "look_up")
    expect(await here.ledger.find(row.id)).toMatchObject({ status: "awaiting_payment", is_live: !hasOther, cancel_reason: hasOther ? "replaced" : null })
    expect(await db(tables.outbox).where({ kind: "cancel", state: "pending" })).toHaveLength(hasOther ? 1 : 0)
  })
})

describe("invoices that were cancelled", () => {
  async function canceled(here: Reconciler, count: number): Promise<InvoiceRow[]> {
    const rows = await day(here, count)
    await here.checkOpen.run(new Date())
    await gateway.forgetRequests()
    return rows
  }
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)

  it("are watched for money by page", async () => {
    const here = await reconciler(db, gateway.url)
    const rows = await canceled(here, 60)
    await db(tables.invoice).whereNot({ status: "canceled" }).update({ next_check_at: null })
    await gateway.act(rows[20]!.invoice_id!, "pay", { notify: false })
    await here.checkOpen.run(inHours(1.1))
    expect(await looks()).toBeLessThanOrEqual(6)
    expect(await idsWith({ status: "paid" })).toEqual([rows[20]!.id])
  })

  it("are looked at three times in the day after, and not for ever", async () => {
    const here = await reconciler(db, gateway.url)
    await canceled(here, 1)
    await db(tables.invoice).whereNot({ status: "canceled" }).update({ next_check_at: null })
    for (let hour = 0; hour < 60; hour++) await here.checkOpen.run(inHours(hour))
    expect(await looks()).toBe(3)
    expect(await db(tables.invoice).whereNotNull("next_check_at")).toHaveLength(0)
  })
})

describe("while a sweep of many pages goes on", () => {
  it("an expired PIX and a card in doubt are asked for in the same minute", async () => {
    await gateway.assume({ page_size: 25 })
    const here = await reconciler(db, gateway.url, { lookUpsPerMinute: 5, lookUpsPerDay: 1_500 })
    const due = { next_check_at: new Date(Date.now() - MINUTE), issued_at: new Date(Date.now() - 24 * HOUR) }
    for (let number = 0; number < 120; number++) await issueAndEnter(db, here.client, number, { ...due, method: "boleto", cancel_at: new Date(Date.now() + 24 * HOUR) })
    await here.checkOpen.run(new Date())
    expect(await looks()).toBe(2)
    expect(await here.sweep.isWanted(ACCOUNT, new Date())).toBe(true)

    const pix = await issueAndEnter(db, here.client, 200, { ...due, cancel_at: new Date(Date.now() - MINUTE) })
    const card = await issueAndEnter(db, here.client, 201, { ...due, method: "card", status: "processing" })
    await gateway.act(card.invoice_id!, "pay", { notify: false })
    await here.checkOpen.run(new Date())
    expect(await idsWith({ status: "canceled" })).toEqual([pix.id])
    expect(await idsWith({ status: "paid" })).toEqual([card.id])
    expect(await looks()).toBe(4)
  })

  it("an expiry by the hundred leaves a look for a card in doubt", async () => {
    await gateway.assume({ page_size: 25 })
    const here = await reconciler(db, gateway.url, { lookUpsPerMinute: 5, lookUpsPerDay: 1_500 })
    await day(here, 150)
    await here.checkOpen.run(new Date())
    expect(await looks()).toBe(3)
    // Three pages of them.
    expect((await idsWith({ status: "canceled" })).length).toBeGreaterThan(50)
    const card = await issueAndEnter(db, here.client, 500, { method: "card", status: "processing", next_check_at: new Date() })
    await gateway.act(card.invoice_id!, "pay", { notify: false })
    await here.checkOpen.run(new Date())
    expect(await idsWith({ status: "paid" })).toEqual([card.id])
  })

  it("none is begun again before it has rested", async () => {
    const here = await reconciler(db, gateway.url)
    const later = new Date(Date.now() + 240 * HOUR)
    for (let number = 0; number < 30; number++) await issueAndEnter(db, here.client, number, { method: "boleto", next_check_at: new Date(), issued_at: new Date(Date.now() - HOUR), cancel_at: later })
    await here.checkOpen.run(new Date())
    const first = await looks()
    await db(tables.invoice).limit(1).update({ next_check_at: new Date() })
    await here.checkOpen.run(new Date(Date.now() + HOUR))
    expect(await looks()).toBe(first)
    await here.checkOpen.run(new Date(Date.now() + 7 * HOUR))
    expect(await looks()).toBeGreaterThan(first)
  })
})
