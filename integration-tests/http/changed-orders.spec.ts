import { adminApi, moneyFacts, poll, readOrder } from "../support"
import { gatewayInvoiceOf, openProblems, placePaidOrder, refund, untilQuiet } from "../support/books"
import { amounts, EditDesk } from "../support/edit-desk"
import { sessionOf } from "../support/order-desk"

const PIX = "pp_pix_fatura"

const desk = new EditDesk()

describe("a paid order that costs more after an edit", () => {
  it("gets an invoice for the difference only, by the order's payment route; paid, it is captured", async () => {
    const paid = await placePaidOrder(desk.store, desk.gateway, { providerId: PIX })
    await desk.edit(paid.orderId, { add: { sku: "CAFE-250", quantity: 2 } })
    await untilQuiet(desk.store, paid)
    // 74,80 + 2 × 32,90 = 140,60; 65,80 are still to be paid, and nothing is issued before the shopper asks.
    expect((await readOrder(desk.store, paid.orderId)).summary.pending_difference).toBe(65.8)
    expect(await desk.madeHere()).toHaveLength(1)

    const session = sessionOf(await desk.payLater(paid.orderId))
    expect(session).toMatchObject({ order_id: paid.orderId, method: "pix", status: "awaiting_payment", next_step: "pay", amount: 65.8 })
    expect(amounts(await desk.payable())).toEqual([6580])
    expect((await gatewayInvoiceOf(desk.gateway, session.id))._sandbox.document).toBe((await desk.gateway.invoice(paid.invoiceId))._sandbox.document)
    expect((await desk.gateway.invoice(paid.invoiceId))._sandbox).toMatchObject({ paid_cents: 7480, refunded_cents: 0 })

    await desk.gateway.act((await gatewayInvoiceOf(desk.gateway, session.id)).invoice_id, "pay")
    const order = await desk.expectSettled(paid.orderId, 140.6)
    expect(order.payment_status).toBe("captured")
    expect(await moneyFacts(desk.store, paid.orderId)).toEqual({
      orderStatus: "pending", paymentStatus: "captured", payments: [74.8, 65.8], captures: [74.8, 65.8], refunds: [], transactions: [74.8, 65.8],
    })
    expect((await desk.payLater(paid.orderId)).status).toBe(409)
    expect(await desk.madeHere()).toHaveLength(2)
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

describe("a shipment", () => {
  it("has its tracking code told to the gateway, once", async () => {
    const paid = await placePaidOrder(desk.store, desk.gateway, { providerId: PIX, items: [{ sku: "MEL-300" }] })
    const api = await adminApi(desk.store)
    const [item] = await desk.itemsOf(paid.orderId)
    const items = [{ id: item!.id, quantity: 1 }]
    await api.post(`/admin/orders/${paid.orderId}/fulfillments`, { items })
    const { order } = await api.get<{ order: { fulfillments: { id: string }[] } }>(`/admin/orders/${paid.orderId}?fields=*fulfillments`)
    await desk.gateway.forgetRequests()
    const labels = [{ tracking_number: "BR123456789BR", tracking_url: "#", label_url: "#" }]
    await api.post(`/admin/orders/${paid.orderId}/fulfillments/${order.fulfillments[0]!.id}/shipments`, { items, labels })
    const told = await poll(async () => (await desk.madeHere())[0]?._sandbox.tracking_code ?? false)
    expect(told).toBe("BR123456789BR")
    await untilQuiet(desk.store, paid)
    expect(await desk.gateway.counts()).toEqual({ "POST /invoices/tracking": 1 })
  })
})
