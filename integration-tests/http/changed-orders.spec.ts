import { adminApi, moneyFacts, poll, readOrder } from "../support"
import { gatewayInvoiceOf, placePaidOrder, untilQuiet } from "../support/books"
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
