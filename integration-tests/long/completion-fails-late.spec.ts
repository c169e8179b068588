import path from "node:path"
import { addPaymentSession, capturedOnce, complete, createCart, moneyFacts, poll, readCart, readOrder, sql, storeApi, untilCaptured, type Completion } from "../support"
import { cardData, gatewayInvoiceOf, openProblems, pixData, resolve, untilQuiet } from "../support/books"
import { EditDesk } from "../support/edit-desk"
import { sessionOf } from "../support/order-desk"

const PIX = "pp_pix_fatura"
const CARD = "pp_card_fatura"
/** A provider that is not ours: it authorises whatever it is asked for. */
const OTHER = "pp_system_default"

const desk = new EditDesk({
  env: { NODE_OPTIONS: `--require ${path.join(__dirname, "../support/fail-late.cjs")}` },
  pluginOptions: { methods: { card: { attemptsPerCart: 20, attemptsPerAddress: 1_000 } } },
})

/** A cart whose completion fails in a step of the store's own, after the payment was authorised. */
async function failedCart(providerId: string, data?: Record<string, unknown>, { isMended = true } = {}) {
  const cart = await createCart(desk.store, { metadata: { fails_late: true } })
  const { session } = await addPaymentSession(desk.store, cart.id, providerId, data)
  const failed = await complete(desk.store, cart.id)
  expect(failed.type).not.toBe("order")
  expect(await ordersOf(cart.id)).toEqual([])
  if (isMended) {
    await mendStep(cart.id)
  }
  return { cartId: cart.id, sessionId: session.id }
}

/** The store mends its step. */
const mendStep = (cartId: string) => sql(desk.store.databaseUrl, "update cart set metadata = metadata - 'fails_late' where id = $1", [cartId])

/** Problems about money that has no order stand under the invoice alone. */
async function problemOf(sessionId: string): Promise<{ id: string; kind: string } | false> {
  const rows = await sql<{ id: string; kind: string }>(desk.store.databaseUrl, `select p.id, p.kind from fatura_problem p
    join fatura_invoice i on i.id = p.fatura_invoice_id where i.session_id = $1 and p.resolved_at is null`, [sessionId])
  return rows[0] ?? false
}

const ordersOf = (cartId: string) => sql<{ order_id: string }>(desk.store.databaseUrl, "select order_id from order_cart where cart_id = $1 and deleted_at is null", [cartId])

async function payBy(cartId: string, providerId: string, data?: Record<string, unknown>): Promise<Completion & { type: "order" }> {
  await addPaymentSession(desk.store, cartId, providerId, data)
  const completion = await complete(desk.store, cartId)
  expect(completion).toMatchObject({ type: "order" })
  return completion as Completion & { type: "order" }
}

/**
 * What the order's own books hold. Its payment status is another matter: Medusa counts the refund of the completion that
 * failed, since both payments are of one collection.
 */
const untilBooked = (orderId: string) =>
  poll(async () => {
    const facts = await moneyFacts(desk.store, orderId)
    return facts.transactions.length > 0 && facts
  })

async function expectPaidByPix(cartId: string): Promise<void> {
  const { order } = await payBy(cartId, PIX, pixData())
  const [code, ...others] = await desk.payable()
  expect([code?._sandbox.due_cents, others]).toEqual([7480, []])
  await desk.gateway.act(code!.invoice_id, "pay")
  expect((await untilBooked(order.id)).transactions).toEqual([74.8])
  await untilQuiet(desk.store, { orderId: order.id })
  expect(await openProblems(desk.store, order.id)).toEqual([])
}

describe("a completion that fails after the payment was authorised", () => {
  it("by a card that was charged: the money goes back, and the cart is paid by PIX", async () => {
    const { cartId, sessionId } = await failedCart(CARD, cardData())
    const card = await gatewayInvoiceOf(desk.gateway, sessionId)
    expect(card._sandbox).toMatchObject({ paid_cents: 7480, refunded_cents: 7480 })
    await expectPaidByPix(cartId)
  })

  it("by a card that was charged: the cart is paid by another card, once", async () => {
    const { cartId } = await failedCart(CARD, cardData())
    const { order } = await payBy(cartId, CARD, cardData())
    expect((await untilBooked(order.id)).transactions).toEqual([74.8])
    expect((await readOrder(desk.store, order.id)).summary.pending_difference).toBe(0)
    const kept = (await desk.madeHere()).map(({ _sandbox }) => _sandbox.paid_cents - _sandbox.refunded_cents)
    expect(kept).toEqual([0, 7480])
  })

  it("by a card whose amount is held: it is let go, and the cart is paid by PIX", async () => {
    const { cartId, sessionId } = await failedCart(CARD, cardData("tok_authorized"))
    await expectPaidByPix(cartId)
    expect((await gatewayInvoiceOf(desk.gateway, sessionId))._sandbox).toMatchObject({ paid_cents: 0, payable: false })
  })

  it("by PIX: the cart goes on with the same code", async () => {
    const { cartId, sessionId } = await failedCart(PIX, pixData())
    const completion = await complete(desk.store, cartId)
    expect(completion).toMatchObject({ type: "order" })
    expect(await desk.madeHere()).toHaveLength(1)
    await desk.gateway.act((await gatewayInvoiceOf(desk.gateway, sessionId)).invoice_id, "pay")
    expect(await untilCaptured(desk.store, (completion as { order: { id: string } }).order.id)).toEqual(capturedOnce(74.8))
  })

  it("by another provider: the cart is paid by PIX", async () => {
    const { cartId } = await failedCart(OTHER)
    await expectPaidByPix(cartId)
  })

  it("by PIX: the cart is paid by another provider, and the code ends", async () => {
    const { cartId } = await failedCart(PIX, pixData())
    const { order } = await payBy(cartId, OTHER)
    await poll(async () => (await desk.payable()).length === 0, 20_000)
    expect((await readOrder(desk.store, order.id)).status).toBe("pending")
  })

  it("by a card whose refund is refused: the money is not lost, and the cart is ordered with it", async () => {
    await desk.gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "success-false" })
    const { cartId, sessionId } = await failedCart(CARD, cardData())
    await desk.gateway.clearFaults()
    // By the sweep or by the shopper: both end with one order that holds the money.
    const orderId = await poll(async () => (await ordersOf(cartId))[0]?.order_id ?? (await complete(desk.store, cartId), false), 30_000)
    expect((await untilCaptured(desk.store, orderId)).captures).toEqual([74.8])
    expect((await gatewayInvoiceOf(desk.gateway, sessionId))._sandbox).toMatchObject({ paid_cents: 7480, refunded_cents: 0 })
  })
})

describe("a card that was charged and can't be refunded, for a completion that goes on failing", () => {
  async function raised() {
    await desk.gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "success-false" })
    const failed = await failedCart(CARD, cardData(), { isMended: false })
    const problem = await poll(() => problemOf(failed.sessionId), 60_000)
    expect(problem.kind).toBe("paid_without_order")
    await desk.gateway.clearFaults()
    return { ...failed, problem }
  }

  it("stands on the Problems list; returned from there, the cart is paid by PIX", async () => {
    const { cartId, sessionId, problem } = await raised()
    expect((await resolve(desk.store, problem.id, "refund")).status).toBe(200)
    await poll(async () => (await problemOf(sessionId)) === false, 20_000)
    expect((await gatewayInvoiceOf(desk.gateway, sessionId))._sandbox).toMatchObject({ paid_cents: 7480, refunded_cents: 7480 })
    await mendStep(cartId)
    await expectPaidByPix(cartId)
  }, 120_000)

  it("stands there until the shopper completes the cart with it", async () => {
    const { cartId, sessionId } = await raised()
    await mendStep(cartId)
    const completion = await complete(desk.store, cartId)
    expect(completion).toMatchObject({ type: "order" })
    await poll(async () => (await problemOf(sessionId)) === false, 60_000)
    expect((await untilCaptured(desk.store, (completion as { order: { id: string } }).order.id)).captures).toEqual([74.8])
    expect((await gatewayInvoiceOf(desk.gateway, sessionId))._sandbox).toMatchObject({ paid_cents: 7480, refunded_cents: 0 })
  }, 120_000)
})

describe("while a card's amount is held for an order", () => {
  it("no other payment of the purchase is issued, by whichever page", async () => {
    const cart = await createCart(desk.store)
    const { order } = await payBy(cart.id, CARD, cardData("tok_authorized"))
    const { body } = await desk.payLater(order.id, { provider_id: PIX })
    expect(body).toMatchObject({ code: "already_covered" })
    const { payment_collection: collection } = await readCart(desk.store, cart.id)
    const stale = await storeApi(desk.store).raw("POST", `/store/payment-collections/${collection!.id}/payment-sessions`, { provider_id: PIX, data: pixData() })
    expect([stale.status, stale.body]).toEqual([409, expect.objectContaining({ code: "already_covered" })])
    const [card, ...others] = await desk.madeHere()
    expect(others).toEqual([])
    await desk.gateway.act(card!.invoice_id, "pay")
    expect(await untilCaptured(desk.store, order.id)).toEqual(capturedOnce(74.8))
    expect((await readOrder(desk.store, order.id)).payment_collections).toHaveLength(1)
  })

  it("an edit that costs more makes Medusa let it go; what the gateway captured before it heard of that is captured all the same", async () => {
    const cart = await createCart(desk.store)
    const { order } = await payBy(cart.id, CARD, cardData("tok_authorized"))
    await desk.gateway.fault({ match: { method: "DELETE", path: "/invoices" }, kind: "success-false" })
    await desk.edit(order.id, { add: { sku: "CAFE-250", quantity: 1 } })
    const [card] = await desk.madeHere()
    await desk.gateway.act(card!.invoice_id, "pay")
    const { summary } = await poll(async () => {
      const read = await readOrder(desk.store, order.id)
      return read.summary.paid_total > 0 && read
    }, 30_000)
    await desk.gateway.clearFaults()
    expect([summary.paid_total, summary.pending_difference]).toEqual([74.8, 32.9])
  })

  it("an edit that costs more makes Medusa let it go; only only then is a code for the whole to be had", async () => {
    const cart = await createCart(desk.store)
    const { order } = await payBy(cart.id, CARD, cardData("tok_authorized"))
    await desk.gateway.fault({ match: { method: "DELETE", path: "/invoices" }, kind: "success-false" })
    await desk.edit(order.id, { add: { sku: "CAFE-250", quantity: 1 } })
    const early = await desk.payLater(order.id, { provider_id: PIX })
    expect(early.status).toBe(409)
    expect(await desk.madeHere()).toHaveLength(1)
    await desk.gateway.clearFaults()
    const session = await poll(async () => {
      const answer = await desk.payLater(order.id, { provider_id: PIX })
      return answer.status === 200 && sessionOf(answer)
    }, 30_000)
    expect(session.amount).toBe(107.7)
    await desk.gateway.act((await gatewayInvoiceOf(desk.gateway, session.id)).invoice_id, "pay")
    await poll(async () => (await readOrder(desk.store, order.id)).summary.pending_difference === 0)
    expect((await moneyFacts(desk.store, order.id)).captures).toEqual([107.7])
  })
})
