import { channelName } from "../../demo/store/src/seed/constants"
import { address, adminApi, capturedOnce, cpf, email, moneyFacts, poll, readOrder, sessionView, sql, untilCaptured } from "../support"
import { gatewayInvoiceOf, ledgerOf, openProblems, placePaidOrder, refund, toCents, untilQuiet } from "../support/books"
import { amounts, EditDesk } from "../support/edit-desk"
import { sessionOf } from "../support/order-desk"

const PIX = "pp_pix_fatura"

const desk = new EditDesk()

describe("a paid order that costs more after an edit", () => {
  it("gets a new code for the difference, when that one is replaced, and the first payment stays", async () => {
    const paid = await placePaidOrder(desk.store, desk.gateway)
    await desk.edit(paid.orderId, { add: { sku: "MEL-300", quantity: 1 } })
    const first = sessionOf(await desk.payLater(paid.orderId, { provider_id: PIX }))
    const second = sessionOf(await desk.payLater(paid.orderId, { provider_id: "pp_boleto_fatura" }))
    expect(amounts(await desk.payable())).toEqual([2933])
    expect(await sessionView(desk.store, first.id)).toMatchObject({ status: "canceled", amount: 29.33 })
    await desk.gateway.act((await gatewayInvoiceOf(desk.gateway, second.id)).invoice_id, "pay")
    await desk.expectSettled(paid.orderId, 104.13)
    expect((await moneyFacts(desk.store, paid.orderId)).captures).toEqual([74.8, 29.33])
  })

  it("has the open difference renewed by itself when it is edited again", async () => {
    const paid = await placePaidOrder(desk.store, desk.gateway, { providerId: PIX })
    await desk.edit(paid.orderId, { add: { sku: "CAFE-250", quantity: 1 } })
    sessionOf(await desk.payLater(paid.orderId))
    expect(amounts(await desk.payable())).toEqual([3290])
    await desk.edit(paid.orderId, { setQuantity: { sku: "CAFE-250", quantity: 3 } })
    await poll(async () => amounts(await desk.payable()).join() === "9870")
    await desk.gateway.act((await desk.payable())[0]!.invoice_id, "pay")
    await desk.expectSettled(paid.orderId, 173.5)
  })

  it.each(["its time is over", "the gateway cancels it"])("stays as it is, with what was paid, when the code for the difference ends unpaid (%s)", async (why) => {
    const paid = await placePaidOrder(desk.store, desk.gateway, { providerId: PIX })
    await desk.edit(paid.orderId, { add: { sku: "CAFE-250", quantity: 1 } })
    const session = sessionOf(await desk.payLater(paid.orderId))
    const { invoice_id: invoiceId } = await gatewayInvoiceOf(desk.gateway, session.id)
    if (why === "the gateway cancels it") await desk.gateway.act(invoiceId, "cancel")
    else await sql(desk.store.databaseUrl, "update fatura_invoice set expires_at = now() - interval '16 minutes', cancel_at = now(), next_check_at = now() where session_id = $1", [session.id])
    await poll(async () => (await ledgerOf(desk.store, paid.orderId)).some(({ session_id, status }) => session_id === session.id && status === "canceled"), 40_000)
    await untilQuiet(desk.store, paid)
    expect(await desk.payable()).toEqual([])
    expect(await readOrder(desk.store, paid.orderId)).toMatchObject({ status: "pending", summary: { paid_total: 74.8, refunded_total: 0, pending_difference: 32.9 } })
    expect((await desk.gateway.invoice(paid.invoiceId))._sandbox.refunded_cents).toBe(0)
    expect(sessionOf(await desk.payLater(paid.orderId)).amount).toBe(32.9)
  })

  it("each payment is refunded at its own invoice", async () => {
    const paid = await placePaidOrder(desk.store, desk.gateway, { providerId: PIX })
    await desk.edit(paid.orderId, { add: { sku: "CAFE-250", quantity: 1 } })
    const session = sessionOf(await desk.payLater(paid.orderId))
    const difference = await gatewayInvoiceOf(desk.gateway, session.id)
    await desk.gateway.act(difference.invoice_id, "pay")
    const order = await desk.expectSettled(paid.orderId, 107.7)
    const payment = order.payment_collections.flatMap(({ payments }) => payments).find(({ amount }) => amount === 32.9)!
    expect((await refund(desk.store, payment.id, 10)).status).toBe(200)
    expect((await desk.gateway.invoice(difference.invoice_id))._sandbox.refunded_cents).toBe(1000)
    expect((await desk.gateway.invoice(paid.invoiceId))._sandbox.refunded_cents).toBe(0)
  })
})

describe("an order whose PIX code is open", () => {
  it("edited upwards: the old code is cancelled and one for the new total issued by itself; paid, it is captured", () =>
    desk.expectRenewedByEdit({ add: { sku: "MEL-300", quantity: 1 } }, 111.03))

  it("edited to the same total: its code stays", async () => {
    const order = await desk.waitingOrder()
    await desk.edit(order.orderId, { setQuantity: { sku: "CAFE-250", quantity: 2 } })
    await untilQuiet(desk.store, order)
    expect((await desk.payable()).map(({ invoice_id }) => invoice_id)).toEqual([order.invoice.invoice_id])
    expect((await desk.gateway.counts())["DELETE /invoices"]).toBeUndefined()
  })

  it("edited downwards: the old code is cancelled and one for the new total issued by itself; paid, it is captured", () =>
    desk.expectRenewedByEdit({ setQuantity: { sku: "CAFE-250", quantity: 1 } }, 48.8))

  it("requested, but not confirmed: its code stays, and can be paid", async () => {
    const order = await desk.waitingOrder()
    await desk.beginEdit(order.orderId, { add: { sku: "MEL-300", quantity: 1 } })
    expect((await desk.payable()).map(({ invoice_id }) => invoice_id)).toEqual([order.invoice.invoice_id])
    await desk.gateway.act(order.invoice.invoice_id, "pay")
    expect(await untilCaptured(desk.store, order.orderId)).toMatchObject({ captures: [81.7], transactions: [81.7] })
    await (await adminApi(desk.store)).post(`/admin/order-edits/${order.orderId}/confirm`)
    const session = sessionOf(await desk.payLater(order.orderId))
    expect(session.amount).toBe(29.33)
    await desk.gateway.act((await gatewayInvoiceOf(desk.gateway, session.id)).invoice_id, "pay")
    await desk.expectSettled(order.orderId, 111.03)
  })

  it("edited while the gateway is down: the old code is not replaced before its cancel is certain, then it is", async () => {
    const order = await desk.waitingOrder()
    await desk.gateway.fault({ kind: "refuse" })
    await desk.edit(order.orderId, { add: { sku: "MEL-300", quantity: 1 } })
    await poll(async () => (await sessionView(desk.store, order.sessionId)).status === "canceled")
    expect((await sessionView(desk.store, order.sessionId)).pix).toBeUndefined()
    expect(await desk.madeHere()).toHaveLength(1)
    await desk.gateway.clearFaults()
    await poll(async () => amounts(await desk.payable()).join() === "11103", 40_000)
    await desk.gateway.act((await desk.payable())[0]!.invoice_id, "pay")
    await desk.expectSettled(order.orderId, 111.03)
  })

  it("an old code that is paid after the edit is not taken for the new total", async () => {
    const order = await desk.waitingOrder()
    await desk.edit(order.orderId, { add: { sku: "MEL-300", quantity: 1 } })
    await poll(async () => amounts(await desk.payable()).join() === "11103")
    await untilQuiet(desk.store, order)
    await desk.gateway.act(order.invoice.invoice_id, "pay")
    await poll(async () => (await openProblems(desk.store, order.orderId)).length > 0)
    await untilQuiet(desk.store, order)
    expect((await openProblems(desk.store, order.orderId)).map(({ kind }) => kind)).toEqual(["late_notice_of_old_session"])
    expect((await moneyFacts(desk.store, order.orderId)).captures).toEqual([])
  })
})

it("a paid order that costs less after an edit: nothing is issued, and staff refund the difference", async () => {
  const paid = await placePaidOrder(desk.store, desk.gateway, { providerId: PIX, items: [{ sku: "CAFE-250", quantity: 2 }] })
  await desk.edit(paid.orderId, { setQuantity: { sku: "CAFE-250", quantity: 1 } })
  expect((await readOrder(desk.store, paid.orderId)).summary.pending_difference).toBe(-32.9)
  expect((await desk.payLater(paid.orderId)).status).toBe(409)
  expect(await desk.madeHere()).toHaveLength(1)
  expect((await refund(desk.store, paid.paymentId, 32.9)).status).toBe(200)
  await poll(async () => (await readOrder(desk.store, paid.orderId)).summary.pending_difference === 0)
  expect((await desk.gateway.invoice(paid.invoiceId))._sandbox.refunded_cents).toBe(3290)
  expect(await openProblems(desk.store, paid.orderId)).toEqual([])
})

describe("a draft order", () => {
  async function draftOrder(): Promise<{ id: string; total: number }> {
    const api = await adminApi(desk.store)
    const [option] = await sql<{ id: string }>(desk.store.databaseUrl, "select id from shipping_option where name = 'PAC' and deleted_at is null", [])
    const [channel] = await sql<{ id: string }>(desk.store.databaseUrl, "select id from sales_channel where name = $1", [channelName])
    const { phone: _phone, ...place } = address()
    const { draft_order } = await api.post<{ draft_order: { id: string; total: number } }>("/admin/draft-orders", {
      email: email(),
      region_id: desk.store.regionId,
      sales_channel_id: channel!.id,
      items: [{ variant_id: await desk.variantId("CAFE-500"), quantity: 1 }],
      shipping_methods: [{ name: "PAC", shipping_option_id: option!.id, amount: 15.9 }],
      shipping_address: place,
      billing_address: place,
    })
    return draft_order
  }

  it("can't be paid while staff still work on it", async () => {
    const draft = await draftOrder()
    const refused = await desk.payLater(draft.id, { provider_id: PIX, payer: { document: cpf() } })
    expect([refused.status, (refused.body as { code?: string }).code]).toEqual([404, "order_not_found"])
    expect(await desk.madeHere()).toEqual([])
  })

  it.each([PIX, "pp_boleto_fatura"])("made an order, is paid later by the order's payment route (%s)", async (providerId) => {
    const draft = await draftOrder()
    await (await adminApi(desk.store)).post(`/admin/draft-orders/${draft.id}/convert-to-order`)
    expect(await desk.madeHere()).toEqual([])

    const unnamed = await desk.payLater(draft.id, { provider_id: providerId })
    expect([unnamed.status, (unnamed.body as { code?: string; fields?: unknown }).code, (unnamed.body as { fields?: { path: string }[] }).fields?.[0]?.path]).toEqual([400, "missing_document", "payer.document"])
    const document = cpf()
    const session = sessionOf(await desk.payLater(draft.id, { provider_id: providerId, payer: { document } }))
    expect(session).toMatchObject({ order_id: draft.id, status: "awaiting_payment", amount: 74.8 })
    const [invoice] = await desk.payable()
    expect(invoice!._sandbox).toMatchObject({ due_cents: 7480, document })
    await desk.gateway.act(invoice!.invoice_id, "pay")
    expect(await untilCaptured(desk.store, draft.id)).toEqual(capturedOnce(74.8))
    await desk.expectSettled(draft.id, 74.8)
    expect(await ledgerOf(desk.store, draft.id)).toMatchObject([{ status: "paid", order_id: draft.id, amount: 74.8 }])
  })
})

describe("an exchange", () => {
  it("for something dearer: an invoice for the difference only", async () => {
    const paid = await placePaidOrder(desk.store, desk.gateway, { providerId: PIX, items: [{ sku: "MEL-300" }] })
    const api = await adminApi(desk.store)
    const [item] = await desk.itemsOf(paid.orderId)
    await api.post(`/admin/orders/${paid.orderId}/fulfillments`, { items: [{ id: item!.id, quantity: 1 }] })
    const { exchange } = await api.post<{ exchange: { id: string } }>("/admin/exchanges", { order_id: paid.orderId })
    await api.post(`/admin/exchanges/${exchange.id}/inbound/items`, { items: [{ id: item!.id, quantity: 1 }] })
    await api.post(`/admin/exchanges/${exchange.id}/outbound/items`, { items: [{ variant_id: await desk.variantId("CANECA-AREIA"), quantity: 1 }] })
    await api.post(`/admin/exchanges/${exchange.id}/request`)
    await untilQuiet(desk.store, paid)
    // 54,50 for the mug, less 29,33 for the honey that comes back.
    expect((await readOrder(desk.store, paid.orderId)).summary.pending_difference).toBe(25.17)
    expect(await desk.madeHere()).toHaveLength(1)

    const session = sessionOf(await desk.payLater(paid.orderId))
    expect(session).toMatchObject({ amount: 25.17, status: "awaiting_payment" })
    expect(amounts(await desk.payable())).toEqual([2517])
    await desk.gateway.act((await desk.payable())[0]!.invoice_id, "pay")
    const settled = await poll(async () => {
      const order = await readOrder(desk.store, paid.orderId)
      return toCents(order.summary.pending_difference) === 0 && order
    })
    expect(settled.payment_collections.flatMap(({ payments }) => payments).flatMap(({ captures }) => captures.map(({ amount }) => amount))).toEqual([45.23, 25.17])
    expect(await openProblems(desk.store, paid.orderId)).toEqual([])
  })
})
