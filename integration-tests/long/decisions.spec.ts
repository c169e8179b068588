import { adminApi, placeOrder, poll, readOrder, sql, startGateway, startStore, storeApi, untilPaid, type Gateway, type PlacedOrder, type RawAnswer, type Store } from "../support"
import { cardData, gatewayInvoiceOf, ledgerOf, openProblem, openProblems, pixData, refund, reservedUnits, resolve, toCents, untilQuiet, words } from "../support/books"

const PIX = "pp_pix_fatura"
const BOLETO = "pp_boleto_fatura"

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

type Waiting = PlacedOrder & { invoiceId: string }

const expectOk = (answer: RawAnswer): void => expect([answer.status, words(answer)]).toEqual([200, ""])
const amountsOf = ({ body }: RawAnswer) => (body as { problem: Record<string, unknown> }).problem
const refundedAt = async (invoiceId: string): Promise<number> => (await gateway.invoice(invoiceId))._sandbox.refunded_cents

async function waiting(providerId: string, data: Record<string, unknown> = pixData()): Promise<Waiting> {
  const order = await placeOrder(store, { providerId, data })
  return { ...order, invoiceId: (await gatewayInvoiceOf(gateway, order.sessionId)).invoice_id }
}

async function renew(order: PlacedOrder, providerId: string): Promise<{ sessionId: string; invoiceId: string }> {
  const answer = await storeApi(store).raw("POST", `/store/fatura/orders/${order.orderId}/payment`, { provider_id: providerId })
  expectOk(answer)
  const sessionId = (answer.body as { session: { id: string } }).session.id
  return { sessionId, invoiceId: (await gatewayInvoiceOf(gateway, sessionId)).invoice_id }
}

async function seenByShopper(sessionId: string): Promise<{ status: string; next_step: string }> {
  return (await storeApi(store).get<{ session: { status: string; next_step: string } }>(`/store/fatura/sessions/${sessionId}`)).session
}

async function booked(orderId: string) {
  const order = await readOrder(store, orderId)
  const payments = order.payment_collections.flatMap((collection) => collection.payments)
  const sum = (rows: { amount: unknown }[]) => rows.reduce((total, { amount }) => total + toCents(amount), 0)
  return {
    paymentIds: payments.map(({ id }) => id),
    status: order.payment_status,
    captured: sum(payments.flatMap(({ captures }) => captures)),
    refunded: sum(payments.flatMap(({ refunds }) => refunds)),
    left: toCents(order.summary.pending_difference),
  }
}

test("a second payment that goes back is not booked as a refund of the first, though both have one session", async () => {
  const order = await waiting(PIX)
  const renewed = await renew(order, BOLETO)
  await gateway.act(order.invoiceId, "pay")
  await untilPaid(store, order.orderId)
  await gateway.act(renewed.invoiceId, "pay")
  const problem = await openProblem(store, order.orderId, "paid_twice")
  expectOk(await resolve(store, problem.id, "refund"))
  await untilQuiet(store, order)
  expect(await refundedAt(renewed.invoiceId)).toBe(toCents(order.total))
  const after = await booked(order.orderId)
  expect(after).toMatchObject({ status: "captured", captured: toCents(order.total), refunded: 0, left: 0 })
  expect(await openProblems(store, order.orderId)).toEqual([])
  expectOk(await refund(store, after.paymentIds[0]!, order.total))
  await untilQuiet(store, order)
  expect(await refundedAt(order.invoiceId)).toBe(toCents(order.total))
  expect(await booked(order.orderId)).toMatchObject({ status: "refunded", refunded: toCents(order.total), left: 0 })
})

test("when the first of two payments of one session went back, the second does not take its capture over", async () => {
  const order = await waiting(PIX)
  const renewed = await renew(order, BOLETO)
  await gateway.act(order.invoiceId, "pay")
  await untilPaid(store, order.orderId)
  await gateway.act(renewed.invoiceId, "pay")
  const problem = await openProblem(store, order.orderId, "paid_twice")
  expectOk(await refund(store, (await booked(order.orderId)).paymentIds[0]!, order.total))
  await untilQuiet(store, order)
  await sql(store.databaseUrl, `insert into fatura_outbox (id, kind, fatura_invoice_id, state, next_try_at) select 'fout_' || id, 'settle', id, 'pending', now() from fatura_invoice where invoice_id = $1`, [renewed.invoiceId])
  await untilQuiet(store, order)
  const books = { captured: toCents(order.total), refunded: toCents(order.total), left: 0 }
  expect(await booked(order.orderId)).toMatchObject(books)
  expect(await openProblems(store, order.orderId)).toMatchObject([{ id: problem.id, kind: "paid_twice", undecided_amount: order.total }])
  expectOk(await resolve(store, problem.id, "refund"))
  await untilQuiet(store, order)
  expect([await refundedAt(order.invoiceId), await refundedAt(renewed.invoiceId)]).toEqual([toCents(order.total), toCents(order.total)])
  expect(await booked(order.orderId)).toMatchObject(books)
  expect(await openProblems(store, order.orderId)).toEqual([])
})

describe("a card that is held", () => {
  const held = () => waiting("pp_card_fatura", cardData("tok_authorized"))
  const unheardCancel = () => gateway.fault({ match: { method: "DELETE", path: "/invoices" }, kind: "success-false" })
  afterEach(() => gateway.clearFaults())

  test("and captured for too little is not captured in Medusa by its button; what staff accept is", async () => {
    const order = await held()
    await gateway.act(order.invoiceId, "pay", { amount_cents: 1_000 })
    const problem = await openProblem(store, order.orderId, "paid_too_little")
    const { paymentIds } = await booked(order.orderId)
    const pressed = await (await adminApi(store)).raw("POST", `/admin/payments/${paymentIds[0]}/capture`, {})
    expect([pressed.status >= 400, words(pressed)]).toEqual([true, expect.stringMatching(/not what the order owed/)])
    expect(await booked(order.orderId)).toMatchObject({ captured: 0 })
    expectOk(await resolve(store, problem.id, "accept"))
    await untilQuiet(store, order)
    expect(await booked(order.orderId)).toMatchObject({ captured: 1_000, left: 0 })
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  test("and captured by the gateway before it hears that its order was cancelled can be accepted", async () => {
    const order = await held()
    await unheardCancel()
    await (await adminApi(store)).post(`/admin/orders/${order.orderId}/cancel`)
    await gateway.act(order.invoiceId, "pay")
    const problem = await openProblem(store, order.orderId, "paid_after_cancel")
    expectOk(await resolve(store, problem.id, "accept"))
    await untilPaid(store, order.orderId)
    await untilQuiet(store, order)
    expect(await booked(order.orderId)).toMatchObject({ captured: toCents(order.total), refunded: 0, left: 0 })
    expect(await openProblems(store, order.orderId)).toEqual([])
  })
})

test("money that staff recorded as returned and the gateway returns as well is raised, once", async () => {
  const order = await waiting(PIX)
  await sql(store.databaseUrl, `update fatura_invoice set cancel_at = now() - interval '1 minute', next_check_at = now() where order_id = $1`, [order.orderId])
  await poll(async () => (await readOrder(store, order.orderId)).status === "canceled", 60_000)
  await gateway.act(order.invoiceId, "pay")
  expectOk(await resolve(store, (await openProblem(store, order.orderId, "paid_after_cancel")).id, "record_external_refund"))
  expect(await openProblems(store, order.orderId)).toEqual([])
  await gateway.act(order.invoiceId, "refund")
  const problem = await openProblem(store, order.orderId, "returned_twice")
  expectOk(await resolve(store, problem.id, "dismiss"))
  await gateway.sendNotice({ invoice_id: order.invoiceId, code: 9 })
  await untilQuiet(store, order)
  expect(await openProblems(store, order.orderId)).toEqual([])
})

test("a late payment is decided about in parts, until nothing of it is left", async () => {
  const order = await waiting(PIX)
  await sql(store.databaseUrl, `update fatura_invoice set cancel_at = now() - interval '1 minute', next_check_at = now() where order_id = $1`, [order.orderId])
  await poll(async () => (await readOrder(store, order.orderId)).status === "canceled", 60_000)
  await gateway.act(order.invoiceId, "pay")
  const problem = await openProblem(store, order.orderId, "paid_after_cancel")
  expect(problem).toMatchObject({ paid_amount: order.total, due_amount: order.total, undecided_amount: order.total })
  const first = await resolve(store, problem.id, "refund", { amount: 10.5 })
  expectOk(first)
  expect(amountsOf(first)).toMatchObject({ resolved_at: null, returned_amount: 10.5, undecided_amount: Math.round((order.total - 10.5) * 100) / 100 })
  const second = await resolve(store, problem.id, "record_external_refund", { amount: 5 })
  expectOk(second)
  expect(amountsOf(second)).toMatchObject({ resolved_at: null, undecided_amount: Math.round((order.total - 15.5) * 100) / 100 })
  const third = await resolve(store, problem.id, "dismiss", { amount: 1 })
  expectOk(third)
  expect(amountsOf(third)).toMatchObject({ resolved_at: null, undecided_amount: Math.round((order.total - 16.5) * 100) / 100 })
  const last = await resolve(store, problem.id, "refund")
  expectOk(last)
  expect(amountsOf(last)).toMatchObject({ resolution: "refund", undecided_amount: 0 })
  await untilQuiet(store, order)
  expect(await refundedAt(order.invoiceId)).toBe(toCents(order.total) - 600)
  expect(await ledgerOf(store, order.orderId)).toMatchObject([{ external_refunded_amount: 5, kept_amount: 1, captured_amount: 0 }])
  expect(await openProblems(store, order.orderId)).toEqual([])
  expect(await booked(order.orderId)).toMatchObject({ captured: 0, refunded: 0 })
})

test("too little, accepted: what came in is captured, the rest credited, and no more can be refunded", async () => {
  const order = await waiting(BOLETO)
  await gateway.act(order.invoiceId, "pay", { amount_cents: 1_000 })
  const problem = await openProblem(store, order.orderId, "paid_too_little")
  expect(problem).toMatchObject({ paid_amount: 10, undecided_amount: 10, accept_amount: 10 })
  expectOk(await resolve(store, problem.id, "accept"))
  await untilQuiet(store, order)
  expect(await openProblems(store, order.orderId)).toEqual([])
  const after = await booked(order.orderId)
  expect(after).toMatchObject({ status: "captured", captured: 1_000, left: 0 })
  expect(await ledgerOf(store, order.orderId)).toMatchObject([{ captured_amount: 10, paid_amount: 10, amount: order.total }])
  expect(await seenByShopper(order.sessionId)).toMatchObject({ status: "paid" })
  const tooMuch = await refund(store, after.paymentIds[0]!, 50)
  expect(tooMuch.status).toBeGreaterThanOrEqual(400)
  expectOk(await refund(store, after.paymentIds[0]!, 4))
  await untilQuiet(store, order)
  expect(await refundedAt(order.invoiceId)).toBe(400)
  expect(await booked(order.orderId)).toMatchObject({ status: "partially_refunded", captured: 1_000, refunded: 400, left: 0 })
})

test("too little, returned: the order lives on as an unpaid one, and another code pays it", async () => {
  const order = await waiting(BOLETO)
  await gateway.act(order.invoiceId, "pay", { amount_cents: 1_000 })
  const problem = await openProblem(store, order.orderId, "paid_too_little")
  expect(await seenByShopper(order.sessionId)).toMatchObject({ status: "unknown", next_step: "contact" })
  expectOk(await resolve(store, problem.id, "refund"))
  await untilQuiet(store, order)
  expect(await openProblems(store, order.orderId)).toEqual([])
  expect(await seenByShopper(order.sessionId)).toMatchObject({ status: "refunded", next_step: "retry", can_renew: true })
  expect(await readOrder(store, order.orderId)).toMatchObject({ status: "pending" })
  const renewed = await renew(order, PIX)
  expect(renewed.sessionId).not.toBe(order.sessionId)
  await gateway.act(renewed.invoiceId, "pay")
  await untilPaid(store, order.orderId)
  await untilQuiet(store, order)
  expect(await booked(order.orderId)).toMatchObject({ captured: toCents(order.total), refunded: 0, left: 0 })
  expect(await openProblems(store, order.orderId)).toEqual([])
})

test("too little, kept, and no other code had: the order ends like an expired one, and is not raised again", async () => {
  const order = await waiting(BOLETO)
  await gateway.act(order.invoiceId, "pay", { amount_cents: 1_000 })
  const problem = await openProblem(store, order.orderId, "paid_too_little")
  expectOk(await resolve(store, problem.id, "dismiss"))
  await gateway.sendNotice({ invoice_id: order.invoiceId, times: 2 })
  await untilQuiet(store, order)
  expect(await openProblems(store, order.orderId)).toEqual([])
  expect(await ledgerOf(store, order.orderId)).toMatchObject([{ kept_amount: 10, captured_amount: 0, is_live: false }])
  expect(await reservedUnits(store, order.orderId)).toBe(1)
  await sql(store.databaseUrl, `update fatura_invoice set paid_at = paid_at - interval '2 hours', cancel_at = now() - interval '1 hour' where order_id = $1`, [order.orderId])
  await poll(async () => (await readOrder(store, order.orderId)).status === "canceled", 60_000)
  expect(await reservedUnits(store, order.orderId)).toBe(0)
})

test("too much: what is due is captured, and the excess decided about without touching it", async () => {
  const order = await waiting(BOLETO)
  await gateway.act(order.invoiceId, "pay", { amount_cents: toCents(order.total) + 2_500 })
  await untilPaid(store, order.orderId)
  const problem = await openProblem(store, order.orderId, "overpaid")
  expect(problem).toMatchObject({ undecided_amount: 25, due_amount: order.total })
  expectOk(await resolve(store, problem.id, "refund"))
  await untilQuiet(store, order)
  expect(await refundedAt(order.invoiceId)).toBe(2_500)
  expect(await booked(order.orderId)).toMatchObject({ status: "captured", captured: toCents(order.total), refunded: 0, left: 0 })
  expect(await openProblems(store, order.orderId)).toEqual([])
})

test("a payment without an amount that can be is raised; the amount told later captures it", async () => {
  const order = await waiting(PIX)
  await gateway.act(order.invoiceId, "pay", { notify: false })
  await sql(store.databaseUrl, `update fatura_invoice set status = 'paid', paid_at = now(), paid_cents = null where order_id = $1`, [order.orderId])
  await sql(store.databaseUrl, `insert into fatura_outbox (id, kind, fatura_invoice_id, state, next_try_at) select 'fout_' || id, 'settle', id, 'pending', now() from fatura_invoice where order_id = $1`, [order.orderId])
  const problem = await openProblem(store, order.orderId, "paid_amount_unknown", 30_000)
  expect(problem).toMatchObject({ paid_amount: null, undecided_amount: order.total })
  expect(await booked(order.orderId)).toMatchObject({ captured: 0 })
  await gateway.sendNotice({ invoice_id: order.invoiceId })
  await untilPaid(store, order.orderId)
  await untilQuiet(store, order)
  expect(await openProblems(store, order.orderId)).toEqual([])
})
