import {
  adminApi, addPaymentSession, cancelOrder, complete, cpf, createCart, errorLines, ledgerOf, moneyFacts, only, openProblems, placeOrder, poll,
  reservedUnits, sessionView, startGateway, startStore, storeApi, untilCaptured, untilNoticesDone,
  type Gateway, type GatewayInvoice, type MoneyFacts, type PlacedOrder, type Store,
} from "../support"
import { cardData } from "../support/books"

const providerId = "pp_pix_fatura"
const canceledUnpaid: MoneyFacts = { orderStatus: "canceled", paymentStatus: "canceled", payments: [], captures: [], refunds: [], transactions: [] }

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, env: { FATURA_LOOK_UPS_PER_MINUTE: "1000" } })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

afterEach(() => gateway.clearFaults())

type Waiting = { placed: PlacedOrder; invoice: GatewayInvoice }

async function waiting(request: Parameters<typeof createCart>[1] = {}): Promise<Waiting> {
  const placed = await placeOrder(store, { ...request, providerId, data: { payer: { document: cpf() } } })
  return { placed, invoice: await gateway.invoiceOf(placed.sessionId) }
}

const calls = async (): Promise<Record<string, number>> => gateway.counts()

/** What was asked of the gateway about one invoice since it was issued. */
async function callsAbout(invoice: GatewayInvoice): Promise<string[]> {
  return (await gateway.requests())
    .filter(({ query, body }) => query.id === invoice.id || JSON.stringify(body ?? null).includes(`"${invoice.id}"`))
    .map(({ method, path }) => `${method} ${path}`)
}

const untilCanceled = (invoice: GatewayInvoice, timeoutMs = 10_000) =>
  poll(async () => (await gateway.invoice(invoice.id))._sandbox.canceled_at, timeoutMs, 100)

describe("an unpaid order that is cancelled", () => {
  it("has its invoice cancelled by one call, shows no code and frees its stock", async () => {
    const before = await reservedUnits(store, "CAMISETA-GG")
    const { placed, invoice } = await waiting({ items: [{ sku: "CAMISETA-GG", quantity: 2 }] })
    expect(await reservedUnits(store, "CAMISETA-GG")).toBe(before + 2)

    await cancelOrder(store, placed.orderId)
    await untilCanceled(invoice)
    expect(await callsAbout(invoice)).toEqual(["DELETE /invoices"])
    await poll(async () => (await sessionView(store, placed.sessionId)).status === "canceled")
    const view = await sessionView(store, placed.sessionId)
    expect(view.pix).toBeUndefined()
    expect(only(await ledgerOf(store, placed.sessionId), "attempt")).toMatchObject({ status: "canceled", is_live: false, settled_at: null })
    expect(await moneyFacts(store, placed.orderId)).toEqual(canceledUnpaid)
    expect(await reservedUnits(store, "CAMISETA-GG")).toBe(before)

    // The gateway's own notice of the cancel, and a second cancel by staff, change nothing.
    await gateway.sendNotice({ invoice_id: invoice.id })
    await untilNoticesDone(store)
    const again = await (await adminApi(store)).raw("POST", `/admin/orders/${placed.orderId}/cancel`, {})
    expect(again.status).toBeGreaterThanOrEqual(200)
    expect(await reservedUnits(store, "CAMISETA-GG")).toBe(before)
    expect(await moneyFacts(store, placed.orderId)).toEqual(canceledUnpaid)
    expect((await callsAbout(invoice)).filter((call) => call === "DELETE /invoices")).toHaveLength(1)
  })

  it.each([
    ["refuses connections", { kind: "refuse" }],
    ["hangs up", { kind: "hang-up-before" }],
    ["answers 500", { kind: "500" }],
    ["answers with a page", { kind: "502-html" }],
    ["says no", { kind: "success-false" }],
    ["has cancelled, but its answer is lost", { kind: "hang-up-after", times: 1 }],
  ])("has its invoice cancelled later when the gateway %s at that moment", async (_name, fault) => {
    await gateway.fault({ match: { method: "DELETE", path: "/invoices" }, ...fault })
    const { placed, invoice } = await waiting()
    const before = (await calls())["DELETE /invoices"] ?? 0
    await cancelOrder(store, placed.orderId)
    await poll(async () => ((await calls())["DELETE /invoices"] ?? 0) > before)
    // The code is not offered any more, although the gateway would still take it.
    expect((await sessionView(store, placed.sessionId)).pix).toBeUndefined()
    await gateway.clearFaults()

    await untilCanceled(invoice, 40_000)
    await poll(async () => only(await ledgerOf(store, placed.sessionId), "attempt").status === "canceled", 40_000)
    expect(await moneyFacts(store, placed.orderId)).toEqual(canceledUnpaid)
  })

  it("has its invoice cancelled after a restart that came in between", async () => {
    await gateway.fault({ match: { method: "DELETE", path: "/invoices" }, kind: "refuse" })
    const { placed, invoice } = await waiting()
    await cancelOrder(store, placed.orderId)
    await poll(async () => only(await ledgerOf(store, placed.sessionId), "attempt").cancel_requested_at)
    await store.kill()
    await gateway.clearFaults()
    await store.restart()
    await untilCanceled(invoice, 150_000)
  }, 200_000)

  it("is never captured when it is paid after all, and staff are told", async () => {
    await gateway.fault({ match: { method: "DELETE", path: "/invoices" }, kind: "refuse" })
    const { placed, invoice } = await waiting()
    await cancelOrder(store, placed.orderId)
    await poll(async () => only(await ledgerOf(store, placed.sessionId), "attempt").cancel_requested_at)
    await gateway.act(invoice.id, "pay")
    await gateway.clearFaults()
    const row = only(await ledgerOf(store, placed.sessionId), "attempt")
    await poll(async () => (await openProblems(store, row.id)).includes("paid_after_cancel"), 30_000)
    await untilNoticesDone(store)
    expect(await moneyFacts(store, placed.orderId)).toEqual(canceledUnpaid)
    expect((await gateway.invoice(invoice.id)).status).toMatchObject({ code: 5 })
    expect(only(await ledgerOf(store, placed.sessionId), "attempt")).toMatchObject({ status: "paid", paid_cents: 7480, settled_at: null })
  })

  it("is never captured when it is paid after the gateway has cancelled", async () => {
    const { placed, invoice } = await waiting()
    await cancelOrder(store, placed.orderId)
    await untilCanceled(invoice)
    await gateway.act(invoice.id, "pay")
    const row = only(await ledgerOf(store, placed.sessionId), "attempt")
    await poll(async () => (await openProblems(store, row.id)).includes("paid_after_cancel"))
    await untilNoticesDone(store)
    expect(await moneyFacts(store, placed.orderId)).toEqual(canceledUnpaid)
  })
})

describe("an order whose card is held", () => {
  it("keeps the hold where Medusa would refuse the cancel, since the order is being changed; afterwards it is voided", async () => {
    const placed = await placeOrder(store, { providerId: "pp_card_fatura", data: cardData("tok_authorized") })
    const invoice = await gateway.invoiceOf(placed.sessionId)
    const api = await adminApi(store)
    await api.post("/admin/order-edits", { order_id: placed.orderId })
    const refused = await api.raw("POST", `/admin/orders/${placed.orderId}/cancel`, {})
    expect([refused.status, (refused.body as { code?: string }).code]).toEqual([409, "order_change_active"])
    await untilNoticesDone(store)
    expect(await callsAbout(invoice)).not.toContain("DELETE /invoices")
    expect(only(await ledgerOf(store, placed.sessionId), "attempt")).toMatchObject({ status: "authorized", cancel_requested_at: null })

    await api.delete(`/admin/order-edits/${placed.orderId}`)
    await cancelOrder(store, placed.orderId)
    await untilCanceled(invoice)
    await poll(async () => (await moneyFacts(store, placed.orderId)).orderStatus === "canceled")
  })
})

describe("an order that is being changed", () => {
  it("is not cancelled half-way while it waits: its stock stays what it was, and staff read why", async () => {
    const before = await reservedUnits(store, "CAMISETA-GG")
    const { placed, invoice } = await waiting({ items: [{ sku: "CAMISETA-GG" }] })
    const api = await adminApi(store)
    await api.post("/admin/order-edits", { order_id: placed.orderId })
    const refused = await api.raw("POST", `/admin/orders/${placed.orderId}/cancel`, {})
    expect([refused.status, (refused.body as { code?: string }).code]).toEqual([409, "order_change_active"])
    expect(await reservedUnits(store, "CAMISETA-GG")).toBe(before + 1)
    expect(await callsAbout(invoice)).not.toContain("DELETE /invoices")
    await api.delete(`/admin/order-edits/${placed.orderId}`)
    await cancelOrder(store, placed.orderId)
    await untilCanceled(invoice)
    expect(await reservedUnits(store, "CAMISETA-GG")).toBe(before)
  })
})

describe("an order whose card the gateway held and gave up", () => {
  it("ends like one that was not paid: its payment is void, and its stock is free", async () => {
    const before = await reservedUnits(store, "CAMISETA-GG")
    const placed = await placeOrder(store, { items: [{ sku: "CAMISETA-GG" }], providerId: "pp_card_fatura", data: cardData("tok_authorized") })
    const invoice = await gateway.invoiceOf(placed.sessionId)
    await poll(async () => (await moneyFacts(store, placed.orderId)).paymentStatus === "authorized")
    expect(await reservedUnits(store, "CAMISETA-GG")).toBe(before + 1)
    await gateway.act(invoice.id, "cancel")
    await poll(async () => (await moneyFacts(store, placed.orderId)).orderStatus === "canceled", 20_000)
    expect(await reservedUnits(store, "CAMISETA-GG")).toBe(before)
    expect(await moneyFacts(store, placed.orderId)).toMatchObject({ paymentStatus: "canceled", captures: [], refunds: [], transactions: [] })
    expect(await openProblems(store, only(await ledgerOf(store, placed.sessionId), "attempt").id)).toEqual([])
  })
})

describe("a cart that changes before its order is placed", () => {
  it("has one invoice, of the total at the end, and nothing to cancel", async () => {
    const before = await calls()
    const cart = await createCart(store)
    const data = { payer: { document: cpf() } }
    const first = await addPaymentSession(store, cart.id, providerId, data)
    await storeApi(store).post(`/store/carts/${cart.id}`, { promo_codes: ["PRIMEIRA10"] })
    const second = await addPaymentSession(store, cart.id, providerId, data)
    const third = await addPaymentSession(store, cart.id, providerId, data)
    expect(new Set([first.session.id, second.session.id, third.session.id]).size).toBe(3)
    expect(await complete(store, cart.id)).toMatchObject({ type: "order" })

    // R$ 58,90 less 10 % is 53,01; with R$ 15,90 for delivery 68,91.
    expect((await gateway.invoiceOf(third.session.id))._sandbox.due_cents).toBe(6891)
    const after = await calls()
    expect(after["POST /invoices"]).toBe((before["POST /invoices"] ?? 0) + 1)
    expect(after["DELETE /invoices"] ?? 0).toBe(before["DELETE /invoices"] ?? 0)
    expect(await gateway.invoicesOf(first.session.id)).toEqual([])
  })

  it("has no invoice when another method is chosen in the end", async () => {
    const before = await calls()
    const cart = await createCart(store)
    await addPaymentSession(store, cart.id, providerId, { payer: { document: cpf() } })
    await addPaymentSession(store, cart.id, "pp_system_default")
    expect(await complete(store, cart.id)).toMatchObject({ type: "order" })
    expect(await calls()).toEqual(before)
  })
})

describe("a paid order that is cancelled", () => {
  it("is refunded at the gateway by one call, and booked once", async () => {
    const before = await reservedUnits(store, "CANECA-AREIA")
    const { placed, invoice } = await waiting({ items: [{ sku: "CANECA-AREIA" }], shipping: "sedex" })
    await gateway.act(invoice.id, "pay")
    await untilCaptured(store, placed.orderId)

    await cancelOrder(store, placed.orderId)
    await poll(async () => (await gateway.invoice(invoice.id))._sandbox.refunded_cents === 8440)
    await untilNoticesDone(store)
    expect((await callsAbout(invoice)).filter((call) => call === "PUT /invoices")).toHaveLength(1)
    const facts = await moneyFacts(store, placed.orderId)
    expect(facts).toMatchObject({ orderStatus: "canceled", payments: [84.4], captures: [84.4], refunds: [84.4] })
    expect(facts.transactions).toEqual([84.4, -84.4])
    expect(await reservedUnits(store, "CANECA-AREIA")).toBe(before)
    expect(await sessionView(store, placed.sessionId)).toMatchObject({ status: "refunded", next_step: "none" })
    expect(await openProblems(store, only(await ledgerOf(store, placed.sessionId), "attempt").id)).toEqual([])
  })

  it("is refunded once when the gateway's answer to the refund is lost", async () => {
    const { placed, invoice } = await waiting()
    await gateway.act(invoice.id, "pay")
    await untilCaptured(store, placed.orderId)
    await gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "hang-up-after", times: 1 })
    await (await adminApi(store)).raw("POST", `/admin/orders/${placed.orderId}/cancel`, {})
    await poll(async () => (await moneyFacts(store, placed.orderId)).orderStatus === "canceled")
    await untilNoticesDone(store)
    expect((await callsAbout(invoice)).filter((call) => call === "PUT /invoices")).toHaveLength(1)
    expect((await gateway.invoice(invoice.id))._sandbox.refunded_cents).toBe(7480)
    await poll(async () => (await openProblems(store, only(await ledgerOf(store, placed.sessionId), "attempt").id)).length === 0, 30_000)
    expect(await moneyFacts(store, placed.orderId)).toMatchObject({ orderStatus: "canceled", captures: [74.8], refunds: [74.8], transactions: [74.8, -74.8] })
  })
})

it("logs no error", () => {
  expect(errorLines(store)).toEqual([])
})
