import { adminApi, moneyFacts, openProblems, poll, readOrder, sessionView, sql } from "../support"
import { gatewayInvoiceOf, openProblem, openProblems as problemsOf, placePaidOrder, resolve, untilQuiet } from "../support/books"
import { amounts, EditDesk } from "../support/edit-desk"
import { sessionOf } from "../support/order-desk"

const PIX = "pp_pix_fatura"
/** The sweep that looks for changes of which no event tells runs every 15 seconds. */
const BY_THE_SWEEP = 40_000

const desk = new EditDesk()

/** A paid order with a packet of coffee more, whose code for the difference of R$ 32,90 is open. */
async function withOpenDifference() {
  const paid = await placePaidOrder(desk.store, desk.gateway, { providerId: PIX, items: [{ sku: "CAFE-250", quantity: 2 }] })
  await desk.edit(paid.orderId, { setQuantity: { sku: "CAFE-250", quantity: 3 } })
  const session = sessionOf(await desk.payLater(paid.orderId))
  expect(amounts(await desk.payable())).toEqual([3290])
  return { ...paid, difference: session.id, code: (await gatewayInvoiceOf(desk.gateway, session.id)).invoice_id }
}

const untilNothingIsPayable = () => poll(async () => (await desk.payable()).length === 0, BY_THE_SWEEP)

async function addCredit(orderId: string, amount: number): Promise<void> {
  await (await adminApi(desk.store)).post(`/admin/orders/${orderId}/credit-lines`, { amount, reference: "goodwill", reference_id: "test" })
}

async function fulfilled(orderId: string, quantity: number): Promise<string> {
  const [item] = await desk.itemsOf(orderId)
  await (await adminApi(desk.store)).post(`/admin/orders/${orderId}/fulfillments`, { items: [{ id: item!.id, quantity }] })
  return item!.id
}

describe("the code for a difference of a paid order", () => {
  it.each([["taken back", 2, 0], ["turned to less than was paid", 1, -32.9]])("ends when the edit is %s, and nothing more is to be paid", async (_what, quantity, pending) => {
    const order = await withOpenDifference()
    await desk.edit(order.orderId, { setQuantity: { sku: "CAFE-250", quantity } })
    await untilNothingIsPayable()
    await untilQuiet(desk.store, order)
    expect((await readOrder(desk.store, order.orderId)).summary.pending_difference).toBe(pending)
    expect(await sessionView(desk.store, order.difference)).toMatchObject({ status: "canceled", next_step: "none", can_renew: false })
    expect((await desk.payLater(order.orderId)).body).toMatchObject({ code: "nothing_to_pay" })
    expect(await readOrder(desk.store, order.orderId)).toMatchObject({ status: "pending" })
  })

  it("is renewed for less when a part of it is credited, of which no event tells", async () => {
    const order = await withOpenDifference()
    await addCredit(order.orderId, 10)
    await poll(async () => amounts(await desk.payable()).join() === "2290", BY_THE_SWEEP)
    await desk.gateway.act((await desk.payable())[0]!.invoice_id, "pay")
    await poll(async () => (await readOrder(desk.store, order.orderId)).summary.pending_difference === 0)
    expect((await moneyFacts(desk.store, order.orderId)).captures).toEqual([81.7, 22.9])
  })

  it("ends when what was bought before is to come back", async () => {
    const paid = await placePaidOrder(desk.store, desk.gateway, { providerId: PIX, items: [{ sku: "CAFE-250", quantity: 2 }] })
    const item = await fulfilled(paid.orderId, 2)
    await desk.edit(paid.orderId, { add: { sku: "MEL-300", quantity: 1 } })
    sessionOf(await desk.payLater(paid.orderId))
    expect(amounts(await desk.payable())).toEqual([2933])
    const api = await adminApi(desk.store)
    const { return: begun } = await api.post<{ return: { id: string } }>("/admin/returns", { order_id: paid.orderId })
    await api.post(`/admin/returns/${begun.id}/request-items`, { items: [{ id: item, quantity: 1 }] })
    await api.post(`/admin/returns/${begun.id}/request`)
    await untilNothingIsPayable()
    expect((await readOrder(desk.store, paid.orderId)).summary.pending_difference).toBe(-3.57)
  })

  it("is not made when the gateway returns all of it while the goods are on their way back", async () => {
    const paid = await placePaidOrder(desk.store, desk.gateway, { providerId: PIX, items: [{ sku: "CAFE-250", quantity: 2 }] })
    const item = await fulfilled(paid.orderId, 2)
    const api = await adminApi(desk.store)
    const { return: begun } = await api.post<{ return: { id: string } }>("/admin/returns", { order_id: paid.orderId })
    await api.post(`/admin/returns/${begun.id}/request-items`, { items: [{ id: item, quantity: 2 }] })
    await api.post(`/admin/returns/${begun.id}/request`)
    await desk.gateway.act((await gatewayInvoiceOf(desk.gateway, paid.sessionId)).invoice_id, "refund")
    await poll(async () => (await readOrder(desk.store, paid.orderId)).payment_status === "refunded")
    await untilQuiet(desk.store, paid)
    expect((await readOrder(desk.store, paid.orderId)).summary.pending_difference).toBe(0)
    expect(await desk.payable()).toEqual([])
    expect(await problemsOf(desk.store, paid.orderId)).toEqual([])
  })

  it("ends when the exchange is cancelled, of which no event tells", async () => {
    const paid = await placePaidOrder(desk.store, desk.gateway, { providerId: PIX, items: [{ sku: "MEL-300" }] })
    const item = await fulfilled(paid.orderId, 1)
    const api = await adminApi(desk.store)
    const { exchange } = await api.post<{ exchange: { id: string } }>("/admin/exchanges", { order_id: paid.orderId })
    await api.post(`/admin/exchanges/${exchange.id}/inbound/items`, { items: [{ id: item, quantity: 1 }] })
    await api.post(`/admin/exchanges/${exchange.id}/outbound/items`, { items: [{ variant_id: await desk.variantId("CANECA-AREIA"), quantity: 1 }] })
    await api.post(`/admin/exchanges/${exchange.id}/request`)
    sessionOf(await desk.payLater(paid.orderId))
    expect(amounts(await desk.payable())).toEqual([2517])
    await api.post(`/admin/exchanges/${exchange.id}/cancel`)
    await untilNothingIsPayable()
    expect((await readOrder(desk.store, paid.orderId)).summary.pending_difference).toBe(0)
  })
})

describe("the code of an order that waits", () => {
  it("is renewed for less when a part of it is credited", async () => {
    const order = await desk.waitingOrder()
    await addCredit(order.orderId, 20)
    await poll(async () => amounts(await desk.payable()).join() === "6170", BY_THE_SWEEP)
    await desk.gateway.act((await desk.payable())[0]!.invoice_id, "pay")
    await poll(async () => (await readOrder(desk.store, order.orderId)).summary.pending_difference === 0)
    await untilQuiet(desk.store, order)
    expect((await moneyFacts(desk.store, order.orderId)).captures).toEqual([61.7])
    expect(await openProblems(desk.store)).toEqual([])
  })

  it("ends when all of it is credited, and the order stays", async () => {
    const order = await desk.waitingOrder()
    await addCredit(order.orderId, 81.7)
    await untilNothingIsPayable()
    await untilQuiet(desk.store, order)
    expect(await readOrder(desk.store, order.orderId)).toMatchObject({ status: "pending", summary: { pending_difference: 0 } })
  })

  it("is compared once, and left alone while it fits", async () => {
    const order = await desk.waitingOrder()
    await desk.edit(order.orderId, { setQuantity: { sku: "CAFE-250", quantity: 2 } })
    const fitted = async () => (await sql<{ fitted_to: Date | null }>(desk.store.databaseUrl, "select fitted_to from fatura_invoice where session_id = $1", [order.sessionId]))[0]!.fitted_to
    await poll(fitted, BY_THE_SWEEP)
    const [books] = await sql<{ at: Date }>(desk.store.databaseUrl, "select max(updated_at) as at from order_summary where order_id = $1", [order.orderId])
    expect(await fitted()).toEqual(books!.at)
    expect((await desk.payable()).map(({ invoice_id }) => invoice_id)).toEqual([order.invoice.invoice_id])
  })
})

describe("a code that is paid although its order owes less by now", () => {
  const undecidedOf = (problem: unknown) => (problem as { undecided_amount: number }).undecided_amount
  const refundedAt = async (code: string) => (await desk.gateway.invoice(code))._sandbox.refunded_cents

  async function decided(orderId: string, action: string, undecided: number): Promise<void> {
    const problem = await openProblem(desk.store, orderId, "overpaid", BY_THE_SWEEP)
    expect(undecidedOf(problem)).toBe(undecided)
    expect((await resolve(desk.store, problem.id, action)).status).toBe(200)
    await untilQuiet(desk.store, { orderId })
    expect(await problemsOf(desk.store, orderId)).toEqual([])
  }

  it("is not captured when nothing is owed: the edit was taken back, the money goes back", async () => {
    const order = await withOpenDifference()
    await desk.gateway.act(order.code, "process")
    await desk.edit(order.orderId, { setQuantity: { sku: "CAFE-250", quantity: 2 } })
    await desk.gateway.act(order.code, "pay")
    await decided(order.orderId, "refund", 32.9)
    expect(await refundedAt(order.code)).toBe(3290)
    expect((await moneyFacts(desk.store, order.orderId)).captures).toEqual([81.7])
    expect(await readOrder(desk.store, order.orderId)).toMatchObject({ status: "pending", summary: { pending_difference: 0 } })
  })

  it("is captured for what is still owed of a difference; the rest goes back, and the order stays paid", async () => {
    const order = await withOpenDifference()
    await desk.gateway.act(order.code, "process")
    await addCredit(order.orderId, 10)
    await desk.gateway.act(order.code, "pay")
    await decided(order.orderId, "refund", 10)
    expect(await refundedAt(order.code)).toBe(1000)
    const facts = await moneyFacts(desk.store, order.orderId)
    expect([facts.captures, facts.refunds]).toEqual([[81.7, 22.9], []])
    const { summary, payment_collections: collections } = await readOrder(desk.store, order.orderId)
    expect([summary.pending_difference, collections.map(({ status }) => status)]).toEqual([0, ["completed", "completed"]])
  })

  it("is captured for what a waiting order still owes; the rest is kept", async () => {
    const order = await desk.waitingOrder()
    await desk.gateway.act(order.invoice.invoice_id, "process")
    await addCredit(order.orderId, 20)
    await desk.gateway.act(order.invoice.invoice_id, "pay")
    await decided(order.orderId, "dismiss", 20)
    expect((await moneyFacts(desk.store, order.orderId)).captures).toEqual([61.7])
    expect(await readOrder(desk.store, order.orderId)).toMatchObject({ status: "pending", payment_status: "captured", summary: { pending_difference: 0 } })
  })

  it("leaves a waiting order that was credited whole as it is when its money went back", async () => {
    const order = await desk.waitingOrder()
    await desk.gateway.act(order.invoice.invoice_id, "process")
    await addCredit(order.orderId, 81.7)
    await desk.gateway.act(order.invoice.invoice_id, "pay")
    await decided(order.orderId, "refund", 81.7)
    expect((await moneyFacts(desk.store, order.orderId)).captures).toEqual([])
    await sql(desk.store.databaseUrl, "update fatura_invoice set cancel_at = now() - interval '1 minute' where order_id = $1", [order.orderId])
    await desk.gateway.act(order.invoice.invoice_id, "refund").catch(() => undefined)
    await untilQuiet(desk.store, order)
    expect((await readOrder(desk.store, order.orderId)).status).toBe("pending")
  })
})
