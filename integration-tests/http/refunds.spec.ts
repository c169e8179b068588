import { adminApi, placeOrder, poll, readOrder, untilCaptured } from "../support"
import { ledgerOf, openProblems, pixData, readBooks, toCents, words } from "../support/books"
import { expectOk, expectRefused, RefundDesk } from "../support/refund-desk"
import { cancelledOrderRefundsOnce } from "../support/refund-stories"

const desk = new RefundDesk()

describe("what is refunded stands in all books", () => {
  test.each(["pp_card_fatura", "pp_pix_fatura", "pp_boleto_fatura"])("a full refund of %s", async (providerId) => {
    const order = await desk.paidOrder(providerId)
    expectOk(await desk.refund(order, order.totalCents / 100))
    await desk.expectBooks(order, [order.totalCents])
    expect(await readOrder(desk.store, order.orderId)).toMatchObject({ payment_status: "refunded" })
    expect(await ledgerOf(desk.store, order.orderId)).toMatchObject([{ status: "refunded" }])
    expect(await desk.refundCalls()).toBe(1)
    expect(await openProblems(desk.store, order.orderId)).toEqual([])
  })

  test("a full refund from the panel, told three times", async () => {
    const order = await desk.paidOrder("pp_pix_fatura")
    await desk.panelRefund(order)
    await desk.gateway.sendNotice({ invoice_id: order.invoiceId, times: 3 })
    await desk.expectBooks(order, [order.totalCents])
    expect(await readOrder(desk.store, order.orderId)).toMatchObject({ payment_status: "refunded" })
    expect(await desk.refundCalls()).toBe(0)
    expectRefused(await desk.refund(order, 1), /\S/)
    expect(await desk.refundCalls()).toBe(0)
  })

  test("a refund costs one call, and its notice one validation at most", async () => {
    const order = await desk.paidOrder()
    expectOk(await desk.refund(order, 5))
    await desk.expectBooks(order, [500])
    const counts = await desk.gateway.counts()
    expect(counts["PUT /invoices"]).toBe(1)
    expect(counts["GET /invoices"] ?? 0).toBe(0)
    expect(counts["OPTIONS /webhooks"] ?? 0).toBeLessThanOrEqual(1)
  })
})

describe("an amount with a fraction of a cent", () => {
  test.each([
    [0.001, "pt-BR", /fração de centavo/],
    [5.555, "en", /fraction of a cent/],
    [74.801, "en", /fraction of a cent/],
  ])("is refused in words before anything is paid or booked: %d (%s)", async (amount, language, about) => {
    const order = await desk.paidOrder()
    const answer = await (await adminApi(desk.store)).raw("POST", `/admin/payments/${order.paymentId}/refund`, { amount }, { "accept-language": language })
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([400, "amount_fraction"])
    expect(words(answer)).toMatch(about)
    expect(await desk.refundCalls()).toBe(0)
    await desk.expectBooks(order, [])
  })

  test("is none where it is all that Medusa has left", async () => {
    // 3 × 29,33 + 2 × 58,90 less 10 %, and R$ 15,90 for delivery: 201,111.
    const placed = await placeOrder(desk.store, { providerId: "pp_pix_fatura", data: pixData(), items: [{ sku: "MEL-300", quantity: 3 }, { sku: "CAFE-500", quantity: 2 }], promotion: "PRIMEIRA10" })
    const { id } = await desk.gateway.invoiceOf(placed.sessionId)
    await desk.gateway.act(id, "pay")
    await untilCaptured(desk.store, placed.orderId)
    const { payments } = (await readOrder(desk.store, placed.orderId)).payment_collections[0]!
    expectOk(await desk.refund({ paymentId: payments[0]!.id }, 201.111))
    expect((await desk.gateway.invoice(id))._sandbox.refunded_cents).toBe(20_111)
  })
})

describe("refused", () => {
  test("by the gateway: in words, with nothing booked, and possible later", async () => {
    const order = await desk.paidOrder()
    await desk.gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "success-false", times: 1 })
    expectRefused(await desk.refund(order, 20), /Operacao nao realizada/)
    await desk.expectBooks(order, [])
    expect(await ledgerOf(desk.store, order.orderId)).toMatchObject([{ status: "paid" }])
    expectOk(await desk.refund(order, 20))
    await desk.expectBooks(order, [2000])
  })

  test("before any call while the order has a change in progress; the panel's refund waits for its end", async () => {
    const order = await desk.paidOrder()
    const api = await adminApi(desk.store)
    const { order_change } = await api.post<{ order_change: { order_id: string } }>("/admin/order-edits", { order_id: order.orderId })
    expect(order_change.order_id).toBe(order.orderId)
    const answer = await desk.refund(order, 20)
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([409, "order_change_active"])
    expect(words(answer)).toMatch(/change in progress/)
    const cancel = await desk.cancel(order)
    expect(cancel.status).toBe(409)
    expect(await desk.refundCalls()).toBe(0)
    await desk.panelRefund(order, 444)
    await poll(async () => toCents((await ledgerOf(desk.store, order.orderId))[0]!.refunded_amount) === 444)
    expect(await readBooks(desk.store, desk.gateway, order)).toMatchObject({ refundRows: 0, transactions: order.totalCents })
    await api.delete(`/admin/order-edits/${order.orderId}`)
    await desk.expectBooks(order, [444])
    expectOk(await desk.refund(order, 20))
    await desk.expectBooks(order, [444, 2000])
  })
})

describe("cancelling a paid order", () => {
  test("refunds once (pp_pix_fatura)", () => cancelledOrderRefundsOnce(desk, "pp_pix_fatura"))

  test("after a partial refund returns only the rest", async () => {
    const order = await desk.paidOrder()
    expectOk(await desk.refund(order, 14.79))
    expect((await desk.cancel(order)).status).toBe(200)
    await desk.expectBooks(order, [1479, order.totalCents - 1479])
    expect(await openProblems(desk.store, order.orderId)).toEqual([])
  })
})
