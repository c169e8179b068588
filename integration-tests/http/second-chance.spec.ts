import { withClient } from "../../demo/lib/database"
import { customerLogin } from "../../demo/store/src/seed/constants"
import {
  addPaymentSession, cancelOrder, capturedOnce, complete, cpf, customerToken, email, httpClient, moneyFacts, poll, readCart, readOrder, sessionView, sql, storeApi, untilCaptured, untilNoticesDone, untilPaid,
} from "../support"
import { cardData, gatewayInvoiceOf, ledgerOf, openProblems, toCents, untilQuiet, words } from "../support/books"
import { sessionOf } from "../support/order-desk"
import { BOLETO, CARD, codeOf, ENGLISH, PIX, SecondChanceDesk } from "../support/second-chance-desk"

const desk = new SecondChanceDesk()

describe("a new code on the same order", () => {
  it("is a PIX code: the old one is cancelled first, by one call, and one can be paid", async () => {
    const order = await desk.waitingOrder()
    const old = await desk.gateway.invoice(order.invoiceId)

    const session = sessionOf(await desk.renew(order))
    expect(await desk.callsInOrder()).toEqual(["DELETE /invoices", "POST /invoices"])
    const invoice = await gatewayInvoiceOf(desk.gateway, session.id)
    expect(session).toMatchObject({
      order_id: order.orderId, method: "pix", status: "awaiting_payment", next_step: "pay", amount: 74.8, currency_code: "brl", can_renew: true,
      pix: { payload: invoice.pix.payload, qr_svg: expect.stringContaining("<svg") },
    })
    expect(session.id).not.toBe(order.sessionId)
    expect(session.pix!.payload).not.toBe(old.pix.payload)
    expect(await desk.payableIds()).toEqual([invoice.invoice_id])

    const oldView = await sessionView(desk.store, order.sessionId)
    expect(oldView).toMatchObject({ id: order.sessionId, order_id: order.orderId, method: "pix", status: "canceled", next_step: "retry", amount: 74.8 })
    expect(oldView.pix).toBeUndefined()
    expect(await sessionView(desk.store, session.id)).toMatchObject({ id: session.id, status: "awaiting_payment", pix: { payload: invoice.pix.payload } })
    expect(await desk.sessionsOf(order)).toEqual([[session.id]])
    expect(await readOrder(desk.store, order.orderId)).toMatchObject({ status: "pending", payment_status: "awaiting" })

    await desk.gateway.act(invoice.invoice_id, "pay")
    expect(await untilCaptured(desk.store, order.orderId)).toEqual(capturedOnce(74.8))
    await untilQuiet(desk.store, order)
    expect(await openProblems(desk.store, order.orderId)).toEqual([])
  })

  it("is a boleto, for the payer known from before", async () => {
    const order = await desk.waitingOrder()
    const session = sessionOf(await desk.renew(order, { provider_id: BOLETO }))
    const invoice = await gatewayInvoiceOf(desk.gateway, session.id)
    expect(session).toMatchObject({ method: "boleto", status: "awaiting_payment", next_step: "pay", amount: 74.8, boleto: { line: expect.stringMatching(/^\d{47}$/), barcode: expect.stringMatching(/^\d{44}$/) } })
    expect(session.pix).toBeUndefined()
    expect(invoice._sandbox).toMatchObject({ kind: "boleto", due_cents: 7480, document: order.document, payable: true })
    expect(await desk.payableIds()).toEqual([invoice.invoice_id])

    await desk.gateway.act(invoice.invoice_id, "pay")
    expect(await untilCaptured(desk.store, order.orderId)).toEqual(capturedOnce(74.8))
    expect((await readOrder(desk.store, order.orderId)).payment_collections[0]!.payments[0]!.provider_id).toBe(BOLETO)
  })

  it("is a charged card, which captures the order at once", async () => {
    const order = await desk.waitingOrder(BOLETO)
    const session = sessionOf(await desk.renew(order, { provider_id: CARD, card: cardData().card }))
    expect(session).toMatchObject({ method: "card", status: "paid", next_step: "none", card: { installments: 1 } })
    expect(await untilCaptured(desk.store, order.orderId)).toEqual(capturedOnce(74.8))
    expect(await desk.payableIds()).toEqual([])
    const [old, card] = await desk.madeHere()
    expect(old!._sandbox).toMatchObject({ kind: "boleto", paid_cents: 0 })
    expect(card!._sandbox).toMatchObject({ kind: "card", paid_cents: 7480, document: order.document })
    expect((await desk.gateway.counts())["DELETE /invoices"]).toBe(1)
    await untilQuiet(desk.store, order)
    expect(await openProblems(desk.store, order.orderId)).toEqual([])
  })

  it("is for another payer when the shopper names one", async () => {
    const order = await desk.waitingOrder()
    const document = cpf()
    const session = sessionOf(await desk.renew(order, { payer: { document, name: "Otávio Lacerda" } }))
    expect((await gatewayInvoiceOf(desk.gateway, session.id))._sandbox.document).toBe(document)
    expect((await desk.gateway.invoice(order.invoiceId))._sandbox.document).toBe(order.document)
  })

  it("follows a code that has expired", async () => {
    const order = await desk.waitingOrder()
    await sql(desk.store.databaseUrl, "update fatura_invoice set expires_at = now() - interval '1 minute' where session_id = $1", [order.sessionId])
    const expired = await sessionView(desk.store, order.sessionId)
    expect(expired).toMatchObject({ status: "expired", next_step: "retry", can_renew: true })
    expect(expired.pix).toBeUndefined()

    const session = sessionOf(await desk.renew(order))
    expect(session).toMatchObject({ status: "awaiting_payment", next_step: "pay" })
    expect(Date.parse(session.pix!.expires_at!)).toBeGreaterThan(Date.now() + 59 * 60_000)
    expect(await desk.payableIds()).toEqual([(await gatewayInvoiceOf(desk.gateway, session.id)).invoice_id])
  })

  it("follows a denied card, whose reason is told in words", async () => {
    const order = await desk.waitingOrder()
    const denied = await desk.renew(order, { provider_id: CARD, card: cardData("tok_denied").card }, { headers: ENGLISH })
    expect([denied.status, codeOf(denied), words(denied)]).toEqual([
      422, "card_denied", "The card was not approved by the issuing bank. Nothing was charged. Check the data, try another card or pay with PIX.",
    ])
    await untilNoticesDone(desk.store)
    expect(await readOrder(desk.store, order.orderId)).toMatchObject({ status: "pending" })
    const session = sessionOf(await desk.renew(order, { provider_id: PIX }))
    const { invoice_id: invoiceId } = await gatewayInvoiceOf(desk.gateway, session.id)
    expect(await desk.payableIds()).toEqual([invoiceId])
  })

  it("is one code when it is asked for twice at once", async () => {
    const order = await desk.waitingOrder()
    const answers = await Promise.all([desk.renew(order), desk.renew(order, { provider_id: BOLETO })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [code, ...others] = await desk.payableIds()
    expect(others).toEqual([])
    const [[sessionId]] = (await desk.sessionsOf(order)) as [[string]]
    expect((await gatewayInvoiceOf(desk.gateway, sessionId)).invoice_id).toBe(code)
    await desk.gateway.act(code!, "pay")
    expect(await untilCaptured(desk.store, order.orderId)).toEqual(capturedOnce(74.8))
  })
})

describe("an order that is paid", () => {
  it("gets no new code", async () => {
    const order = await desk.waitingOrder()
    await desk.gateway.act(order.invoiceId, "pay")
    await untilPaid(desk.store, order.orderId)
    await untilQuiet(desk.store, order)
    await desk.gateway.forgetRequests()
    const refused = await desk.renew(order, { provider_id: BOLETO }, { headers: ENGLISH })
    expect([refused.status, codeOf(refused), words(refused)]).toEqual([409, "nothing_to_pay", "There is nothing to pay for this order."])
    expect(await desk.callsInOrder()).toEqual([])
    expect(await moneyFacts(desk.store, order.orderId)).toEqual(capturedOnce(74.8))
  })

  it("gets none either when its payment is found by the cancel: the payment is captured and shown", async () => {
    const order = await desk.waitingOrder()
    await desk.gateway.act(order.invoiceId, "pay", { notify: false })
    const session = sessionOf(await desk.renew(order, { provider_id: BOLETO }))
    expect(session).toMatchObject({ id: order.sessionId, method: "pix", status: "paid", next_step: "none" })
    expect(await untilCaptured(desk.store, order.orderId)).toEqual(capturedOnce(74.8))
    expect(await desk.madeHere()).toHaveLength(1)
    expect(await desk.gateway.counts()).toEqual({ "DELETE /invoices": 1, "GET /invoices": 1 })
  })
})

describe("an order whose payment Medusa has captured and not booked yet", () => {
  it("gets no new code and charges no card: it would be taken for a difference that is still to be paid", async () => {
    const order = await desk.waitingOrder()
    await withClient(desk.store.databaseUrl, async (client) => {
      await client.query("begin")
      await client.query("lock table order_transaction in exclusive mode")
      await desk.gateway.act(order.invoiceId, "pay")
      await poll(async () => (await sql(desk.store.databaseUrl, "select c.id from capture c join payment p on p.id = c.payment_id where p.payment_session_id = $1", [order.sessionId])).length === 1)
      const asked = desk.renew(order, { provider_id: CARD, ...cardData("tok_approved") })
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await client.query("rollback")
      expect(sessionOf(await asked)).toMatchObject({ id: order.sessionId, method: "pix", status: "paid", next_step: "none" })
    })
    expect(await untilCaptured(desk.store, order.orderId)).toEqual(capturedOnce(74.8))
    expect(await desk.madeHere()).toHaveLength(1)
  })
})

describe("only for who placed the order", () => {
  it("an order of a customer with an account is not found by others, and renewed by that customer", async () => {
    const token = await customerToken(desk.store, customerLogin)
    const order = await desk.waitingOrder(PIX, { customerToken: token, email: customerLogin.email })
    for (const other of [undefined, await newCustomer()]) {
      const refused = await desk.renew(order, {}, { token: other, headers: ENGLISH })
      expect([refused.status, codeOf(refused), words(refused)]).toEqual([404, "order_not_found", "Order not found."])
    }
    expect(await desk.callsInOrder()).toEqual([])
    expect(await desk.payableIds()).toEqual([order.invoiceId])
    const session = sessionOf(await desk.renew(order, {}, { token }))
    expect(await desk.payableIds()).toEqual([(await gatewayInvoiceOf(desk.gateway, session.id)).invoice_id])
  })

  it.each([
    ["order_01NOBODY", "order_not_found"],
    ["x%27%20or%201=1", "order_not_found"],
    ["%00", "not_found"],
  ])("an order that does not exist is not found (%s)", async (orderId, code) => {
    const refused = await desk.renew({ orderId })
    expect([refused.status, codeOf(refused)]).toEqual([404, code])
  })

  /** Token of a customer who has just made an account. */
  async function newCustomer(): Promise<string> {
    const login = { email: email(), password: "outra-pessoa" }
    const { token } = await httpClient(desk.store.url).post<{ token: string }>("/auth/customer/emailpass/register", login)
    await storeApi(desk.store, token).post("/store/customers", { email: login.email })
    return customerToken(desk.store, login)
  }
})

describe("an order that was cancelled", () => {
  const items = [{ sku: "CAFE-250", quantity: 2 }, { sku: "MEL-300" }]

  it("gives a new cart with the same items, which can be paid", async () => {
    const order = await desk.waitingOrder(PIX, { items })
    // Medusa keeps what was written for a line with the line and with its place in the order.
    for (const [table, key] of [["order_line_item", "id"], ["order_item", "item_id"]]) {
      await sql(desk.store.databaseUrl, `update ${table} set metadata = '{"engraving":"Para Ana"}' where ${key} in (select l.id from order_line_item l join order_item i on i.item_id = l.id where l.variant_sku = 'MEL-300' and i.order_id = $1)`, [order.orderId])
    }
    await cancelOrder(desk.store, order.orderId)
    await poll(async () => (await ledgerOf(desk.store, order.orderId))[0]!.status === "canceled")
    const answer = await desk.renew(order)
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([200, ["cart"]])
    const { cart: { id } } = answer.body as { cart: { id: string } }
    const api = storeApi(desk.store)
    const { cart } = await api.get<{ cart: { email: string; items: { variant_sku: string; quantity: number; metadata: Record<string, unknown> | null }[]; shipping_address: { postal_code: string } } }>(
      `/store/carts/${id}?fields=id,email,*items,*shipping_address`,
    )
    expect(cart.items.map(({ variant_sku, quantity }) => [variant_sku, quantity]).sort()).toEqual([["CAFE-250", 2], ["MEL-300", 1]])
    expect(cart.items.find(({ variant_sku }) => variant_sku === "MEL-300")!.metadata).toEqual({ engraving: "Para Ana" })
    expect(cart.email).toBe((await readCart(desk.store, order.cartId)).email)
    expect(cart.shipping_address.postal_code).toBe("01304-001")

    const { shipping_options } = await api.get<{ shipping_options: { id: string; name: string }[] }>(`/store/shipping-options?cart_id=${id}`)
    await api.post(`/store/carts/${id}/shipping-methods`, { option_id: shipping_options.find(({ name }) => name === "PAC")!.id })
    await addPaymentSession(desk.store, id, PIX, { payer: { document: cpf() } })
    const completion = await complete(desk.store, id)
    expect(completion).toMatchObject({ type: "order", order: { total: order.total } })
    expect(await desk.payableIds()).toHaveLength(1)
    expect(await readOrder(desk.store, order.orderId)).toMatchObject({ status: "canceled" })
  })

  it("gives none when money came for it", async () => {
    const order = await desk.waitingOrder()
    await cancelOrder(desk.store, order.orderId)
    await poll(async () => (await ledgerOf(desk.store, order.orderId))[0]!.status === "canceled")
    await desk.gateway.act(order.invoiceId, "pay")
    await poll(async () => (await openProblems(desk.store, order.orderId)).some(({ kind }) => kind === "paid_after_cancel"))
    const refused = await desk.renew(order, {}, { headers: ENGLISH })
    expect([refused.status, codeOf(refused), words(refused)]).toEqual([409, "already_covered", "This order already has a payment. Refresh the page to see how it stands."])
    expect(toCents((await ledgerOf(desk.store, order.orderId))[0]!.paid_amount)).toBe(7480)
  })

  it("is not found by others when it belongs to a customer with an account", async () => {
    const token = await customerToken(desk.store, customerLogin)
    const order = await desk.waitingOrder(PIX, { customerToken: token, email: customerLogin.email })
    await cancelOrder(desk.store, order.orderId)
    expect((await desk.renew(order)).status).toBe(404)
    const answer = await desk.renew(order, {}, { token })
    expect(answer.status).toBe(200)
    const [row] = await sql<{ customer_id: string }>(desk.store.databaseUrl, "select customer_id from cart where id = $1", [(answer.body as { cart: { id: string } }).cart.id])
    const [own] = await sql<{ customer_id: string }>(desk.store.databaseUrl, 'select customer_id from "order" where id = $1', [order.orderId])
    expect(row!.customer_id).toBe(own!.customer_id)
  })
})
