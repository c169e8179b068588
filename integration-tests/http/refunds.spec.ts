import {
  adminApi, placeOrder, poll, readOrder, sql, startGateway, startStore, untilPaid,
  type Gateway, type RawAnswer, type Store,
} from "../support"
import {
  agreed, cardData, gatewayInvoiceOf, ledgerOf, openProblem, openProblems, placePaidOrder, readBooks, refund, resolve, toCents, untilAgreed, untilQuiet, words,
  type PaidOrder,
} from "../support/books"

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, env: { FATURA_LOOK_UPS_PER_MINUTE: "100000" } })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

/** Lets what is under way end, so that one test's faults do not meet another's calls. */
afterEach(async () => {
  await gateway.clearFaults()
  await gateway.assume({ refund_result: "done", refund_unit: "cents" })
  await gateway.optionsMode("normal")
})

/** By PIX where the method does not matter: a card that is approved at once is looked at again after some seconds. */
const paidOrder = async (providerId = "pp_pix_fatura", items?: { sku: string; quantity?: number }[]): Promise<PaidOrder> => {
  const order = await placePaidOrder(store, gateway, { providerId, items })
  await untilQuiet(store, order)
  await gateway.forgetRequests()
  return order
}

const panelRefund = (order: PaidOrder, amount_cents?: number) => gateway.act(order.invoiceId, "refund", { amount_cents })
const refundCalls = async (): Promise<number> => (await gateway.counts())["PUT /invoices"] ?? 0
const expectOk = (answer: RawAnswer): void => expect([answer.status, words(answer)]).toEqual([200, ""])

const expectRefused = (answer: RawAnswer, about: RegExp): void => {
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(words(answer)).toMatch(about)
}

const expectBooks = async (order: PaidOrder, refunds: number[]): Promise<void> => {
  expect(await untilAgreed(store, gateway, order, refunds)).toEqual(agreed(order.totalCents, refunds))
  await untilQuiet(store, order)
  expect(await readBooks(store, gateway, order)).toEqual(agreed(order.totalCents, refunds))
}

describe("what is refunded stands in all books", () => {
  test.each(["pp_card_fatura", "pp_pix_fatura", "pp_boleto_fatura"])("a full refund of %s", async (providerId) => {
    const order = await paidOrder(providerId)
    expectOk(await refund(store, order.paymentId, order.totalCents / 100))
    await expectBooks(order, [order.totalCents])
    expect(await readOrder(store, order.orderId)).toMatchObject({ payment_status: "refunded" })
    expect(await ledgerOf(store, order.orderId)).toMatchObject([{ status: "refunded" }])
    expect(await refundCalls()).toBe(1)
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  test.each(["pp_card_fatura", "pp_boleto_fatura"])("three refunds from Medusa and two from the gateway's panel, in turns (%s)", async (providerId) => {
    const order = await paidOrder(providerId)
    expectOk(await refund(store, order.paymentId, 10.01))
    await expectBooks(order, [1001])
    await panelRefund(order, 533)
    await expectBooks(order, [1001, 533])
    expectOk(await refund(store, order.paymentId, 7.77))
    await panelRefund(order, 302)
    await expectBooks(order, [1001, 533, 777, 302])
    expectOk(await refund(store, order.paymentId, 0.99))
    await expectBooks(order, [1001, 533, 777, 302, 99])
    expect(await readOrder(store, order.orderId)).toMatchObject({ payment_status: "partially_refunded" })
    expect(await refundCalls()).toBe(3)
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  test("two panel refunds in a row (8 -> 8), then three from Medusa up to the last cent", async () => {
    const order = await paidOrder()
    await panelRefund(order, 1999)
    await panelRefund(order, 1)
    await poll(async () => (await readBooks(store, gateway, order)).refundRows === 2000)
    await untilQuiet(store, order)
    // Two that are told within the same moment may be booked as one; no cent more or less.
    const { refundRowCount, ...sums } = await readBooks(store, gateway, order)
    expect([1, 2]).toContain(refundRowCount)
    expect(sums).toMatchObject({ refundRows: 2000, transactions: order.totalCents - 2000, summaryRefunded: 2000, ledgerRefunded: 2000, gatewayRefunded: 2000 })
    for (const amount of [0.29, 33.33]) expectOk(await refund(store, order.paymentId, amount))
    const left = order.totalCents - 2000 - 29 - 3333
    expectRefused(await refund(store, order.paymentId, (left + 1) / 100), /\S/)
    expectOk(await refund(store, order.paymentId, left / 100))
    await untilQuiet(store, order)
    expect(await readBooks(store, gateway, order)).toMatchObject({ refundRows: order.totalCents, transactions: 0, ledgerRefunded: order.totalCents, gatewayRefunded: order.totalCents })
    expect(await readOrder(store, order.orderId)).toMatchObject({ payment_status: "refunded" })
    expect(await refundCalls()).toBe(3)
  })

  test("a full refund from the panel, told three times", async () => {
    const order = await paidOrder("pp_pix_fatura")
    await panelRefund(order)
    await gateway.sendNotice({ invoice_id: order.invoiceId, times: 3 })
    await expectBooks(order, [order.totalCents])
    expect(await readOrder(store, order.orderId)).toMatchObject({ payment_status: "refunded" })
    expect(await refundCalls()).toBe(0)
    expectRefused(await refund(store, order.paymentId, 1), /\S/)
    expect(await refundCalls()).toBe(0)
  })

  test("amounts are in cents whatever unit the gateway answers in", async () => {
    await gateway.assume({ refund_unit: "reais" })
    const order = await paidOrder()
    expectOk(await refund(store, order.paymentId, 12.34))
    await panelRefund(order, 201)
    await expectBooks(order, [1234, 201])
  })

  test("a refund costs one call, and its notice one validation at most", async () => {
    const order = await paidOrder()
    expectOk(await refund(store, order.paymentId, 5))
    await expectBooks(order, [500])
    const counts = await gateway.counts()
    expect(counts["PUT /invoices"]).toBe(1)
    expect(counts["GET /invoices"] ?? 0).toBe(0)
    expect(counts["OPTIONS /webhooks"] ?? 0).toBeLessThanOrEqual(1)
  })

  test("the summary's pending difference is what Medusa makes of a refund of any provider", async () => {
    const places = { ours: await paidOrder(), panel: await paidOrder(), plain: await plainOrder() }
    expectOk(await refund(store, places.ours.paymentId, 12.34))
    await panelRefund(places.panel, 1234)
    await expectBooks(places.panel, [1234])
    expectOk(await refund(store, places.plain.paymentId, 12.34))
    const summaries = await Promise.all(Object.values(places).map(({ orderId }) => summaryOf(orderId)))
    expect(summaries[0]).toEqual(summaries[2])
    expect(summaries[1]).toEqual(summaries[2])
    // Medusa writes a credit line over the refunded amount, so that nothing is outstanding again.
    expect(summaries[2]).toMatchObject({ pending: 0, refunded: 1234, creditLines: 1234 })
  })
})

/** An order captured by Medusa's own manual provider. */
async function plainOrder(): Promise<{ orderId: string; paymentId: string }> {
  const { orderId } = await placeOrder(store, { providerId: "pp_system_default" })
  const payment = (await readOrder(store, orderId)).payment_collections[0]!.payments[0]!
  await (await adminApi(store)).post(`/admin/payments/${payment.id}/capture`)
  await untilPaid(store, orderId)
  return { orderId, paymentId: payment.id }
}

async function summaryOf(orderId: string) {
  const { summary } = await readOrder(store, orderId)
  const [lines] = await sql<{ sum: string }>(store.databaseUrl, "select coalesce(sum(amount), 0) as sum from order_credit_line where order_id = $1 and deleted_at is null", [orderId])
  return { pending: toCents(summary.pending_difference), paid: toCents(summary.paid_total), refunded: toCents(summary.refunded_total), creditLines: toCents(lines!.sum) }
}

describe("an answer that is lost", () => {
  const losesNotices = () => gateway.fault({ match: { notice: true }, kind: "lose" })
  const losesAnswer = (kind = "hang-up-after") => gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind, times: 1 })
  const cannotAsk = () => gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "success-false" })

  test("is found out by asking, at once", async () => {
    const order = await paidOrder()
    await losesNotices()
    await losesAnswer()
    expectOk(await refund(store, order.paymentId, 20))
    await expectBooks(order, [2000])
    expect(await refundCalls()).toBe(1)
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  test("is refused in words while unknown, also to the next click, and booked once when the notice comes", async () => {
    const order = await paidOrder()
    await losesNotices()
    await losesAnswer()
    await cannotAsk()
    expectRefused(await refund(store, order.paymentId, 20), /not say|unknown|not known/i)
    expectRefused(await refund(store, order.paymentId, 20), /not known|unknown/i)
    expectRefused(await refund(store, order.paymentId, 1.5), /not known|unknown/i)
    expect(await refundCalls()).toBe(1)
    await openProblem(store, order.orderId, "refund_outcome_unknown")
    expect(await readBooks(store, gateway, order)).toEqual({ ...agreed(order.totalCents, []), gatewayRefunded: 2000 })
    await gateway.clearFaults()
    await gateway.sendNotice({ invoice_id: order.invoiceId, times: 2 })
    await expectBooks(order, [2000])
    expect(await openProblems(store, order.orderId)).toEqual([])
    expect(await refundCalls()).toBe(1)
    expectOk(await refund(store, order.paymentId, 1))
    await expectBooks(order, [2000, 100])
  })

  test("is booked once when staff ask the gateway by hand", async () => {
    const order = await paidOrder()
    await losesNotices()
    await losesAnswer()
    await cannotAsk()
    expectRefused(await refund(store, order.paymentId, 3.21), /not say/i)
    await gateway.clearFaults()
    const [row] = await ledgerOf(store, order.orderId)
    await (await adminApi(store)).post(`/admin/fatura/invoices/${row!.id}/sync`)
    await expectBooks(order, [321])
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  test("is booked once by the plugin's own look-up, without any notice", async () => {
    const order = await paidOrder()
    await losesNotices()
    await losesAnswer()
    await cannotAsk()
    expectRefused(await refund(store, order.paymentId, 6.66), /not say/i)
    await gateway.clearFaults()
    await minutesPass(3)
    expect(await untilAgreed(store, gateway, order, [666], 40_000)).toEqual(agreed(order.totalCents, [666]))
    expect(await refundCalls()).toBe(1)
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  test.each(["hang-up-before", "html-200", "500"])("that was never made (%s) blocks until staff say so", async (kind) => {
    const order = await paidOrder()
    await losesAnswer(kind)
    expectRefused(await refund(store, order.paymentId, 20), /not say/i)
    expectRefused(await refund(store, order.paymentId, 20), /not known/i)
    expect(await refundCalls()).toBe(1)
    const problem = await openProblem(store, order.orderId, "refund_outcome_unknown")
    expect(await readBooks(store, gateway, order)).toEqual(agreed(order.totalCents, []))
    expect((await resolve(store, problem.id, "dismiss")).status).toBe(200)
    expectOk(await refund(store, order.paymentId, 20))
    await expectBooks(order, [2000])
    expect(await refundCalls()).toBe(2)
  })

  test("of a process that was killed blocks, is raised and ends with the gateway's word", async () => {
    const order = await paidOrder()
    await losesNotices()
    await gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "delay-after-commit", ms: 8_000, times: 1 })
    const click = refund(store, order.paymentId, 11.5).catch(() => null)
    await poll(async () => (await gateway.invoice(order.invoiceId))._sandbox.refunded_cents === 1150)
    await store.kill()
    await click
    await gateway.clearFaults()
    await store.restart()
    expectRefused(await refund(store, order.paymentId, 11.5), /\S/)
    await minutesPass(3)
    await poll(async () => toCents((await ledgerOf(store, order.orderId))[0]!.refunded_amount) === 1150, 40_000)
    await expectBooks(order, [1150])
    expect(await refundCalls()).toBe(1)
  })
})

/** Moves what Medusa and the plugin remember about refunds that are under way into the past. */
async function minutesPass(minutes: number): Promise<void> {
  await sql(store.databaseUrl, "update fatura_refund set updated_at = updated_at - make_interval(mins => $1) where state in ('sending', 'unknown', 'pending')", [minutes])
  await sql(store.databaseUrl, "update refund set created_at = created_at - make_interval(mins => $1)", [minutes])
  await sql(store.databaseUrl, "update fatura_invoice set lease_until = lease_until - make_interval(mins => $1) where lease_until is not null", [minutes])
}

describe("at the same time", () => {
  test.each([[74.8, 74.8], [30, 30], [30, 12.5]])("two staff refund R$ %d and R$ %d: one is sent, the other reads why not", async (first, second) => {
    const order = await paidOrder()
    await gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "delay", ms: 400 })
    const answers = await Promise.all([refund(store, order.paymentId, first), refund(store, order.paymentId, second)])
    const sent = answers.map(({ status }, index) => (status === 200 ? [first, second][index]! : 0)).filter(Boolean)
    expect(sent).toHaveLength(1)
    expectRefused(answers.find(({ status }) => status !== 200)!, /\S/)
    expect(await refundCalls()).toBe(1)
    await expectBooks(order, [toCents(sent[0])])
  })

  test.each(["delay", "delay-after-commit"])("the panel refunds while one of ours is under way (%s)", async (kind) => {
    const order = await paidOrder()
    await gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind, ms: 2_000, times: 1 })
    const ours = refund(store, order.paymentId, 20)
    await poll(async () => (await refundCalls()) === 1)
    await new Promise((done) => setTimeout(done, 300))
    await panelRefund(order, 1010)
    expectOk(await ours)
    await expectBooks(order, [2000, 1010])
    expect(await refundCalls()).toBe(1)
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  test("the panel refunds the same amount while ours is under way", async () => {
    const order = await paidOrder()
    await gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "delay", ms: 2_000, times: 1 })
    const ours = refund(store, order.paymentId, 15)
    await poll(async () => (await refundCalls()) === 1)
    await new Promise((done) => setTimeout(done, 300))
    await panelRefund(order, 1500)
    expectOk(await ours)
    await expectBooks(order, [1500, 1500])
    expect(await refundCalls()).toBe(1)
  })
})

describe("refused", () => {
  test("by the gateway: in words, with nothing booked, and possible later", async () => {
    const order = await paidOrder()
    await gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "success-false", times: 1 })
    expectRefused(await refund(store, order.paymentId, 20), /Operacao nao realizada/)
    await expectBooks(order, [])
    expect(await ledgerOf(store, order.orderId)).toMatchObject([{ status: "paid" }])
    expectOk(await refund(store, order.paymentId, 20))
    await expectBooks(order, [2000])
  })

  test("while disputed; possible again when the dispute is won", async () => {
    const order = await paidOrder()
    await gateway.act(order.invoiceId, "dispute")
    await poll(async () => (await ledgerOf(store, order.orderId))[0]!.status === "disputed")
    expectRefused(await refund(store, order.paymentId, 20), /disput/i)
    expect(await refundCalls()).toBe(0)
    await expectBooks(order, [])
    await gateway.act(order.invoiceId, "dispute-won")
    await poll(async () => (await ledgerOf(store, order.orderId))[0]!.status === "paid")
    expectOk(await refund(store, order.paymentId, 20))
    await expectBooks(order, [2000])
  })

  test("before any call while the order has a change in progress; the panel's refund waits for its end", async () => {
    const order = await paidOrder()
    const api = await adminApi(store)
    const { order_change } = await api.post<{ order_change: { order_id: string } }>("/admin/order-edits", { order_id: order.orderId })
    expect(order_change.order_id).toBe(order.orderId)
    const answer = await refund(store, order.paymentId, 20)
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([409, "order_change_active"])
    expect(words(answer)).toMatch(/change in progress/)
    const cancel = await api.raw("POST", `/admin/orders/${order.orderId}/cancel`)
    expect(cancel.status).toBe(409)
    expect(await refundCalls()).toBe(0)
    await panelRefund(order, 444)
    await poll(async () => toCents((await ledgerOf(store, order.orderId))[0]!.refunded_amount) === 444)
    expect(await readBooks(store, gateway, order)).toMatchObject({ refundRows: 0, transactions: order.totalCents })
    await api.delete(`/admin/order-edits/${order.orderId}`)
    await expectBooks(order, [444])
    expectOk(await refund(store, order.paymentId, 20))
    await expectBooks(order, [444, 2000])
  })
})

describe("a refund that the gateway keeps pending", () => {
  const pendingRefund = async (): Promise<PaidOrder> => {
    await gateway.assume({ refund_result: "pending" })
    const order = await paidOrder()
    expectRefused(await refund(store, order.paymentId, 25.05), /working on it/i)
    await gateway.assume({ refund_result: "done" })
    expect(await ledgerOf(store, order.orderId)).toMatchObject([{ status: "refund_pending", refunded_amount: 0 }])
    return order
  }

  test("is shown as pending, books nothing until it is confirmed, and is booked once then", async () => {
    const order = await pendingRefund()
    await untilQuiet(store, order)
    expect(await readBooks(store, gateway, order)).toEqual(agreed(order.totalCents, []))
    expectRefused(await refund(store, order.paymentId, 25.05), /still working/i)
    expect(await refundCalls()).toBe(1)
    await panelRefund(order)
    await gateway.sendNotice({ invoice_id: order.invoiceId, times: 2 })
    await expectBooks(order, [2505])
    expectOk(await refund(store, order.paymentId, 1))
    await expectBooks(order, [2505, 100])
    expect(await refundCalls()).toBe(2)
  })

  test("and then refuses can be sent again", async () => {
    const order = await pendingRefund()
    await gateway.act(order.invoiceId, "refund-fail")
    await poll(async () => (await ledgerOf(store, order.orderId))[0]!.status === "paid")
    await expectBooks(order, [])
    expectOk(await refund(store, order.paymentId, 25.05))
    await expectBooks(order, [2505])
    expect(await refundCalls()).toBe(2)
  })
})

describe("cancelling a paid order", () => {
  const cancelOrder = async (order: PaidOrder) => (await adminApi(store)).raw("POST", `/admin/orders/${order.orderId}/cancel`)

  test.each(["pp_card_fatura", "pp_pix_fatura"])("refunds once (%s)", async (providerId) => {
    const order = await paidOrder(providerId)
    expect((await cancelOrder(order)).status).toBe(200)
    await expectBooks(order, [order.totalCents])
    expect(await readOrder(store, order.orderId)).toMatchObject({ status: "canceled" })
    expect(await refundCalls()).toBe(1)
    expect((await gateway.counts())["DELETE /invoices"] ?? 0).toBe(0)
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  test("after a partial refund returns only the rest", async () => {
    const order = await paidOrder()
    expectOk(await refund(store, order.paymentId, 14.79))
    expect((await cancelOrder(order)).status).toBe(200)
    await expectBooks(order, [1479, order.totalCents - 1479])
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  const cancelWithRefusedRefund = async (providerId?: string): Promise<{ order: PaidOrder; problemId: string }> => {
    const order = await paidOrder(providerId)
    await gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "success-false", times: 1 })
    expect((await cancelOrder(order)).status).toBe(200)
    const problem = await openProblem(store, order.orderId, "refund_failed_on_cancel")
    expect(await readBooks(store, gateway, order)).toMatchObject({ refundRows: 0, ledgerRefunded: 0, gatewayRefunded: 0 })
    return { order, problemId: problem.id }
  }

  test("although the gateway refuses the refund is raised, and staff's refund makes the books right", async () => {
    const { order, problemId } = await cancelWithRefusedRefund()
    const answer = await resolve(store, problemId, "refund")
    expect([answer.status, words(answer)]).toEqual([200, ""])
    await expectBooks(order, [order.totalCents])
    expect(await refundCalls()).toBe(2)
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  test("and a refund that the gateway refuses once more stays a problem", async () => {
    const { order, problemId } = await cancelWithRefusedRefund()
    await gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "success-false", times: 1 })
    expectRefused(await resolve(store, problemId, "refund"), /Operacao nao realizada/)
    expect(await openProblems(store, order.orderId)).toMatchObject([{ id: problemId, kind: "refund_failed_on_cancel" }])
    await panelRefund(order)
    await expectBooks(order, [order.totalCents])
    await poll(async () => (await openProblems(store, order.orderId)).length === 0)
  })

  test("a boleto's money that went back by bank transfer is recorded, with its reason", async () => {
    const { order, problemId } = await cancelWithRefusedRefund("pp_boleto_fatura")
    expectRefused(await resolve(store, problemId, "record_external_refund", { amount: order.totalCents / 100 + 1 }), /amount/i)
    const answer = await resolve(store, problemId, "record_external_refund", { reason: "Bank transfer of 27/11, receipt 4711" })
    expect([answer.status, words(answer)]).toEqual([200, ""])
    await untilAgreed(store, gateway, order, [order.totalCents], 5_000)
    expect(await readBooks(store, gateway, order)).toEqual({ ...agreed(order.totalCents, [order.totalCents]), gatewayRefunded: 0 })
    expect(await refundCalls()).toBe(1)
    const [row] = await ledgerOf(store, order.orderId)
    const { invoice } = await (await adminApi(store)).get<{ invoice: { timeline: { actor: string | null; details: Record<string, unknown> | null }[] } }>(`/admin/fatura/invoices/${row!.id}`)
    expect(invoice.timeline.some(({ actor, details }) => actor && String(details?.reason).includes("receipt 4711"))).toBe(true)
  })

  test("a card that is processing when its order is cancelled is not refunded but cancelled", async () => {
    const placed = await placeOrder(store, { providerId: "pp_card_fatura", data: cardData("tok_processing") })
    await gateway.forgetRequests()
    await (await adminApi(store)).post(`/admin/orders/${placed.orderId}/cancel`)
    await poll(async () => (await gatewayInvoiceOf(gateway, placed.sessionId))._sandbox.canceled_at)
    expect(await refundCalls()).toBe(0)
  })
})
