import {
  awaiting, capturedOnce, cpf, errorLines, ledgerOf, moneyFacts, only, placeOrder, poll, reservedUnits, sessionView, sql, startGateway, startStore, storeApi, untilCaptured,
  untilNoticesDone,
  type Gateway, type GatewayInvoice, type PlacedOrder, type Store,
} from "../support"
import { letNeverIssuedOrdersEnd } from "../chaos/world/hasten"

const providerId = "pp_pix_fatura"
/** The sweep that looks after open invoices comes every quarter of a minute. */
const sweepMs = 40_000
const sku = "CAMISETA-G"

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, env: { FATURA_PIX_EXPIRES_IN_MINUTES: "1", FATURA_LOOK_UPS_PER_MINUTE: "1000" } })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

afterEach(() => gateway.clearFaults())

type Waiting = { placed: PlacedOrder; invoice: GatewayInvoice }

async function waiting(): Promise<Waiting> {
  const placed = await placeOrder(store, { providerId, data: { payer: { document: cpf() } }, items: [{ sku }], shipping: "pickup" })
  return { placed, invoice: await gateway.invoiceOf(placed.sessionId) }
}

/** As if the order had been placed twenty minutes ago: its code expired nineteen minutes ago, and the grace is over. */
async function age({ placed }: Waiting): Promise<void> {
  await sql(
    store.databaseUrl,
    `UPDATE fatura_invoice SET expires_at = now() - interval '19 minutes', cancel_at = now() - interval '4 minutes',
     next_check_at = now() - interval '4 minutes' WHERE session_id = $1`,
    [placed.sessionId],
  )
}

async function callsAbout(invoice: GatewayInvoice): Promise<string[]> {
  return (await gateway.requests())
    .filter(({ query, body }) => query.id === invoice.id || JSON.stringify(body ?? null).includes(`"${invoice.id}"`))
    .map(({ method, path }) => `${method} ${path}`)
}

const attempt = async ({ placed }: Waiting) => only(await ledgerOf(store, placed.sessionId), "attempt")
const untilOrderCanceled = ({ placed }: Waiting) => poll(async () => (await moneyFacts(store, placed.orderId)).orderStatus === "canceled", sweepMs, 250)
const untilChecked = (one: Waiting) => poll(async () => (await callsAbout(one.invoice)).includes("GET /invoices"), sweepMs, 250)

describe("a PIX whose minute is over", () => {
  it("is not shown any more, but may still be paid for a while", async () => {
    const one = await waiting()
    const { expires_at } = (await sessionView(store, one.placed.sessionId)).pix!
    const left = Date.parse(expires_at!) - Date.now()
    expect(left).toBeGreaterThan(45_000)
    expect(left).toBeLessThanOrEqual(60_000)
    await new Promise((resolve) => setTimeout(resolve, left - 3_000))
    expect((await sessionView(store, one.placed.sessionId)).pix?.payload).toBe(one.invoice.pix.payload)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, Date.parse(expires_at!) - Date.now()) + 500))

    const view = await sessionView(store, one.placed.sessionId)
    expect(view).toMatchObject({ status: "expired", next_step: "retry" })
    expect(view.pix).toBeUndefined()
    expect(await moneyFacts(store, one.placed.orderId)).toEqual(awaiting)
    expect((await gateway.invoice(one.invoice.id))._sandbox.payable).toBe(true)

    await gateway.act(one.invoice.id, "pay")
    expect((await untilCaptured(store, one.placed.orderId)).captures).toEqual([79.9])
    expect(await callsAbout(one.invoice)).toEqual([])
  })

  it("is cancelled after the grace by one look-up and one call, and so is its order", async () => {
    const before = await reservedUnits(store, sku)
    const one = await waiting()
    expect(await reservedUnits(store, sku)).toBe(before + 1)
    await age(one)
    await untilOrderCanceled(one)
    expect(await callsAbout(one.invoice)).toEqual(["GET /invoices", "DELETE /invoices"])
    expect((await gateway.invoice(one.invoice.id))._sandbox.payable).toBe(false)
    expect(await attempt(one)).toMatchObject({ status: "canceled", is_live: false })
    expect(await moneyFacts(store, one.placed.orderId)).toMatchObject({ orderStatus: "canceled", payments: [], transactions: [] })
    expect(await reservedUnits(store, sku)).toBe(before)
    await untilNoticesDone(store)
    expect(await sessionView(store, one.placed.sessionId)).toMatchObject({ status: "expired", next_step: "retry" })
  })

  it("is captured, and not cancelled, when it was paid and the notice was lost", async () => {
    const one = await waiting()
    await gateway.act(one.invoice.id, "pay", { notify: false })
    await age(one)
    expect(await untilCaptured(store, one.placed.orderId, sweepMs)).toEqual(capturedOnce(79.9))
    expect(await callsAbout(one.invoice)).toEqual(["GET /invoices"])
    expect((await gateway.invoice(one.invoice.id)).status).toMatchObject({ code: 5 })
  })

  it("is captured, and not cancelled, when it is paid between the look-up and the cancel", async () => {
    const one = await waiting()
    await gateway.fault({ match: { method: "DELETE", path: "/invoices" }, kind: "delay", ms: 2_000, times: 1 })
    await age(one)
    await untilChecked(one)
    await gateway.act(one.invoice.id, "pay")
    expect(await untilCaptured(store, one.placed.orderId, sweepMs)).toEqual(capturedOnce(79.9))
    expect((await gateway.invoice(one.invoice.id)).status).toMatchObject({ code: 5 })
  })

  it.each([["process", 2], ["schedule", 3], ["authorize", 4]] as const)("is not cancelled while the gateway says that it is under way (%s)", async (action, code) => {
    const one = await waiting()
    await gateway.act(one.invoice.id, action, { notify: false })
    await age(one)
    await untilChecked(one)
    await untilNoticesDone(store)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect(await callsAbout(one.invoice)).toEqual(["GET /invoices"])
    expect((await gateway.invoice(one.invoice.id)).status).toMatchObject({ code })
    expect((await moneyFacts(store, one.placed.orderId)).orderStatus).toBe("pending")
  })

  it.each([
    ["an error 500", { kind: "500" }],
    ["a web page", { kind: "html-200" }],
    ["no connection", { kind: "refuse" }],
    ["a refusal", { kind: "success-false" }],
  ])("is not cancelled when the gateway's answer to the look-up is %s", async (_name, fault) => {
    const one = await waiting()
    const before = await gateway.counts()
    await gateway.fault({ match: { method: "GET", path: "/invoices" }, ...fault })
    await age(one)
    await poll(async () => ((await gateway.counts())["GET /invoices"] ?? 0) > (before["GET /invoices"] ?? 0), sweepMs, 250)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect(await callsAbout(one.invoice)).not.toContain("DELETE /invoices")
    expect(await moneyFacts(store, one.placed.orderId)).toEqual(awaiting)
    expect(await attempt(one)).toMatchObject({ status: "awaiting_payment", cancel_requested_at: null })

    await gateway.clearFaults()
    // A page is read as a sign of a block, and look-ups then pause; here the pause is over.
    await sql(store.databaseUrl, "UPDATE fatura_account SET blocked_until = NULL")
    await age(one)
    await untilOrderCanceled(one)
    expect((await gateway.invoice(one.invoice.id))._sandbox.payable).toBe(false)
  })
})

/** As a process leaves an order that was killed before the attempt was stored, eighty minutes ago, whose payer is not known. */
async function neverIssued(): Promise<Waiting> {
  const one = await waiting()
  await killedBeforeTheAttempt(one, 80)
  return one
}

async function killedBeforeTheAttempt(one: Waiting, minutes: number): Promise<void> {
  const id = (await attempt(one)).id
  for (const table of ["fatura_invoice_event", "fatura_outbox", "fatura_notice"]) {
    await sql(store.databaseUrl, `DELETE FROM ${table} WHERE fatura_invoice_id = $1`, [id])
  }
  await sql(store.databaseUrl, "DELETE FROM fatura_invoice WHERE id = $1", [id])
  await sql(store.databaseUrl, "DELETE FROM fatura_draft WHERE session_id = $1", [one.placed.sessionId])
  await sql(store.databaseUrl, `UPDATE payment_session SET status = 'pending' WHERE id = $1`, [one.placed.sessionId])
  await placedBefore(one, minutes)
}

async function placedBefore({ placed }: Waiting, minutes: number): Promise<void> {
  await sql(store.databaseUrl, `UPDATE payment_session SET created_at = now() - make_interval(mins => $2) WHERE id = $1`, [placed.sessionId, minutes])
  await sql(store.databaseUrl, `UPDATE "order" SET created_at = now() - make_interval(mins => $2) WHERE id = $1`, [placed.orderId, minutes])
}

describe("an order that a killed process left without an attempt, and for which none can be made", () => {
  it("is cancelled after the time that a PIX code would have had, and its stock is free again", async () => {
    const before = await reservedUnits(store, sku)
    const one = await neverIssued()
    await untilOrderCanceled(one)
    expect(await reservedUnits(store, sku)).toBe(before)
    expect(await ledgerOf(store, one.placed.sessionId)).toEqual([])
  })
})

describe("an order by card that a killed process left before the card was charged", () => {
  const card = { token: "tok_approved", holder_name: "JOANA PRADO", expires: "12/30", installments: 1 }

  it("is not charged by anybody but its shopper: neither by the job nor by a look at it", async () => {
    const before = await reservedUnits(store, sku)
    const placed = await placeOrder(store, { providerId: "pp_card_fatura", data: { payer: { document: cpf() }, card: { ...card, token: "tok_processing" } }, items: [{ sku }], shipping: "pickup" })
    const one = { placed, invoice: await gateway.invoiceOf(placed.sessionId) }
    await killedBeforeTheAttempt(one, 5)
    await storeApi(store).post(`/store/fatura/sessions/${placed.sessionId}`, { payer: { document: cpf() }, card })
    await gateway.forgetRequests()
    expect(await sessionView(store, placed.sessionId)).toMatchObject({ method: "card", status: "not_issued" })
    await new Promise((resolve) => setTimeout(resolve, 35_000))
    expect((await gateway.counts())["POST /invoices"] ?? 0).toBe(0)
    expect(await ledgerOf(store, placed.sessionId)).toEqual([])
    expect((await moneyFacts(store, placed.orderId)).orderStatus).toBe("pending")

    await letNeverIssuedOrdersEnd(store.databaseUrl)
    await untilOrderCanceled(one)
    expect(await reservedUnits(store, sku)).toBe(before)
    expect((await gateway.counts())["POST /invoices"] ?? 0).toBe(0)
  }, 120_000)
})

describe("a code that a killed completion left without an order", () => {
  it("is withdrawn half an hour later, whatever its method", async () => {
    const placed = await placeOrder(store, { providerId: "pp_boleto_fatura", data: { payer: { document: cpf() } }, items: [{ sku }], shipping: "pickup" })
    const invoice = await gateway.invoiceOf(placed.sessionId)
    await sql(store.databaseUrl, "UPDATE order_payment_collection SET deleted_at = now() WHERE order_id = $1", [placed.orderId])
    await sql(store.databaseUrl, "UPDATE fatura_invoice SET order_id = NULL, issued_at = now() - interval '31 minutes' WHERE session_id = $1", [placed.sessionId])
    await poll(async () => !(await gateway.invoice(invoice.id))._sandbox.payable, sweepMs, 250)
    expect(only(await ledgerOf(store, placed.sessionId), "attempt")).toMatchObject({ status: "canceled", is_live: false })
  })
})

describe("with onExpiry keep_order", () => {
  beforeAll(() => store.restart({ FATURA_ON_EXPIRY: "keep_order" }))

  it("cancels the invoice and keeps the order with its stock", async () => {
    const before = await reservedUnits(store, sku)
    const one = await waiting()
    await age(one)
    await poll(async () => (await attempt(one)).status === "canceled", sweepMs, 250)
    expect(await callsAbout(one.invoice)).toEqual(["GET /invoices", "DELETE /invoices"])
    await untilNoticesDone(store)
    expect(await moneyFacts(store, one.placed.orderId)).toMatchObject({ orderStatus: "pending", payments: [], transactions: [] })
    expect(await reservedUnits(store, sku)).toBe(before + 1)
    expect(await sessionView(store, one.placed.sessionId)).toMatchObject({ status: "expired", next_step: "retry" })
  })

  it("keeps an order for which no invoice can be issued", async () => {
    const one = await neverIssued()
    await new Promise((resolve) => setTimeout(resolve, sweepMs))
    expect((await moneyFacts(store, one.placed.orderId)).orderStatus).toBe("pending")
  })
})

it("logs no error", () => {
  expect(errorLines(store)).toEqual([])
})
