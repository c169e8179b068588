import http from "node:http"
import type { AddressInfo } from "node:net"
import { customerLogin } from "../../../demo/store/src/seed/constants"
import {
  adminApi, awaiting, capturedOnce, customerToken, httpClient, ledgerOf, moneyFacts, only, openProblems, placeOrder, poll, sql, startGateway, startStore, storeApi, untilCaptured, untilNoticesDone,
  type Gateway, type HttpClient, type PlacedOrder, type Store,
} from "../../support"
import { pixData } from "../../support/books"

/** Who ends the encryption before the server, and who can write to its database. */
let gateway: Gateway
let store: Store
let staff: HttpClient
const thief = { received: [] as { body: string; webhook: string[] }[], url: "", server: http.createServer() }

beforeAll(async () => {
  thief.server.on("request", (req: http.IncomingMessage, res: http.ServerResponse) => {
    let body = ""
    req.on("data", (chunk) => (body += chunk)).on("end", () => {
      const webhook = req.rawHeaders.filter((_value, index, all) => index % 2 === 1 && all[index - 1]!.toLowerCase() === "webhook")
      thief.received.push({ body, webhook })
      res.end("{}")
    })
  })
  await new Promise<void>((resolve) => thief.server.listen(0, "127.0.0.1", resolve))
  thief.url = `http://127.0.0.1:${(thief.server.address() as AddressInfo).port}`
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, env: { FATURA_LOOK_UPS_PER_MINUTE: "1000" }, pluginOptions: { webhooks: { confirmAbove: 100 } } })
  staff = await adminApi(store)
})
afterAll(async () => {
  await store?.close()
  await gateway?.close()
  thief.server.closeAllConnections()
  thief.server.close()
})

/** A webhook that the gateway sent, and that the thief has in hand: nobody else has seen it. */
async function keptBack(invoiceId: string, code: number): Promise<{ body: string; webhook: string[] }> {
  await gateway.sendNotice({ invoice_id: invoiceId, code, url: thief.url })
  return thief.received.at(-1)!
}

/** Posts a token that was kept back, with whatever body, to the address of an invoice. */
function post(address: string, webhook: string[], body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(address, { method: "POST", headers: { "content-type": "application/json", webhook, "content-length": Buffer.byteLength(body) } }, (res) => {
      res.resume().on("end", () => resolve(res.statusCode!))
    })
    request.on("error", reject).end(body)
  })
}

const order = (sku: string): Promise<PlacedOrder> => placeOrder(store, { providerId: "pp_pix_fatura", data: pixData(), items: [{ sku }] })

/** Below the amount (R$ 74,80), and above it (R$ 125,80). */
const [CHEAP, DEAR] = ["CAFE-500", "CAFE-1000"]

describe("a genuine token that was kept back, with another body, at the address of an order of one's own", () => {
  let believed: PlacedOrder

  it("above the amount captures nothing: the gateway is asked, denies it, and staff are told", async () => {
    const mine = await order(DEAR)
    const invoice = await gateway.invoiceOf(mine.sessionId)
    const { webhook } = await keptBack(invoice.id, 1)
    const { body } = await keptBack(invoice.id, 5)
    expect(await post(invoice._sandbox.webhook!, webhook, body)).toBe(200)
    const row = only(await ledgerOf(store, mine.sessionId), "attempt")
    await poll(async () => (await sql<{ last_error: string | null }>(store.databaseUrl, "SELECT last_error FROM fatura_notice WHERE fatura_invoice_id = $1", [row.id]))[0]!.last_error?.includes("does not confirm"))
    await sql(store.databaseUrl, "UPDATE fatura_notice SET created_at = now() - interval '2 minutes', next_try_at = now() WHERE fatura_invoice_id = $1", [row.id])
    await poll(async () => (await openProblems(store, row.id)).includes("payment_unconfirmed"), 30_000)
    expect(await moneyFacts(store, mine.orderId)).toEqual(awaiting)
    expect(only(await ledgerOf(store, mine.sessionId), "attempt")).toMatchObject({ status: "awaiting_payment", paid_cents: null, settled_at: null })
    // What comes later is not lost.
    await gateway.act(invoice.invoice_id, "pay")
    expect(await untilCaptured(store, mine.orderId, 30_000)).toEqual(capturedOnce(125.8))
    await sql(store.databaseUrl, "UPDATE fatura_notice SET next_try_at = now() WHERE state = 'pending'")
    await poll(async () => (await openProblems(store, row.id)).length === 0, 30_000)
  })

  it("below the amount is believed at once, and asked about later", async () => {
    believed = await order(CHEAP)
    const invoice = await gateway.invoiceOf(believed.sessionId)
    const { webhook } = await keptBack(invoice.id, 1)
    const { body } = await keptBack(invoice.id, 5)
    expect(await post(invoice._sandbox.webhook!, webhook, body)).toBe(200)
    expect(await untilCaptured(store, believed.orderId)).toEqual(capturedOnce(74.8))
    // The minute's job asks a quarter of an hour later; what it finds is looked for below.
    await sql(store.databaseUrl, "UPDATE fatura_invoice SET unconfirmed_since = now() - interval '16 minutes' WHERE session_id = $1", [believed.sessionId])
  })

  it("proves nothing a second time: neither of another order nor by another body", async () => {
    const [first, second] = [await order(CHEAP), await order(CHEAP)]
    const [one, two] = [await gateway.invoiceOf(first.sessionId), await gateway.invoiceOf(second.sessionId)]
    const { webhook } = await keptBack(one.id, 1)
    const [aboutOne, aboutTwo] = [await keptBack(one.id, 1), await keptBack(two.id, 5)]
    const paid = await keptBack(one.id, 5)
    expect(await post(one._sandbox.webhook!, webhook, aboutOne.body)).toBe(200)
    await untilNoticesDone(store)
    expect(await post(two._sandbox.webhook!, webhook, aboutTwo.body)).toBe(200)
    expect(await post(one._sandbox.webhook!, webhook, paid.body)).toBe(200)
    await untilNoticesDone(store)
    for (const { orderId, sessionId } of [first, second]) {
      expect(await moneyFacts(store, orderId)).toEqual(awaiting)
      expect(only(await ledgerOf(store, sessionId), "attempt")).toMatchObject({ status: "awaiting_payment" })
    }
    // Nor when the webhook itself is long forgotten.
    await sql(store.databaseUrl, "DELETE FROM fatura_notice")
    expect(await post(two._sandbox.webhook!, webhook, aboutTwo.body)).toBe(200)
    await untilNoticesDone(store)
    expect(await moneyFacts(store, second.orderId)).toEqual(awaiting)
  })

  it("is contradicted by the gateway in the end: raised, and nothing that was booked is undone", async () => {
    const row = only(await ledgerOf(store, believed.sessionId), "attempt")
    await poll(async () => (await openProblems(store, row.id)).includes("payment_unconfirmed"), 90_000)
    expect(await moneyFacts(store, believed.orderId)).toEqual(capturedOnce(74.8))
  }, 120_000)
})

describe("who can write to the database", () => {
  type Test = { test: { ok: boolean } }
  const EN = { "accept-language": "en" }
  const enter = async (name: string) =>
    (await staff.post<{ account: { id: string } }>("/admin/fatura/accounts", { name, base_url: gateway.url, token: `sandbox-${name}`, secret_key: "secret-key-of-the-shop", merchant_webhook_token: `${name}-merchant` })).account.id
  /** As processes hear of a change; each reads it within two seconds. */
  const written = async (text: string, params: unknown[]) => {
    await sql(store.databaseUrl, text, params)
    await sql(store.databaseUrl, "UPDATE fatura_settings SET revision = revision + 1")
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    await gateway.forgetRequests()
    thief.received.length = 0
  }
  /** What a test asks the gateway; jobs look invoices up meanwhile. */
  const questions = async () => Object.keys(await gateway.counts()).filter((call) => call === "GET /auth" || call === "GET /status")
  const tested = (id: string) => staff.raw("POST", `/admin/fatura/accounts/${id}/test`, {}, EN)

  it("has no account work with the credentials of another", async () => {
    const [one, two] = [await enter("one"), await enter("two")]
    expect((await tested(two)).body as Test).toMatchObject({ test: { ok: true } })
    await written("UPDATE fatura_account a SET credentials_sealed = b.credentials_sealed, access_token_sealed = b.access_token_sealed FROM fatura_account b WHERE a.id = $2 AND b.id = $1", [one, two])
    expect((await tested(two)).text).not.toContain('"ok":true')
    expect(await questions()).toEqual([])
    expect((await tested(one)).body as Test).toMatchObject({ test: { ok: true } })
  })

  it("has no secret sent to an address of their own", async () => {
    const id = await enter("three")
    expect((await tested(id)).body as Test).toMatchObject({ test: { ok: true } })
    await written("UPDATE fatura_account SET base_url = $2 WHERE id = $1", [id, thief.url])
    expect((await tested(id)).text).not.toContain('"ok":true')
    await written("UPDATE fatura_account SET source = 'configuration' WHERE id = $1", [id])
    await tested(id)
    expect(thief.received).toEqual([])
  })

  it("gives no customer the saved payer of another", async () => {
    const token = await customerToken(store, customerLogin)
    await placeOrder(store, { providerId: "pp_pix_fatura", data: { payer: { ...(pixData().payer as object), save: true } }, customerToken: token })
    const payersOf = async (of: string) => (await storeApi(store, of).get<{ payers: unknown[] }>("/store/fatura/payers")).payers
    expect(await payersOf(token)).toHaveLength(1)

    const login = { email: "outra-pessoa@example.com", password: "outra-senha" }
    const { token: registered } = await httpClient(store.url).post<{ token: string }>("/auth/customer/emailpass/register", login)
    const { customer } = await storeApi(store, registered).post<{ customer: { id: string } }>("/store/customers", { email: login.email })
    const other = await customerToken(store, login)
    await sql(store.databaseUrl, "UPDATE fatura_payer SET customer_id = $1", [customer.id])
    expect(await payersOf(other)).toEqual([])
    expect(await payersOf(token)).toEqual([])
  })
})
