import type { Gateway } from "../../../../integration-tests/support/gateway"
import { type Database, tables } from "../database"
import type { NoticeRow } from "../inbox/notices"
import type { InvoiceRow } from "../ledger/row"
import { ACCOUNT, faturaParts } from "./support/fatura-parts"
import { newInvoice } from "./support/new-invoice"
import { NoticeReceiver } from "./support/notice-receiver"
import { insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"
import { openKinds } from "./support/watching"

let db: Database
let gateway: Gateway
let parts: ReturnType<typeof faturaParts>
let row: InvoiceRow
let number = 0
const receiver = new NoticeReceiver()

useShop((shop) => ({ db, gateway } = shop))
beforeAll(() => receiver.start())
afterAll(() => receiver.close())
beforeEach(() => use({}))

async function use(given: Record<string, unknown>): Promise<void> {
  parts = faturaParts(db, gateway.url, given)
  await parts.accounts.all()
  row = await issued()
  await gateway.forgetRequests()
}

/** An invoice of R$ 105,80 that the gateway has issued. */
async function issued(): Promise<InvoiceRow> {
  const { client } = await parts.accounts.byId(ACCOUNT)
  const reference = `payses_confirm_${++number}-1`
  const answer = await client.createInvoice(newInvoice(reference))
  return insertInvoice(db, { reference, gateway_id: answer.id, invoice_id: answer.invoiceId, issued_at: new Date() })
}

/** A webhook that says paid, with a genuine token, at the address of an invoice. */
async function paidNotice(invoice = row, amountCents = 10_580): Promise<NoticeRow> {
  await gateway.sendNotice({ invoice_id: invoice.invoice_id!, code: 5, amount_cents: amountCents, url: receiver.url })
  const { body, rawHeaders, contentType } = receiver.received.at(-1)!
  return parts.notices.store({ invoiceId: invoice.id, door: "ticket", body, rawHeaders, contentType })
}

const invoice = async () => (await parts.ledger.find(row.id))!
const asked = async () => (await gateway.counts())["GET /invoices"] ?? 0
const noticeNow = async ({ id }: NoticeRow) => (await parts.notices.find(id))!
const aged = (notice: NoticeRow, seconds: number) => ({ ...notice, created_at: new Date(Date.now() - seconds * 1_000) })
const passMinutes = (minutes: number) => db(tables.invoice).where({ id: row.id }).update({ unconfirmed_since: db.raw("now() - make_interval(mins => ?)", [minutes]) })

describe("a payment above the amount", () => {
  beforeEach(() => use({ webhooks: { confirmAbove: 105.79 } }))

  it("is captured when the gateway, asked once, says the same", async () => {
    await gateway.act(row.invoice_id!, "pay", { notify: false })
    expect(await parts.reader.take(await paidNotice())).toMatchObject({ outcome: "changed" })
    expect(await invoice()).toMatchObject({ status: "paid", paid_cents: 10_580, unconfirmed_since: null })
    expect(await gateway.counts()).toEqual({ "OPTIONS /webhooks": 1, "GET /invoices": 1 })
  })

  it("that a kept-back token tells of in another body is not, is raised, and can still come", async () => {
    const notice = await paidNotice()
    expect(await parts.reader.take(notice)).toMatchObject({ outcome: "waiting" })
    expect(await invoice()).toMatchObject({ status: "awaiting_payment", paid_at: null })
    expect(await openKinds(db)).toEqual([])

    expect(await parts.reader.take(aged(notice, 61))).toMatchObject({ outcome: "waiting" })
    expect(await openKinds(db)).toEqual(["payment_unconfirmed"])
    expect(await db(tables.problem).first()).toMatchObject({ details: { told: "awaiting_payment", captured_cents: 0 } })

    await gateway.act(row.invoice_id!, "pay", { notify: false })
    expect(await parts.reader.take(aged(notice, 122))).toMatchObject({ outcome: "changed" })
    expect(await invoice()).toMatchObject({ status: "paid", paid_cents: 10_580 })
    expect(await openKinds(db)).toEqual([])
  })

  it("is given up after a day, and stays for staff to have tried again", async () => {
    const notice = await paidNotice()
    expect(await parts.reader.take(aged(notice, 86_401))).toMatchObject({ outcome: "dead" })
    expect(await noticeNow(notice)).toMatchObject({ state: "dead", last_error: "the gateway does not confirm the payment" })
    await gateway.act(row.invoice_id!, "pay", { notify: false })
    expect(await parts.reader.take((await parts.notices.reopen(notice.id))!)).toMatchObject({ outcome: "changed" })
    expect(await invoice()).toMatchObject({ status: "paid" })
  })

  it("counts by the amount that the gateway says, not by the webhook's", async () => {
    await gateway.act(row.invoice_id!, "pay", { notify: false, amount_cents: 100 })
    await parts.reader.take(await paidNotice(row, 10_580))
    expect(await invoice()).toMatchObject({ status: "paid", paid_cents: 100 })
  })

  it("waits for a gateway that can't be asked, and is not dropped", async () => {
    const notice = await paidNotice()
    await gateway.act(row.invoice_id!, "pay", { notify: false })
    await gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "500", times: 20 })
    expect(await parts.reader.take(aged(notice, 2 * 86_400))).toMatchObject({ outcome: "waiting" })
    expect(await noticeNow(notice)).toMatchObject({ state: "pending" })
    await gateway.clearFaults()
    expect(await parts.reader.take(notice)).toMatchObject({ outcome: "changed" })
    expect(await invoice()).toMatchObject({ status: "paid" })
  })
})

describe("a payment of the amount or below", () => {
  beforeEach(() => use({ webhooks: { confirmAbove: 105.8 } }))

  it("costs no look-up at its webhook, and one a quarter of an hour later", async () => {
    await gateway.act(row.invoice_id!, "pay", { notify: false })
    expect(await parts.reader.take(await paidNotice())).toMatchObject({ outcome: "changed" })
    expect((await invoice()).unconfirmed_since).not.toBeNull()
    await passMinutes(14)
    await parts.confirmPayments.run()
    expect(await asked()).toBe(0)

    await passMinutes(16)
    await parts.confirmPayments.run()
    expect(await asked()).toBe(1)
    expect((await invoice()).unconfirmed_since).toBeNull()
    await parts.confirmPayments.run()
    expect(await asked()).toBe(1)
    expect(await openKinds(db)).toEqual([])
  })

  it("that the gateway denies is raised, and undoes nothing", async () => {
    await parts.reader.take(await paidNotice())
    await passMinutes(16)
    await parts.confirmPayments.run()
    expect(await invoice()).toMatchObject({ status: "paid", paid_cents: 10_580 })
    expect(await openKinds(db)).toEqual(["payment_unconfirmed"])

    await gateway.act(row.invoice_id!, "pay", { notify: false })
    await parts.lookUps.byId(await invoice(), "decision")
    expect(await openKinds(db)).toEqual([])
    expect((await invoice()).unconfirmed_since).toBeNull()
  })

  it("of which the gateway has less than was captured is raised too", async () => {
    await gateway.act(row.invoice_id!, "pay", { notify: false, amount_cents: 100 })
    await parts.reader.take(await paidNotice())
    await parts.ledger.update(row.id, { captured_cents: 10_580, settled_at: new Date() })
    await passMinutes(16)
    await parts.confirmPayments.run()
    expect(await openKinds(db)).toEqual(["payment_unconfirmed"])
    expect(await db(tables.problem).first()).toMatchObject({ details: { told: "paid", told_paid_cents: 100, captured_cents: 10_580 } })
  })

  it("is not asked about while half of the budget is used", async () => {
    await use({ webhooks: { confirmAbove: 105.8 }, reconciliation: { lookUpsPerMinute: 6, lookUpsPerDay: 100 } })
    await parts.reader.take(await paidNotice())
    await passMinutes(16)
    await db(tables.lookUp).insert([1, 2, 3].map(() => ({ account_id: ACCOUNT, purpose: "decision", sent_at: db.raw("clock_timestamp()") })))
    await parts.confirmPayments.run()
    expect(await asked()).toBe(0)
    await db(tables.lookUp).delete()
    await parts.confirmPayments.run()
    expect(await asked()).toBe(1)
  })
})

describe("a token that was used", () => {
  it("is remembered when its webhook is forgotten, and proves no other body and no other invoice", async () => {
    await gateway.act(row.invoice_id!, "pay", { notify: false })
    const first = await paidNotice()
    await parts.reader.take(first)
    const [token] = await db(tables.usedToken)
    expect(token).toMatchObject({ token_hash: first.token_hash, fatura_invoice_id: row.id, body_hash: first.body_hash })
    await db(tables.notice).update({ processed_at: db.raw("now() - interval '31 days'") })
    await parts.notices.prune(30)
    expect(await db(tables.notice)).toEqual([])

    const other = await issued()
    await gateway.sendNotice({ invoice_id: other.invoice_id!, code: 5, amount_cents: 10_580, url: receiver.url })
    const { body, contentType } = receiver.received.at(-1)!
    const { rawHeaders } = receiver.received.at(-2)!
    const forged = await parts.notices.store({ invoiceId: other.id, door: "ticket", body, rawHeaders, contentType })
    expect(await parts.reader.take(forged)).toMatchObject({ outcome: "nothing" })
    expect(await parts.ledger.find(other.id)).toMatchObject({ status: "awaiting_payment" })
  })

  it("of old news is remembered too, and all of them are forgotten after more than a year", async () => {
    await parts.ledger.update(row.id, { status: "paid", paid_at: new Date(), paid_cents: 10_580 })
    expect(await parts.reader.take(await paidNotice())).toMatchObject({ outcome: "old_news" })
    expect(await db(tables.usedToken)).toHaveLength(1)
    await db(tables.usedToken).update({ created_at: db.raw("now() - interval '370 days'") })
    await parts.notices.prune(30)
    expect(await db(tables.usedToken)).toHaveLength(1)
    await db(tables.usedToken).update({ created_at: db.raw("now() - interval '401 days'") })
    await parts.notices.prune(30)
    expect(await db(tables.usedToken)).toHaveLength(0)
  })

  it("is bound to one of two bodies when both are worked on at once", async () => {
    const one = await paidNotice()
    const { rawHeaders, contentType } = receiver.received.at(-1)!
    const two = await parts.notices.store({ invoiceId: row.id, door: "ticket", body: Buffer.from("{}"), rawHeaders, contentType })
    expect([await parts.notices.bindToken(one), await parts.notices.bindToken(two), await parts.notices.bindToken(one)]).toEqual([true, false, true])
  })
})
