import { adminApi, placeOrder, poll, readOrder, sql, untilPaid } from "../support"
import { agreed, cardData, gatewayInvoiceOf, ledgerOf, openProblem, openProblems, readBooks, resolve, toCents, untilAgreed, untilQuiet, words, type PaidOrder } from "../support/books"
import { expectOk, expectRefused, RefundDesk } from "../support/refund-desk"
import { cancelledOrderRefundsOnce, refundsInTurns } from "../support/refund-stories"

/** What stands beside the common refunds of `http/refunds`: mixed and disputed ones, and cancelled orders whose refund is refused. */
const desk = new RefundDesk()

describe("what is refunded stands in all books", () => {
  test.each(["pp_card_fatura", "pp_boleto_fatura"])("three refunds from Medusa and two from the gateway's panel, in turns (%s)", (providerId) => refundsInTurns(desk, providerId))

  test("two panel refunds in a row (8 -> 8), then three from Medusa up to the last cent", async () => {
    const order = await desk.paidOrder()
    await desk.panelRefund(order, 1999)
    await desk.panelRefund(order, 1)
    await poll(async () => (await readBooks(desk.store, desk.gateway, order)).refundRows === 2000)
    await untilQuiet(desk.store, order)
    // Two that are told within the same moment may be booked as one; no cent more or less.
    const { refundRowCount, ...sums } = await readBooks(desk.store, desk.gateway, order)
    expect([1, 2]).toContain(refundRowCount)
    expect(sums).toMatchObject({ refundRows: 2000, transactions: order.totalCents - 2000, summaryRefunded: 2000, ledgerRefunded: 2000, gatewayRefunded: 2000 })
    for (const amount of [0.29, 33.33]) expectOk(await desk.refund(order, amount))
    const left = order.totalCents - 2000 - 29 - 3333
    expectRefused(await desk.refund(order, (left + 1) / 100), /\S/)
    expectOk(await desk.refund(order, left / 100))
    await untilQuiet(desk.store, order)
    expect(await readBooks(desk.store, desk.gateway, order)).toMatchObject({ refundRows: order.totalCents, transactions: 0, ledgerRefunded: order.totalCents, gatewayRefunded: order.totalCents })
    expect(await readOrder(desk.store, order.orderId)).toMatchObject({ payment_status: "refunded" })
    expect(await desk.refundCalls()).toBe(3)
  })

  test("amounts are in cents whatever unit the gateway answers in", async () => {
    await desk.gateway.assume({ refund_unit: "reais" })
    const order = await desk.paidOrder()
    expectOk(await desk.refund(order, 12.34))
    await desk.panelRefund(order, 201)
    await desk.expectBooks(order, [1234, 201])
  })

  test("the summary's pending difference is what Medusa makes of a refund of any provider", async () => {
    const places = { ours: await desk.paidOrder(), panel: await desk.paidOrder(), plain: await plainOrder() }
    expectOk(await desk.refund(places.ours, 12.34))
    await desk.panelRefund(places.panel, 1234)
    await desk.expectBooks(places.panel, [1234])
    expectOk(await desk.refund(places.plain, 12.34))
    const summaries = await Promise.all(Object.values(places).map(({ orderId }) => summaryOf(orderId)))
    expect(summaries[0]).toEqual(summaries[2])
    expect(summaries[1]).toEqual(summaries[2])
    // Medusa writes a credit line over the refunded amount, so that nothing is outstanding again.
    expect(summaries[2]).toMatchObject({ pending: 0, refunded: 1234, creditLines: 1234 })
  })
})

/** An order captured by Medusa's own manual provider. */
async function plainOrder(): Promise<{ orderId: string; paymentId: string }> {
  const { orderId } = await placeOrder(desk.store, { providerId: "pp_system_default" })
  const payment = (await readOrder(desk.store, orderId)).payment_collections[0]!.payments[0]!
  await (await adminApi(desk.store)).post(`/admin/payments/${payment.id}/capture`)
  await untilPaid(desk.store, orderId)
  return { orderId, paymentId: payment.id }
}

async function summaryOf(orderId: string) {
  const { summary } = await readOrder(desk.store, orderId)
  const [lines] = await sql<{ sum: string }>(desk.store.databaseUrl, "select coalesce(sum(amount), 0) as sum from order_credit_line where order_id = $1 and deleted_at is null", [orderId])
  return { pending: toCents(summary.pending_difference), paid: toCents(summary.paid_total), refunded: toCents(summary.refunded_total), creditLines: toCents(lines!.sum) }
}

test("refused while disputed; possible again when the dispute is won", async () => {
  const order = await desk.paidOrder()
  await desk.gateway.act(order.invoiceId, "dispute")
  await poll(async () => (await ledgerOf(desk.store, order.orderId))[0]!.status === "disputed")
  expectRefused(await desk.refund(order, 20), /disput/i)
  expect(await desk.refundCalls()).toBe(0)
  await desk.expectBooks(order, [])
  await desk.gateway.act(order.invoiceId, "dispute-won")
  await poll(async () => (await ledgerOf(desk.store, order.orderId))[0]!.status === "paid")
  expectOk(await desk.refund(order, 20))
  await desk.expectBooks(order, [2000])
})

describe("cancelling a paid order", () => {
  test("refunds once (pp_card_fatura)", () => cancelledOrderRefundsOnce(desk, "pp_card_fatura"))

  const cancelWithRefusedRefund = async (providerId?: string): Promise<{ order: PaidOrder; problemId: string }> => {
    const order = await desk.paidOrder(providerId)
    await desk.gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "success-false", times: 1 })
    expect((await desk.cancel(order)).status).toBe(200)
    const problem = await openProblem(desk.store, order.orderId, "refund_failed_on_cancel")
    expect(await readBooks(desk.store, desk.gateway, order)).toMatchObject({ refundRows: 0, ledgerRefunded: 0, gatewayRefunded: 0 })
    return { order, problemId: problem.id }
  }

  test("although the gateway refuses the refund is raised, and staff's refund makes the books right", async () => {
    const { order, problemId } = await cancelWithRefusedRefund()
    const answer = await resolve(desk.store, problemId, "refund")
    expect([answer.status, words(answer)]).toEqual([200, ""])
    await desk.expectBooks(order, [order.totalCents])
    expect(await desk.refundCalls()).toBe(2)
    expect(await openProblems(desk.store, order.orderId)).toEqual([])
  })

  test("and a refund that the gateway refuses once more stays a problem", async () => {
    const { order, problemId } = await cancelWithRefusedRefund()
    await desk.gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "success-false", times: 1 })
    expectRefused(await resolve(desk.store, problemId, "refund"), /Operacao nao realizada/)
    expect(await openProblems(desk.store, order.orderId)).toMatchObject([{ id: problemId, kind: "refund_failed_on_cancel" }])
    await desk.panelRefund(order)
    await desk.expectBooks(order, [order.totalCents])
    await poll(async () => (await openProblems(desk.store, order.orderId)).length === 0)
  })

  test("a boleto's money that went back by bank transfer is recorded, with its reason", async () => {
    const { order, problemId } = await cancelWithRefusedRefund("pp_boleto_fatura")
    expectRefused(await resolve(desk.store, problemId, "record_external_refund", { amount: order.totalCents / 100 + 1 }), /amount/i)
    const answer = await resolve(desk.store, problemId, "record_external_refund", { reason: "Bank transfer of 27/11, receipt 4711" })
    expect([answer.status, words(answer)]).toEqual([200, ""])
    await untilAgreed(desk.store, desk.gateway, order, [order.totalCents], 5_000)
    expect(await readBooks(desk.store, desk.gateway, order)).toEqual({ ...agreed(order.totalCents, [order.totalCents]), gatewayRefunded: 0 })
    expect(await desk.refundCalls()).toBe(1)
    const [row] = await ledgerOf(desk.store, order.orderId)
    const { invoice } = await (await adminApi(desk.store)).get<{ invoice: { timeline: { actor: string | null; details: Record<string, unknown> | null }[] } }>(`/admin/fatura/invoices/${row!.id}`)
    expect(invoice.timeline.some(({ actor, details }) => actor && String(details?.reason).includes("receipt 4711"))).toBe(true)
  })

  test("a card that is processing when its order is cancelled is not refunded but cancelled", async () => {
    const placed = await placeOrder(desk.store, { providerId: "pp_card_fatura", data: cardData("tok_processing") })
    await desk.gateway.forgetRequests()
    await (await adminApi(desk.store)).post(`/admin/orders/${placed.orderId}/cancel`)
    await poll(async () => (await gatewayInvoiceOf(desk.gateway, placed.sessionId))._sandbox.canceled_at)
    expect(await desk.refundCalls()).toBe(0)
  })
})
