import { channelName } from "../../demo/store/src/seed/constants"
import {
  address, adminApi, capturedOnce, cpf, email, moneyFacts, placeOrder, poll, readOrder, sessionView, sql, startGateway, startStore, storeApi,
  untilCaptured,
  type AdminOrder, type Gateway, type GatewayInvoice, type RawAnswer, type SessionView, type Store,
} from "../support"
import { gatewayInvoiceOf, ledgerOf, openProblems, placePaidOrder, refund, toCents, untilQuiet, words } from "../support/books"

const PIX = "pp_pix_fatura"

let gateway: Gateway
let store: Store
/** How many invoices the gateway had when the test began: those after it were made by the test. */
let before = 0

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({
    sandboxUrl: gateway.url,
    pluginOptions: { endpoints: { add_tracking_code: { path: "/invoices/tracking" } } },
    env: { FATURA_LOOK_UPS_PER_MINUTE: "100000" },
  })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

beforeEach(async () => {
  before = (await gateway.invoices()).length
})

afterEach(() => gateway.clearFaults())

const madeHere = async (): Promise<GatewayInvoice[]> => (await gateway.invoices()).slice(before)
const payable = async (): Promise<GatewayInvoice[]> => (await madeHere()).filter(({ _sandbox }) => _sandbox.payable)
const amounts = (invoices: GatewayInvoice[]): number[] => invoices.map(({ _sandbox }) => _sandbox.due_cents)

const payLater = (orderId: string, body: Record<string, unknown> = {}): Promise<RawAnswer> =>
  storeApi(store).raw("POST", `/store/fatura/orders/${orderId}/payment`, body)

function sessionOf(answer: RawAnswer): SessionView {
  expect([answer.status, words(answer)]).toEqual([200, ""])
  return (answer.body as { session: SessionView }).session
}

async function variantId(sku: string): Promise<string> {
  const [row] = await sql<{ id: string }>(store.databaseUrl, "select id from product_variant where sku = $1 and deleted_at is null", [sku])
  return row!.id
}

async function itemsOf(orderId: string): Promise<{ id: string; variant_sku: string; quantity: number }[]> {
  const { order } = await (await adminApi(store)).get<{ order: { items: { id: string; variant_sku: string; quantity: number }[] } }>(`/admin/orders/${orderId}?fields=*items`)
  return order.items
}

type Edit = { add?: { sku: string; quantity: number }; setQuantity?: { sku: string; quantity: number } }

/** Staff begin to edit an order; nothing holds until it is confirmed. */
async function beginEdit(orderId: string, { add, setQuantity }: Edit): Promise<void> {
  const api = await adminApi(store)
  await api.post("/admin/order-edits", { order_id: orderId })
  if (add) await api.post(`/admin/order-edits/${orderId}/items`, { items: [{ variant_id: await variantId(add.sku), quantity: add.quantity }] })
  if (setQuantity) {
    const item = (await itemsOf(orderId)).find(({ variant_sku }) => variant_sku === setQuantity.sku)!
    await api.post(`/admin/order-edits/${orderId}/items/item/${item.id}`, { quantity: setQuantity.quantity })
  }
  await api.post(`/admin/order-edits/${orderId}/request`)
}

async function edit(orderId: string, change: Edit): Promise<void> {
  await beginEdit(orderId, change)
  await (await adminApi(store)).post(`/admin/order-edits/${orderId}/confirm`)
}

/** An order is fully paid to the cent, over all its payments. */
async function expectSettled(orderId: string, total: number): Promise<AdminOrder> {
  const order = await poll(async () => {
    const read = await readOrder(store, orderId)
    return toCents(read.summary.paid_total) === toCents(total) && read
  })
  await untilQuiet(store, { orderId })
  expect([toCents(order.total), toCents(order.summary.pending_difference)]).toEqual([toCents(total), 0])
  expect(await openProblems(store, orderId)).toEqual([])
  return order
}

describe("a paid order that costs more after an edit", () => {
  it("gets an invoice for the difference only, by the order's payment route; paid, it is captured", async () => {
    const paid = await placePaidOrder(store, gateway, { providerId: PIX })
    await edit(paid.orderId, { add: { sku: "CAFE-250", quantity: 2 } })
    await untilQuiet(store, paid)
    // 74,80 + 2 × 32,90 = 140,60; 65,80 are still to be paid, and nothing is issued before the shopper asks.
    expect((await readOrder(store, paid.orderId)).summary.pending_difference).toBe(65.8)
    expect(await madeHere()).toHaveLength(1)

    const session = sessionOf(await payLater(paid.orderId))
    expect(session).toMatchObject({ order_id: paid.orderId, method: "pix", status: "awaiting_payment", next_step: "pay", amount: 65.8 })
    expect(amounts(await payable())).toEqual([6580])
    expect((await gatewayInvoiceOf(gateway, session.id))._sandbox.document).toBe((await gateway.invoice(paid.invoiceId))._sandbox.document)
    expect((await gateway.invoice(paid.invoiceId))._sandbox).toMatchObject({ paid_cents: 7480, refunded_cents: 0 })

    await gateway.act((await gatewayInvoiceOf(gateway, session.id)).invoice_id, "pay")
    const order = await expectSettled(paid.orderId, 140.6)
    expect(order.payment_status).toBe("captured")
    expect(await moneyFacts(store, paid.orderId)).toEqual({
      orderStatus: "pending", paymentStatus: "captured", payments: [74.8, 65.8], captures: [74.8, 65.8], refunds: [], transactions: [74.8, 65.8],
    })
    expect((await payLater(paid.orderId)).status).toBe(409)
    expect(await madeHere()).toHaveLength(2)
  })

  it("gets a new code for the difference, when that one is replaced, and the first payment stays", async () => {
    const paid = await placePaidOrder(store, gateway)
    await edit(paid.orderId, { add: { sku: "MEL-300", quantity: 1 } })
    const first = sessionOf(await payLater(paid.orderId, { provider_id: PIX }))
    const second = sessionOf(await payLater(paid.orderId, { provider_id: "pp_boleto_fatura" }))
    expect(amounts(await payable())).toEqual([2933])
    expect(await sessionView(store, first.id)).toMatchObject({ status: "canceled", amount: 29.33 })
    await gateway.act((await gatewayInvoiceOf(gateway, second.id)).invoice_id, "pay")
    await expectSettled(paid.orderId, 104.13)
    expect((await moneyFacts(store, paid.orderId)).captures).toEqual([74.8, 29.33])
  })

  it("has the open difference renewed by itself when it is edited again", async () => {
    const paid = await placePaidOrder(store, gateway, { providerId: PIX })
    await edit(paid.orderId, { add: { sku: "CAFE-250", quantity: 1 } })
    sessionOf(await payLater(paid.orderId))
    expect(amounts(await payable())).toEqual([3290])
    await edit(paid.orderId, { setQuantity: { sku: "CAFE-250", quantity: 3 } })
    await poll(async () => amounts(await payable()).join() === "9870")
    await gateway.act((await payable())[0]!.invoice_id, "pay")
    await expectSettled(paid.orderId, 173.5)
  })

  it.each(["its time is over", "the gateway cancels it"])("stays as it is, with what was paid, when the code for the difference ends unpaid (%s)", async (why) => {
    const paid = await placePaidOrder(store, gateway, { providerId: PIX })
    await edit(paid.orderId, { add: { sku: "CAFE-250", quantity: 1 } })
    const session = sessionOf(await payLater(paid.orderId))
    const { invoice_id: invoiceId } = await gatewayInvoiceOf(gateway, session.id)
    if (why === "the gateway cancels it") await gateway.act(invoiceId, "cancel")
    else await sql(store.databaseUrl, "update fatura_invoice set expires_at = now() - interval '16 minutes', cancel_at = now(), next_check_at = now() where session_id = $1", [session.id])
    await poll(async () => (await ledgerOf(store, paid.orderId)).some(({ session_id, status }) => session_id === session.id && status === "canceled"), 40_000)
    await untilQuiet(store, paid)
    expect(await payable()).toEqual([])
    expect(await readOrder(store, paid.orderId)).toMatchObject({ status: "pending", summary: { paid_total: 74.8, refunded_total: 0, pending_difference: 32.9 } })
    expect((await gateway.invoice(paid.invoiceId))._sandbox.refunded_cents).toBe(0)
    expect(sessionOf(await payLater(paid.orderId)).amount).toBe(32.9)
  })

  it("each payment is refunded at its own invoice", async () => {
    const paid = await placePaidOrder(store, gateway, { providerId: PIX })
    await edit(paid.orderId, { add: { sku: "CAFE-250", quantity: 1 } })
    const session = sessionOf(await payLater(paid.orderId))
    const difference = await gatewayInvoiceOf(gateway, session.id)
    await gateway.act(difference.invoice_id, "pay")
    const order = await expectSettled(paid.orderId, 107.7)
    const payment = order.payment_collections.flatMap(({ payments }) => payments).find(({ amount }) => amount === 32.9)!
    expect((await refund(store, payment.id, 10)).status).toBe(200)
    expect((await gateway.invoice(difference.invoice_id))._sandbox.refunded_cents).toBe(1000)
    expect((await gateway.invoice(paid.invoiceId))._sandbox.refunded_cents).toBe(0)
  })
})

describe("an order whose PIX code is open", () => {
  const waiting = async () => {
    const order = await placeOrder(store, { providerId: PIX, items: [{ sku: "CAFE-250", quantity: 2 }], data: { payer: { document: cpf() } } })
    const invoice = await gatewayInvoiceOf(gateway, order.sessionId)
    expect([order.total, invoice._sandbox.due_cents]).toEqual([81.7, 8170])
    await gateway.forgetRequests()
    return { ...order, invoice }
  }

  it.each<[string, Edit, number]>([
    ["upwards", { add: { sku: "MEL-300", quantity: 1 } }, 111.03],
    ["downwards", { setQuantity: { sku: "CAFE-250", quantity: 1 } }, 48.8],
  ])("edited %s: the old code is cancelled and one for the new total issued by itself; paid, it is captured", async (_way, change, total) => {
    const order = await waiting()
    await edit(order.orderId, change)
    const [renewed] = await poll(async () => amounts(await payable()).join() === String(toCents(total)) && payable())
    await untilQuiet(store, order)
    expect(await gateway.counts()).toMatchObject({ "DELETE /invoices": 1, "POST /invoices": 1 })
    expect(await sessionView(store, order.sessionId)).toMatchObject({ status: "canceled", next_step: "retry" })
    expect(renewed!._sandbox.document).toBe(order.invoice._sandbox.document)
    const [session] = (await readOrder(store, order.orderId)).payment_collections[0]!.payment_sessions
    expect(await sessionView(store, session!.id)).toMatchObject({ status: "awaiting_payment", amount: total, pix: { payload: renewed!.pix.payload } })

    await gateway.act(renewed!.invoice_id, "pay")
    await expectSettled(order.orderId, total)
    expect(await moneyFacts(store, order.orderId)).toEqual(capturedOnce(total))
  })

  it("edited to the same total: its code stays", async () => {
    const order = await waiting()
    await edit(order.orderId, { setQuantity: { sku: "CAFE-250", quantity: 2 } })
    await untilQuiet(store, order)
    expect((await payable()).map(({ invoice_id }) => invoice_id)).toEqual([order.invoice.invoice_id])
    expect((await gateway.counts())["DELETE /invoices"]).toBeUndefined()
  })

  it("requested, but not confirmed: its code stays, and can be paid", async () => {
    const order = await waiting()
    await beginEdit(order.orderId, { add: { sku: "MEL-300", quantity: 1 } })
    expect((await payable()).map(({ invoice_id }) => invoice_id)).toEqual([order.invoice.invoice_id])
    await gateway.act(order.invoice.invoice_id, "pay")
    expect(await untilCaptured(store, order.orderId)).toMatchObject({ captures: [81.7], transactions: [81.7] })
    await (await adminApi(store)).post(`/admin/order-edits/${order.orderId}/confirm`)
    const session = sessionOf(await payLater(order.orderId))
    expect(session.amount).toBe(29.33)
    await gateway.act((await gatewayInvoiceOf(gateway, session.id)).invoice_id, "pay")
    await expectSettled(order.orderId, 111.03)
  })

  it("edited while the gateway is down: the old code is not replaced before its cancel is certain, then it is", async () => {
    const order = await waiting()
    await gateway.fault({ kind: "refuse" })
    await edit(order.orderId, { add: { sku: "MEL-300", quantity: 1 } })
    await poll(async () => (await sessionView(store, order.sessionId)).status === "canceled")
    expect((await sessionView(store, order.sessionId)).pix).toBeUndefined()
    expect(await madeHere()).toHaveLength(1)
    await gateway.clearFaults()
    await poll(async () => amounts(await payable()).join() === "11103", 40_000)
    await gateway.act((await payable())[0]!.invoice_id, "pay")
    await expectSettled(order.orderId, 111.03)
  })

  it("an old code that is paid after the edit is not taken for the new total", async () => {
    const order = await waiting()
    await edit(order.orderId, { add: { sku: "MEL-300", quantity: 1 } })
    await poll(async () => amounts(await payable()).join() === "11103")
    await untilQuiet(store, order)
    await gateway.act(order.invoice.invoice_id, "pay")
    await poll(async () => (await openProblems(store, order.orderId)).length > 0)
    await untilQuiet(store, order)
    expect((await openProblems(store, order.orderId)).map(({ kind }) => kind)).toEqual(["late_notice_of_old_session"])
    expect((await moneyFacts(store, order.orderId)).captures).toEqual([])
  })
})

it("a paid order that costs less after an edit: nothing is issued, and staff refund the difference", async () => {
  const paid = await placePaidOrder(store, gateway, { providerId: PIX, items: [{ sku: "CAFE-250", quantity: 2 }] })
  await edit(paid.orderId, { setQuantity: { sku: "CAFE-250", quantity: 1 } })
  expect((await readOrder(store, paid.orderId)).summary.pending_difference).toBe(-32.9)
  expect((await payLater(paid.orderId)).status).toBe(409)
  expect(await madeHere()).toHaveLength(1)
  expect((await refund(store, paid.paymentId, 32.9)).status).toBe(200)
  await poll(async () => (await readOrder(store, paid.orderId)).summary.pending_difference === 0)
  expect((await gateway.invoice(paid.invoiceId))._sandbox.refunded_cents).toBe(3290)
  expect(await openProblems(store, paid.orderId)).toEqual([])
})

describe("a draft order", () => {
  async function draftOrder(): Promise<{ id: string; total: number }> {
    const api = await adminApi(store)
    const [option] = await sql<{ id: string }>(store.databaseUrl, "select id from shipping_option where name = 'PAC' and deleted_at is null", [])
    const [channel] = await sql<{ id: string }>(store.databaseUrl, "select id from sales_channel where name = $1", [channelName])
    const { phone: _phone, ...place } = address()
    const { draft_order } = await api.post<{ draft_order: { id: string; total: number } }>("/admin/draft-orders", {
      email: email(),
      region_id: store.regionId,
      sales_channel_id: channel!.id,
      items: [{ variant_id: await variantId("CAFE-500"), quantity: 1 }],
      shipping_methods: [{ name: "PAC", shipping_option_id: option!.id, amount: 15.9 }],
      shipping_address: place,
      billing_address: place,
    })
    return draft_order
  }

  it("can't be paid while staff still work on it", async () => {
    const draft = await draftOrder()
    const refused = await payLater(draft.id, { provider_id: PIX, payer: { document: cpf() } })
    expect([refused.status, (refused.body as { code?: string }).code]).toEqual([404, "order_not_found"])
    expect(await madeHere()).toEqual([])
  })

  it.each([PIX, "pp_boleto_fatura"])("made an order, is paid later by the order's payment route (%s)", async (providerId) => {
    const draft = await draftOrder()
    await (await adminApi(store)).post(`/admin/draft-orders/${draft.id}/convert-to-order`)
    expect(await madeHere()).toEqual([])

    const unnamed = await payLater(draft.id, { provider_id: providerId })
    expect([unnamed.status, (unnamed.body as { code?: string; fields?: unknown }).code, (unnamed.body as { fields?: { path: string }[] }).fields?.[0]?.path]).toEqual([400, "missing_document", "payer.document"])
    const document = cpf()
    const session = sessionOf(await payLater(draft.id, { provider_id: providerId, payer: { document } }))
    expect(session).toMatchObject({ order_id: draft.id, status: "awaiting_payment", amount: 74.8 })
    const [invoice] = await payable()
    expect(invoice!._sandbox).toMatchObject({ due_cents: 7480, document })
    await gateway.act(invoice!.invoice_id, "pay")
    expect(await untilCaptured(store, draft.id)).toEqual(capturedOnce(74.8))
    await expectSettled(draft.id, 74.8)
    expect(await ledgerOf(store, draft.id)).toMatchObject([{ status: "paid", order_id: draft.id, amount: 74.8 }])
  })
})

describe("a shipment", () => {
  it("has its tracking code told to the gateway, once", async () => {
    const paid = await placePaidOrder(store, gateway, { providerId: PIX, items: [{ sku: "MEL-300" }] })
    const api = await adminApi(store)
    const [item] = await itemsOf(paid.orderId)
    const items = [{ id: item!.id, quantity: 1 }]
    await api.post(`/admin/orders/${paid.orderId}/fulfillments`, { items })
    const { order } = await api.get<{ order: { fulfillments: { id: string }[] } }>(`/admin/orders/${paid.orderId}?fields=*fulfillments`)
    await gateway.forgetRequests()
    const labels = [{ tracking_number: "BR123456789BR", tracking_url: "#", label_url: "#" }]
    await api.post(`/admin/orders/${paid.orderId}/fulfillments/${order.fulfillments[0]!.id}/shipments`, { items, labels })
    const told = await poll(async () => (await madeHere())[0]?._sandbox.tracking_code ?? false)
    expect(told).toBe("BR123456789BR")
    await untilQuiet(store, paid)
    expect(await gateway.counts()).toEqual({ "POST /invoices/tracking": 1 })
  })
})

describe("an exchange", () => {
  it("for something dearer: an invoice for the difference only", async () => {
    const paid = await placePaidOrder(store, gateway, { providerId: PIX, items: [{ sku: "MEL-300" }] })
    const api = await adminApi(store)
    const [item] = await itemsOf(paid.orderId)
    await api.post(`/admin/orders/${paid.orderId}/fulfillments`, { items: [{ id: item!.id, quantity: 1 }] })
    const { exchange } = await api.post<{ exchange: { id: string } }>("/admin/exchanges", { order_id: paid.orderId })
    await api.post(`/admin/exchanges/${exchange.id}/inbound/items`, { items: [{ id: item!.id, quantity: 1 }] })
    await api.post(`/admin/exchanges/${exchange.id}/outbound/items`, { items: [{ variant_id: await variantId("CANECA-AREIA"), quantity: 1 }] })
    await api.post(`/admin/exchanges/${exchange.id}/request`)
    await untilQuiet(store, paid)
    // 54,50 for the mug, less 29,33 for the honey that comes back.
    expect((await readOrder(store, paid.orderId)).summary.pending_difference).toBe(25.17)
    expect(await madeHere()).toHaveLength(1)

    const session = sessionOf(await payLater(paid.orderId))
    expect(session).toMatchObject({ amount: 25.17, status: "awaiting_payment" })
    expect(amounts(await payable())).toEqual([2517])
    await gateway.act((await payable())[0]!.invoice_id, "pay")
    const settled = await poll(async () => {
      const order = await readOrder(store, paid.orderId)
      return toCents(order.summary.pending_difference) === 0 && order
    })
    expect(settled.payment_collections.flatMap(({ payments }) => payments).flatMap(({ captures }) => captures.map(({ amount }) => amount))).toEqual([45.23, 25.17])
    expect(await openProblems(store, paid.orderId)).toEqual([])
  })
})
