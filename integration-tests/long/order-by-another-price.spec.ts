import { adminApi, poll, readCart, readOrder, sessionView, storeApi, untilCaptured, addPaymentSession, complete, cpf, placeOrder, type RawAnswer } from "../support"
import { cardData, fulfil, gatewayInvoiceOf, ledgerOf, openProblem, pixData, reservedUnits, setStock, untilQuiet } from "../support/books"
import { sql } from "../support/database"
import { OrderDesk, sessionOf } from "../support/order-desk"

const PIX = "pp_pix_fatura"
const BOLETO = "pp_boleto_fatura"
const CARD = "pp_card_fatura"

/** 58,90 for the coffee and 15,90 for its delivery; 5 % off the coffee by PIX leave 71,855. */
const [WHOLE, BY_PIX] = [74.8, 71.86]

const desk = new OrderDesk({ pluginOptions: { onExpiry: "keep_order", methods: { pix: { discount: { type: "percent", value: 5 } }, card: { minInstallmentAmount: 10 } } } })

async function orderBy(providerId: string) {
  const order = await placeOrder(desk.store, { providerId, data: pixData() })
  return { ...order, invoiceId: (await gatewayInvoiceOf(desk.gateway, order.sessionId)).invoice_id }
}

type View = { renewals?: { provider_id: string; amount: number; new_cart: boolean }[] }
const renewals = async (sessionId: string) =>
  ((await sessionView(desk.store, sessionId)) as View).renewals?.map(({ provider_id, amount, new_cart }) => [provider_id, amount, new_cart])

const cartOf = (answer: RawAnswer): string => {
  expect(answer).toMatchObject({ status: 200, body: { cart: { id: expect.any(String) } } })
  return (answer.body as { cart: { id: string } }).cart.id
}

const carts = async () => Number((await sql<{ count: string }>(desk.store.databaseUrl, "select count(*) from cart where deleted_at is null"))[0]!.count)

async function offerPix(offered: boolean): Promise<void> {
  const api = await adminApi(desk.store)
  const payment_providers = [BOLETO, CARD, "pp_system_default", ...(offered ? [PIX] : [])]
  await api.post(`/admin/regions/${desk.store.regionId}`, { payment_providers })
}

/** A session of its own kind of collection, as of a provider whose payment takes days. */
async function waitForAnotherProvider(orderId: string): Promise<void> {
  const db = desk.store.databaseUrl
  const amount = `'{"value":"74.8","precision":20}'`
  await sql(db, `insert into payment_collection (id, currency_code, amount, raw_amount, status) values ('pay_col_other', 'brl', 74.8, ${amount}, 'awaiting')`)
  await sql(db, "insert into order_payment_collection (id, order_id, payment_collection_id) values ('ordpay_other', $1, 'pay_col_other')", [orderId])
  await sql(db, `insert into payment_session (id, currency_code, amount, raw_amount, provider_id, data, status, payment_collection_id) values ('payses_other', 'brl', 74.8, ${amount}, 'pp_system_default', '{}', 'pending', 'pay_col_other')`)
}

describe("an order with the discount of PIX", () => {
  it("is sold by a boleto at the boleto's price, in a new cart, which the shopper sees before", async () => {
    const order = await orderBy(PIX)
    expect(await renewals(order.sessionId)).toEqual([[PIX, BY_PIX, false], [BOLETO, WHOLE, true], [CARD, WHOLE, true]])
    const options = await storeApi(desk.store).get<{ methods: { provider_id: string; amount: number; installments?: { count: number; total: number }[] }[] }>(`/store/fatura/checkout?session_id=${order.sessionId}`)
    expect(options.methods.find(({ provider_id }) => provider_id === CARD)).toMatchObject({ amount: WHOLE, new_cart: true })
    expect(options.methods.find(({ provider_id }) => provider_id === CARD)!.installments!.at(-1)).toEqual({ count: 7, amount: 10.69, total: 74.8 })

    const cartId = cartOf(await desk.payLater(order.orderId, { provider_id: BOLETO }))
    expect(await desk.payable()).toEqual([])
    await poll(async () => (await readOrder(desk.store, order.orderId)).status === "canceled")
    expect(await reservedUnits(desk.store, order.orderId)).toBe(0)
    expect(await readCart(desk.store, cartId)).toMatchObject({ total: WHOLE, shipping_total: 15.9, discount_total: 0 })
    await addPaymentSession(desk.store, cartId, BOLETO, { payer: { document: cpf() } })
    expect(await complete(desk.store, cartId)).toMatchObject({ type: "order", order: { total: WHOLE } })
    expect((await desk.payable()).map(({ _sandbox }) => _sandbox.due_cents)).toEqual([7480])
  })

  it("stays at its price by PIX", async () => {
    const order = await orderBy(PIX)
    const session = sessionOf(await desk.payLater(order.orderId, { provider_id: PIX }))
    expect(session.amount).toBeCloseTo(BY_PIX, 2)
    expect((await desk.payable()).map(({ _sandbox }) => _sandbox.due_cents)).toEqual([7186])
  })

  it("is not sold cheaper by Medusa's own route either, by our methods or by another provider", async () => {
    const order = await orderBy(PIX)
    await desk.gateway.act(order.invoiceId, "cancel")
    await poll(async () => (await ledgerOf(desk.store, order.orderId))[0]!.status === "canceled")
    await untilQuiet(desk.store, order)
    for (const provider_id of [BOLETO, CARD, "pp_system_default"]) {
      const refused = await storeApi(desk.store).raw("POST", `/store/payment-collections/${order.paymentCollectionId}/payment-sessions`, { provider_id })
      expect([refused.status, (refused.body as { code?: string }).code]).toEqual([409, "other_price"])
    }
  })

  it("that staff have completed unpaid is sold by PIX at its price, and by no other method", async () => {
    const order = await orderBy(PIX)
    await (await adminApi(desk.store)).post(`/admin/orders/${order.orderId}/complete`, {})
    for (const provider_id of [BOLETO, CARD]) {
      const refused = await desk.payLater(order.orderId, { provider_id, ...(provider_id === CARD && cardData()) })
      expect([refused.status, (refused.body as { code?: string }).code]).toEqual([409, "only_same_method"])
    }
    expect(sessionOf(await desk.payLater(order.orderId, { provider_id: PIX })).amount).toBeCloseTo(BY_PIX, 2)
    expect((await desk.payable()).map(({ _sandbox }) => _sandbox.due_cents)).toEqual([7186])
  })

  it("goes into a new cart also when it holds the last units of the stock", async () => {
    const before = await setStock(desk.store, "MEL-300", 1)
    const order = await placeOrder(desk.store, { providerId: PIX, data: pixData(), items: [{ sku: "MEL-300" }] })
    const cartId = cartOf(await desk.payLater(order.orderId, { provider_id: BOLETO }))
    await addPaymentSession(desk.store, cartId, BOLETO, { payer: { document: cpf() } })
    expect(await complete(desk.store, cartId)).toMatchObject({ type: "order" })
    await setStock(desk.store, "MEL-300", before)
  })

  it("that was paid meanwhile is shown as paid, and stays", async () => {
    const order = await orderBy(PIX)
    await desk.gateway.act(order.invoiceId, "pay", { notify: false })
    const before = await carts()
    expect(sessionOf(await desk.payLater(order.orderId, { provider_id: BOLETO }))).toMatchObject({ id: order.sessionId, status: "paid" })
    expect((await untilCaptured(desk.store, order.orderId)).orderStatus).toBe("pending")
    expect(await carts()).toBe(before)
  })

  it("leaves no cart behind when the gateway does not say whether its code has ended", async () => {
    const order = await orderBy(PIX)
    await desk.gateway.fault({ match: { method: "DELETE", path: "/invoices" }, kind: "500", times: 5 })
    const before = await carts()
    expect((await desk.payLater(order.orderId, { provider_id: BOLETO })).status).toBe(409)
    expect(await carts()).toBe(before)
    expect((await readOrder(desk.store, order.orderId)).status).toBe("pending")
  })
})

describe("an order with a code that its shopper typed", () => {
  /** 10 % off the coffee leave 53,01, with its delivery 68,91; 5 % more by PIX 66,26. */
  const [WITH_CODE, WITH_CODE_BY_PIX] = [68.91, 66.26]
  const codesOf = async (cartId: string) => (await storeApi(desk.store).get<{ cart: { promotions: { code: string; is_automatic: boolean }[] } }>(`/store/carts/${cartId}`)).cart.promotions.flatMap(({ code, is_automatic }) => (is_automatic ? [] : [code]))
  async function setCode(status: "active" | "inactive"): Promise<void> {
    const api = await adminApi(desk.store)
    const { promotions } = await api.get<{ promotions: { id: string }[] }>("/admin/promotions?code=PRIMEIRA10")
    await api.post(`/admin/promotions/${promotions[0]!.id}`, { status })
  }
  const typed = (providerId: string) => placeOrder(desk.store, { providerId, data: pixData(), promotion: "PRIMEIRA10" })

  it("takes it into the new cart, at the price that was shown", async () => {
    const order = await typed(PIX)
    expect(await renewals(order.sessionId)).toEqual([[PIX, WITH_CODE_BY_PIX, false], [BOLETO, WITH_CODE, true], [CARD, WITH_CODE, true]])
    const cartId = cartOf(await desk.payLater(order.orderId, { provider_id: BOLETO }))
    expect(await codesOf(cartId)).toEqual(["PRIMEIRA10"])
    expect(await readCart(desk.store, cartId)).toMatchObject({ total: WITH_CODE, shipping_total: 15.9 })
    await addPaymentSession(desk.store, cartId, BOLETO, { payer: { document: cpf() } })
    expect(await complete(desk.store, cartId)).toMatchObject({ type: "order", order: { total: WITH_CODE } })
  })

  it("takes it along as well when it was cancelled", async () => {
    const order = await typed(BOLETO)
    await (await adminApi(desk.store)).post(`/admin/orders/${order.orderId}/cancel`, {})
    expect(await codesOf(cartOf(await desk.payLater(order.orderId, {})))).toEqual(["PRIMEIRA10"])
  })

  it("is promised no code that staff have ended, and its cart has none", async () => {
    const order = await typed(BOLETO)
    await setCode("inactive")
    expect(await renewals(order.sessionId)).toEqual([[PIX, BY_PIX, true], [BOLETO, WITH_CODE, false], [CARD, WITH_CODE, false]])
    const cartId = cartOf(await desk.payLater(order.orderId, { provider_id: PIX }))
    expect(await codesOf(cartId)).toEqual([])
    expect((await readCart(desk.store, cartId)).total).toBeCloseTo(BY_PIX, 1)
    await setCode("active")
  })
})

describe("an order without a discount", () => {
  it("is not given up for a cart that costs more than was shown: the catalogue is dearer by now", async () => {
    const order = await orderBy(BOLETO)
    const raise = (factor: number) => sql(desk.store.databaseUrl, "update price set amount = amount * $1::numeric, raw_amount = jsonb_set(raw_amount, '{value}', to_jsonb((amount * $1::numeric)::text)) where currency_code = 'brl' and amount > 0", [factor])
    await raise(2)
    const refused = await desk.payLater(order.orderId, { provider_id: PIX })
    await raise(0.5)
    expect([refused.status, (refused.body as { code?: string }).code]).toEqual([409, "only_same_method"])
    expect((await readOrder(desk.store, order.orderId)).status).toBe("pending")
    expect((await desk.payable()).map(({ invoice_id }) => invoice_id)).toEqual([order.invoiceId])
  })

  it("is sold by PIX with the discount of PIX, in a new cart; by a card on the same order", async () => {
    const order = await orderBy(BOLETO)
    expect(await renewals(order.sessionId)).toEqual([[PIX, BY_PIX, true], [BOLETO, WHOLE, false], [CARD, WHOLE, false]])
    const cartId = cartOf(await desk.payLater(order.orderId, { provider_id: PIX }))
    expect((await readCart(desk.store, cartId)).total).toBeCloseTo(BY_PIX, 1)
    await addPaymentSession(desk.store, cartId, PIX, pixData())
    expect(await complete(desk.store, cartId)).toMatchObject({ type: "order" })
    expect((await desk.payable()).map(({ _sandbox }) => _sandbox.due_cents)).toEqual([7186])
  })

  it("is ended once, when its code ends while its shopper chooses another method", async () => {
    const order = await orderBy(BOLETO)
    const turn = `end_order:${order.orderId}`
    // Another process is about to end it.
    await sql(desk.store.databaseUrl, `insert into fatura_turn (id, kind, subject, tries, next_at) values ($1, 'end_order', $2, 1, now() + interval '1 minute')`, [turn, order.orderId])
    const answer = desk.payLater(order.orderId, { provider_id: PIX })
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect((await readOrder(desk.store, order.orderId)).status).toBe("pending")
    await (await adminApi(desk.store)).post(`/admin/orders/${order.orderId}/cancel`, {})
    await sql(desk.store.databaseUrl, "delete from fatura_turn where id = $1", [turn])
    cartOf(await answer)
    expect((await readOrder(desk.store, order.orderId)).status).toBe("canceled")
    expect(await reservedUnits(desk.store, order.orderId)).toBe(0)
  })

  it("keeps its code where Medusa would not cancel it, because something of it was sent", async () => {
    const order = await orderBy(BOLETO)
    expect((await fulfil(desk.store, order.orderId)).status).toBe(200)
    const refused = await desk.payLater(order.orderId, { provider_id: PIX })
    expect([refused.status, (refused.body as { code?: string }).code]).toEqual([409, "only_same_method"])
    expect((await desk.payable()).map(({ invoice_id }) => invoice_id)).toContain(order.invoiceId)
    expect(await renewals(order.sessionId)).toEqual([[BOLETO, WHOLE, false], [CARD, WHOLE, false]])
  })

  it("stays while another provider is being paid for it, and its code as well", async () => {
    const order = await orderBy(BOLETO)
    await waitForAnotherProvider(order.orderId)
    expect(await renewals(order.sessionId)).toEqual([[BOLETO, WHOLE, false], [CARD, WHOLE, false]])
    const refused = await desk.payLater(order.orderId, { provider_id: PIX })
    expect([refused.status, (refused.body as { code?: string }).code]).toEqual([409, "already_covered"])
    expect((await readOrder(desk.store, order.orderId)).status).toBe("pending")
    expect((await desk.payable()).map(({ invoice_id }) => invoice_id)).toEqual([order.invoiceId])
  })

  it("stays when a code of it that had ended was paid too little, and shows that payment", async () => {
    const order = await orderBy(BOLETO)
    await desk.gateway.act(order.invoiceId, "cancel")
    await poll(async () => (await ledgerOf(desk.store, order.orderId))[0]!.status === "canceled")
    await desk.gateway.act(order.invoiceId, "pay", { amount_cents: 1_000 })
    await openProblem(desk.store, order.orderId, "paid_too_little")
    expect(sessionOf(await desk.payLater(order.orderId, { provider_id: PIX }))).toMatchObject({ id: order.sessionId })
    expect((await readOrder(desk.store, order.orderId)).status).toBe("pending")
    expect(await desk.payable()).toEqual([])
  })

  it("that was cancelled says in the shopper's language that its goods are gone", async () => {
    const order = await placeOrder(desk.store, { providerId: PIX, data: pixData(), items: [{ sku: "MEL-300" }] })
    await (await adminApi(desk.store)).post(`/admin/orders/${order.orderId}/cancel`, {})
    const before = await setStock(desk.store, "MEL-300", 0)
    const refused = await desk.payLater(order.orderId, {})
    await setStock(desk.store, "MEL-300", before)
    expect(refused).toMatchObject({ status: 409, body: { code: "sold_out", message: "Um dos itens não está mais disponível. Monte um novo carrinho com os outros itens." } })
  })

  it("is not sold by a method that its region has no more", async () => {
    const order = await orderBy(BOLETO)
    await offerPix(false)
    expect(await renewals(order.sessionId)).toEqual([[BOLETO, WHOLE, false], [CARD, WHOLE, false]])
    const refused = await desk.payLater(order.orderId, { provider_id: PIX })
    expect([refused.status, (refused.body as { code?: string }).code]).toEqual([409, "method_unavailable"])
    expect((await desk.payable()).map(({ invoice_id }) => invoice_id)).toEqual([order.invoiceId])
    await offerPix(true)
  })
})
