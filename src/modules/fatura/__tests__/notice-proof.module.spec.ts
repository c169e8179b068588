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

const MERCHANT_TOKEN = "loja-token"

let db: Database
let gateway: Gateway
let parts: ReturnType<typeof faturaParts>
let row: InvoiceRow
let number = 0
const receiver = new NoticeReceiver()

useShop((shop) => ({ db, gateway } = shop))
beforeAll(() => receiver.start())
afterAll(() => receiver.close())
beforeEach(async () => {
  receiver.received.length = 0
  await use({})
})

/** An invoice that the gateway has issued, and the module with an account that may have a merchant's token. */
async function use(account: { merchantWebhookToken?: string }): Promise<void> {
  parts = faturaParts(db, gateway.url, { accounts: [{ baseUrl: gateway.url, token: "t", secretKey: "s", ...account }] })
  await parts.accounts.all()
  const { client } = await parts.accounts.byId(ACCOUNT)
  const reference = `payses_proof_${++number}-1`
  const answer = await client.createInvoice(newInvoice(reference))
  row = await insertInvoice(db, { reference, gateway_id: answer.id, invoice_id: answer.invoiceId, issued_at: new Date() })
  await gateway.forgetRequests()
}

type Sending = Parameters<Gateway["sendNotice"]>[0]
type Said = { door?: "ticket" | "panel"; sending?: Partial<Sending>; change?: (invoice: Record<string, unknown>) => void }

/** A notice that says paid, genuine unless told otherwise, stored for the invoice. */
async function paidNotice({ door = "ticket", sending = {}, change = () => undefined }: Said = {}): Promise<NoticeRow> {
  await gateway.sendNotice({ invoice_id: row.invoice_id!, code: 5, amount_cents: 10_580, url: receiver.url, ...sending })
  const { body, rawHeaders, contentType } = receiver.received.at(-1)!
  const message = JSON.parse(body.toString()) as { invoices: Record<string, unknown> }
  change(message.invoices)
  return parts.notices.store({ invoiceId: row.id, door, body: Buffer.from(JSON.stringify(message)), rawHeaders, contentType })
}

const take = async (said?: Said) => parts.reader.take(await paidNotice(said))
const status = async () => (await parts.ledger.find(row.id))!.status
const lastNotice = () => db(tables.notice).orderBy("id", "desc").first()
const event = (kind: string) => db(tables.event).where({ fatura_invoice_id: row.id, kind }).first()

describe("the address of an attempt and a genuine token prove the invoice", () => {
  it("also under an id that no answer has told, which staff can read", async () => {
    expect(await take({ change: (invoice) => (invoice.id = "uuid-4711") })).toMatchObject({ outcome: "changed" })
    expect(await status()).toBe("paid")
    expect(await gateway.counts()).toEqual({ "OPTIONS /webhooks": 1 })
    expect(await event("status_changed")).toMatchObject({ details: { other_id: "uuid-4711" } })
    expect(await lastNotice()).toMatchObject({ state: "done", verified: true })
  })

  it("but a strange id and no reference of ours are decided by a look-up", async () => {
    const change = (invoice: Record<string, unknown>) => Object.assign(invoice, { id: "uuid-4711", external_id: null })
    expect(await take({ change })).toMatchObject({ outcome: "nothing" })
    expect(await status()).toBe("awaiting_payment")
    expect(await gateway.counts()).toEqual({ "OPTIONS /webhooks": 1, "GET /invoices": 1 })

    await gateway.act(row.invoice_id!, "pay", { notify: false })
    expect(await take({ change })).toMatchObject({ outcome: "changed" })
    expect(await status()).toBe("paid")
  })

  it("and a strange id without a genuine token as well", async () => {
    expect(await take({ sending: { token: "wrong" }, change: (invoice) => (invoice.id = "uuid-4711") })).toMatchObject({ outcome: "nothing" })
    expect(await status()).toBe("awaiting_payment")
    expect(await gateway.counts()).toEqual({ "OPTIONS /webhooks": 1, "GET /invoices": 1 })
  })

  it.each(["id", "reference"] as const)("but what names another invoice of ours by its %s is nothing", async (by) => {
    const other = await insertInvoice(db, {})
    const change = (invoice: Record<string, unknown>) => Object.assign(invoice, by === "id" ? { id: other.invoice_id } : { id: "uuid-4711", external_id: other.reference })
    expect(await take({ change })).toMatchObject({ outcome: "nothing" })
    expect([await status(), (await parts.ledger.find(other.id))!.status]).toEqual(["awaiting_payment", "awaiting_payment"])
    expect(await gateway.counts()).toEqual({})
  })
})

describe("an amount that can't be used", () => {
  it.each([["25000000.00"], ["0.00"], ["-105.80"], [null]])("%s is asked for", async (total) => {
    await gateway.act(row.invoice_id!, "pay", { notify: false })
    await take({ change: (invoice) => (invoice.prices = { total }) })
    expect(await gateway.counts()).toMatchObject({ "OPTIONS /webhooks": 1, "GET /invoices": 1 })
    expect(await parts.ledger.find(row.id)).toMatchObject({ status: "paid", paid_cents: 10_580 })
    expect(await lastNotice()).toMatchObject({ state: "done", attempts: 1 })
  })
})

describe("a gateway that will not say whether a token is genuine", () => {
  it.each(["400", "403", "405"] as const)("by %s is not asked for ever: a look-up decides, and staff read which scope to try", async (mode) => {
    await gateway.optionsMode(mode)
    await gateway.act(row.invoice_id!, "pay", { notify: false })
    expect(await take()).toMatchObject({ outcome: "changed" })
    expect(await status()).toBe("paid")
    expect(await gateway.counts()).toEqual({ "OPTIONS /webhooks": 1, "GET /invoices": 1 })
    expect(await openKinds(db)).toEqual(["missing_scope"])
    expect(await db(tables.problem).first()).toMatchObject({ details: { operation: "validate_notice", scopes_to_try: ["webhook.write"], http_status: Number(mode) } })
  })

  it("because it is down is waited for, ten minutes long", async () => {
    await gateway.optionsMode("down")
    await gateway.act(row.invoice_id!, "pay", { notify: false })
    const notice = await paidNotice()
    expect(await parts.reader.take(notice)).toMatchObject({ outcome: "waiting" })
    expect(await status()).toBe("awaiting_payment")
    expect(await parts.reader.take({ ...notice, created_at: new Date(Date.now() - 11 * 60_000) })).toMatchObject({ outcome: "changed" })
    expect(await status()).toBe("paid")
    expect(await openKinds(db)).toEqual([])
  })
})

describe("at the panel's address", () => {
  it("a genuine token proves nothing while the merchant has none of its own", async () => {
    expect(await take({ door: "panel", sending: { merchant_token: MERCHANT_TOKEN } })).toMatchObject({ outcome: "nothing" })
    expect(await status()).toBe("awaiting_payment")
    expect(await gateway.counts()).toEqual({ "GET /invoices": 1 })
  })

  it("the merchant's token and a genuine one of the gateway are proof", async () => {
    await use({ merchantWebhookToken: MERCHANT_TOKEN })
    expect(await take({ door: "panel", sending: { merchant_token: MERCHANT_TOKEN } })).toMatchObject({ outcome: "changed" })
    expect(await status()).toBe("paid")
    expect(await gateway.counts()).toEqual({ "OPTIONS /webhooks": 1 })
  })

  it.each([
    ["another merchant's", { merchant_token: "outra-loja" }],
    ["none of a merchant", {}],
    ["the merchant's, and none that the gateway knows", { merchant_token: MERCHANT_TOKEN, token: "wrong" as const }],
  ])("but not %s", async (_name, sending) => {
    await use({ merchantWebhookToken: MERCHANT_TOKEN })
    expect(await take({ door: "panel", sending })).toMatchObject({ outcome: "nothing" })
    expect(await status()).toBe("awaiting_payment")
    expect(await gateway.counts()).toMatchObject({ "GET /invoices": 1 })
  })

  it("a token that came here proves no other body later, when the webhook itself is long forgotten", async () => {
    expect(await take({ door: "panel", sending: { code: 1 } })).toMatchObject({ outcome: "old_news" })
    const { rawHeaders, contentType } = receiver.received.at(-1)!
    await db(tables.notice).delete()
    const forged = Buffer.from(JSON.stringify({ invoices: { ...(JSON.parse(receiver.received.at(-1)!.body.toString()) as { invoices: object }).invoices, status: { id: 5 } } }))
    await gateway.forgetRequests()
    await parts.reader.take(await parts.notices.store({ invoiceId: row.id, door: "ticket", body: forged, rawHeaders, contentType }))
    expect(await status()).toBe("awaiting_payment")
    expect(await gateway.counts()).toEqual({ "GET /invoices": 1 })
  })
})
