import { withClient } from "../../demo/lib/database"
import { customerLogin } from "../../demo/store/src/seed/constants"
import {
  addPaymentSession, cancelOrder, capturedOnce, complete, cpf, customerToken, email, httpClient, moneyFacts, placeOrder, poll,
  readCart, readOrder, sessionView, sql, startGateway, startStore, storeApi, untilCaptured, untilNoticesDone,
  untilPaid,
  type CartRequest, type Gateway, type GatewayInvoice, type PlacedOrder, type RawAnswer, type SessionView, type Store,
} from "../support"
import { cardData, gatewayInvoiceOf, ledgerOf, openProblems, toCents, untilQuiet, words } from "../support/books"

const PIX = "pp_pix_fatura"
const BOLETO = "pp_boleto_fatura"
const CARD = "pp_card_fatura"
const RENEWALS_PER_ORDER = 3
const ENGLISH = { "accept-language": "en" }

let gateway: Gateway
let store: Store
/** How many invoices the gateway had when the test began: those after it were made by the test. */
let before = 0

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({
    sandboxUrl: gateway.url,
    env: { FATURA_LOOK_UPS_PER_MINUTE: "100000", FATURA_CREATE_TIMEOUT_MS: "3000" },
    pluginOptions: { renewalsPerOrder: RENEWALS_PER_ORDER, methods: { card: { attemptsPerCart: 2, attemptsPerAddress: 1_000, minInstallmentAmount: 10 } } },
  })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

beforeEach(async () => {
  before = (await gateway.invoices()).length
})

afterEach(() => gateway.clearFaults())

type WaitingOrder = PlacedOrder & { invoiceId: string; document: string }

async function waitingOrder(providerId = PIX, request: CartRequest = {}): Promise<WaitingOrder> {
  const document = cpf()
  const order = await placeOrder(store, { ...request, providerId, data: { payer: { document } } })
  const { invoice_id: invoiceId } = await gatewayInvoiceOf(gateway, order.sessionId)
  await gateway.forgetRequests()
  return { ...order, invoiceId, document }
}

/** The shopper asks for a new code or another method on the order's page. */
function renew(order: Pick<PlacedOrder, "orderId">, body: Record<string, unknown> = {}, more: { token?: string; headers?: Record<string, string> } = {}): Promise<RawAnswer> {
  return storeApi(store, more.token).raw("POST", `/store/fatura/orders/${order.orderId}/payment`, body, more.headers)
}

type FullView = SessionView & { boleto?: { line: string | null; barcode: string | null; due_at: string | null }; card?: { last4: string | null; installments: number } }

function sessionOf(answer: RawAnswer): FullView {
  expect([answer.status, words(answer)]).toEqual([200, ""])
  return (answer.body as { session: FullView }).session
}

const codeOf = (answer: RawAnswer): unknown => (answer.body as { code?: unknown }).code
const pathsOf = (answer: RawAnswer): unknown => (answer.body as { fields?: { path: string }[] }).fields?.map(({ path }) => path)
const madeHere = async (): Promise<GatewayInvoice[]> => (await gateway.invoices()).slice(before)
const payable = async (): Promise<string[]> => (await madeHere()).filter(({ _sandbox }) => _sandbox.payable).map(({ invoice_id }) => invoice_id)
const callsInOrder = async (): Promise<string[]> => (await gateway.requests()).map(({ method, path }) => `${method} ${path}`)
const sessionsOf = async (order: PlacedOrder) => (await readOrder(store, order.orderId)).payment_collections.map(({ payment_sessions }) => payment_sessions.map(({ id }) => id))

describe("a new code on the same order", () => {
  it("is a PIX code: the old one is cancelled first, by one call, and one can be paid", async () => {
    const order = await waitingOrder()
    const old = await gateway.invoice(order.invoiceId)

    const session = sessionOf(await renew(order))
    expect(await callsInOrder()).toEqual(["DELETE /invoices", "POST /invoices"])
    const invoice = await gatewayInvoiceOf(gateway, session.id)
    expect(session).toMatchObject({
      order_id: order.orderId, method: "pix", status: "awaiting_payment", next_step: "pay", amount: 74.8, currency_code: "brl", can_renew: true,
      pix: { payload: invoice.pix.payload, qr_svg: expect.stringContaining("<svg") },
    })
    expect(session.id).not.toBe(order.sessionId)
    expect(session.pix!.payload).not.toBe(old.pix.payload)
    expect(await payable()).toEqual([invoice.invoice_id])

    const oldView = await sessionView(store, order.sessionId)
    expect(oldView).toMatchObject({ id: order.sessionId, order_id: order.orderId, method: "pix", status: "canceled", next_step: "retry", amount: 74.8 })
    expect(oldView.pix).toBeUndefined()
    expect(await sessionView(store, session.id)).toMatchObject({ id: session.id, status: "awaiting_payment", pix: { payload: invoice.pix.payload } })
    expect(await sessionsOf(order)).toEqual([[session.id]])
    expect(await readOrder(store, order.orderId)).toMatchObject({ status: "pending", payment_status: "awaiting" })

    await gateway.act(invoice.invoice_id, "pay")
    expect(await untilCaptured(store, order.orderId)).toEqual(capturedOnce(74.8))
    await untilQuiet(store, order)
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  it("is a boleto, for the payer known from before", async () => {
    const order = await waitingOrder()
    const session = sessionOf(await renew(order, { provider_id: BOLETO }))
    const invoice = await gatewayInvoiceOf(gateway, session.id)
    expect(session).toMatchObject({ method: "boleto", status: "awaiting_payment", next_step: "pay", amount: 74.8, boleto: { line: expect.stringMatching(/^\d{47}$/), barcode: expect.stringMatching(/^\d{44}$/) } })
    expect(session.pix).toBeUndefined()
    expect(invoice._sandbox).toMatchObject({ kind: "boleto", due_cents: 7480, document: order.document, payable: true })
    expect(await payable()).toEqual([invoice.invoice_id])

    await gateway.act(invoice.invoice_id, "pay")
    expect(await untilCaptured(store, order.orderId)).toEqual(capturedOnce(74.8))
    expect((await readOrder(store, order.orderId)).payment_collections[0]!.payments[0]!.provider_id).toBe(BOLETO)
  })

  it("is a charged card, which captures the order at once", async () => {
    const order = await waitingOrder(BOLETO)
    const session = sessionOf(await renew(order, { provider_id: CARD, card: cardData().card }))
    expect(session).toMatchObject({ method: "card", status: "paid", next_step: "none", card: { installments: 1 } })
    expect(await untilCaptured(store, order.orderId)).toEqual(capturedOnce(74.8))
    expect(await payable()).toEqual([])
    const [old, card] = await madeHere()
    expect(old!._sandbox).toMatchObject({ kind: "boleto", paid_cents: 0 })
    expect(card!._sandbox).toMatchObject({ kind: "card", paid_cents: 7480, document: order.document })
    expect((await gateway.counts())["DELETE /invoices"]).toBe(1)
    await untilQuiet(store, order)
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  it("is for another payer when the shopper names one", async () => {
    const order = await waitingOrder()
    const document = cpf()
    const session = sessionOf(await renew(order, { payer: { document, name: "Otávio Lacerda" } }))
    expect((await gatewayInvoiceOf(gateway, session.id))._sandbox.document).toBe(document)
    expect((await gateway.invoice(order.invoiceId))._sandbox.document).toBe(order.document)
  })

  it("follows a code that has expired", async () => {
    const order = await waitingOrder()
    await sql(store.databaseUrl, "update fatura_invoice set expires_at = now() - interval '1 minute' where session_id = $1", [order.sessionId])
    const expired = await sessionView(store, order.sessionId)
    expect(expired).toMatchObject({ status: "expired", next_step: "retry", can_renew: true })
    expect(expired.pix).toBeUndefined()

    const session = sessionOf(await renew(order))
    expect(session).toMatchObject({ status: "awaiting_payment", next_step: "pay" })
    expect(Date.parse(session.pix!.expires_at!)).toBeGreaterThan(Date.now() + 59 * 60_000)
    expect(await payable()).toEqual([(await gatewayInvoiceOf(gateway, session.id)).invoice_id])
  })

  it("follows a denied card, whose reason is told in words", async () => {
    const order = await waitingOrder()
    const denied = await renew(order, { provider_id: CARD, card: cardData("tok_denied").card }, { headers: ENGLISH })
    expect([denied.status, codeOf(denied), words(denied)]).toEqual([
      422, "card_denied", "The card was not approved by the issuing bank. Nothing was charged. Check the data, try another card or pay with PIX.",
    ])
    await untilNoticesDone(store)
    expect(await readOrder(store, order.orderId)).toMatchObject({ status: "pending" })
    const session = sessionOf(await renew(order, { provider_id: PIX }))
    const { invoice_id: invoiceId } = await gatewayInvoiceOf(gateway, session.id)
    expect(await payable()).toEqual([invoiceId])
  })

  it("is waited for as long as a PIX code would have lasted: after a denied card without it, the order ends unpaid", async () => {
    const [gone, back] = [await waitingOrder(), await waitingOrder()]
    for (const order of [gone, back]) {
      expect(codeOf(await renew(order, { provider_id: CARD, card: cardData("tok_denied").card }))).toBe("card_denied")
    }
    sessionOf(await renew(back, { provider_id: PIX }))
    await sql(
      store.databaseUrl,
      "update fatura_invoice set created_at = created_at - interval '80 minutes', canceled_at = canceled_at - interval '80 minutes' where order_id = any($1)",
      [[gone.orderId, back.orderId]],
    )
    await poll(async () => (await readOrder(store, gone.orderId)).status === "canceled", 100_000, 500)
    expect(await readOrder(store, back.orderId)).toMatchObject({ status: "pending" })
  })

  it("is one code when it is asked for twice at once", async () => {
    const order = await waitingOrder()
    const answers = await Promise.all([renew(order), renew(order, { provider_id: BOLETO })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [code, ...others] = await payable()
    expect(others).toEqual([])
    const [[sessionId]] = (await sessionsOf(order)) as [[string]]
    expect((await gatewayInvoiceOf(gateway, sessionId)).invoice_id).toBe(code)
    await gateway.act(code!, "pay")
    expect(await untilCaptured(store, order.orderId)).toEqual(capturedOnce(74.8))
  })
})

describe("a request that can't be fulfilled leaves the old code payable", () => {
  const untouched = async (order: WaitingOrder): Promise<void> => {
    expect(await callsInOrder()).toEqual([])
    expect(await payable()).toEqual([order.invoiceId])
    expect(await sessionView(store, order.sessionId)).toMatchObject({ status: "awaiting_payment", next_step: "pay" })
  }

  it.each([
    ["a false document", { payer: { document: "11111111111" } }, 400, "invalid_document", ["payer.document"]],
    ["a method of somebody else", { provider_id: "pp_system_default" }, 400, "method_unavailable", ["provider_id"]],
    ["a card that is missing", { provider_id: CARD }, 400, "missing_card", ["card"]],
    ["a card that has expired", { provider_id: CARD, card: { ...(cardData().card as object), expires: "01/20" } }, 400, "card_expired", ["card.expires"]],
    ["installments that are not offered", { provider_id: CARD, card: { ...(cardData().card as object), installments: 12 } }, 400, "installments_not_available", ["card.installments"]],
  ] as [string, Record<string, unknown>, number, string, string[]][])("%s", async (_what, body, status, code, paths) => {
    const order = await waitingOrder()
    const refused = await renew(order, body)
    expect([refused.status, codeOf(refused), pathsOf(refused)]).toEqual([status, code, paths])
    await untouched(order)
  })

  it(`more than ${RENEWALS_PER_ORDER} new codes`, async () => {
    const order = await waitingOrder()
    for (let count = 0; count < RENEWALS_PER_ORDER; count += 1) sessionOf(await renew(order))
    const [last] = await payable()
    await gateway.forgetRequests()
    const refused = await renew(order, {}, { headers: ENGLISH })
    expect([refused.status, codeOf(refused), words(refused)]).toEqual([409, "too_many_renewals", "This order has had too many payment codes. Contact the store."])
    expect(await callsInOrder()).toEqual([])
    expect(await payable()).toEqual([last])
    await gateway.act(last!, "pay")
    expect(await untilCaptured(store, order.orderId)).toEqual(capturedOnce(74.8))
  })

  it("card after card, as card testers try", async () => {
    const order = await waitingOrder()
    for (let count = 0; count < 2; count += 1) expect(codeOf(await renew(order, { provider_id: CARD, card: cardData("tok_denied").card }))).toBe("card_denied")
    sessionOf(await renew(order, { provider_id: PIX }))
    const [last] = await payable()
    await sql(store.databaseUrl, "delete from fatura_invoice where session_id = $1", [order.sessionId])
    await gateway.forgetRequests()
    const refused = await renew(order, { provider_id: CARD, card: cardData().card })
    expect([refused.status, codeOf(refused)]).toEqual([422, "too_many_card_attempts"])
    expect(await callsInOrder()).toEqual([])
    expect(await payable()).toEqual([last])
  })
})

describe("refused while it can't be told what became of the attempt before", () => {
  const TEXT = "We are still confirming your previous attempt. Wait a moment and refresh the page."
  const expectUnknown = (answer: RawAnswer): void => expect([answer.status, codeOf(answer), words(answer)]).toEqual([409, "outcome_unknown", TEXT])
  const losesAnswer = () => gateway.fault({ match: { method: "POST", path: "/invoices" }, kind: "hang-up-after", times: 1 })
  const cannotAsk = () => gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "500" })

  it("the gateway hung up after making a PIX invoice: in words, until the truth is known", async () => {
    await losesAnswer()
    await cannotAsk()
    const order = await placeOrder(store, { providerId: PIX, data: { payer: { document: cpf() } } })
    expect(await sessionView(store, order.sessionId)).toMatchObject({ status: "issuing", next_step: "wait", can_renew: false })
    expectUnknown(await renew(order, { provider_id: BOLETO }, { headers: ENGLISH }))
    expect(words(await renew(order))).toBe("Ainda estamos confirmando a sua tentativa anterior. Aguarde alguns instantes e atualize a página.")
    expect(await madeHere()).toHaveLength(1)

    await gateway.clearFaults()
    const found = await poll(async () => (await sessionView(store, order.sessionId)).status === "awaiting_payment" && sessionView(store, order.sessionId), 40_000)
    expect([(await gateway.invoice((await payable())[0]!)).pix.payload]).toEqual([found.pix?.payload])
    expect(await payable()).toHaveLength(1)
    const session = sessionOf(await renew(order, { provider_id: BOLETO }))
    expect(await payable()).toEqual([(await gatewayInvoiceOf(gateway, session.id)).invoice_id])
  })

  it("the gateway hung up after charging a card: it is not charged or replaced again", async () => {
    await gateway.fault({ match: { notice: true }, kind: "lose" })
    await losesAnswer()
    await cannotAsk()
    const order = await placeOrder(store, { providerId: CARD, data: cardData() })
    expectUnknown(await renew(order, { provider_id: PIX }, { headers: ENGLISH }))
    expectUnknown(await renew(order, { provider_id: CARD, card: cardData().card }, { headers: ENGLISH }))
    await gateway.clearFaults()
    await untilPaid(store, order.orderId, 40_000)
    expect(await moneyFacts(store, order.orderId)).toEqual(capturedOnce(74.8))
    expect(await madeHere()).toHaveLength(1)
  })

  it.each(["refuse", "hang-up-before", "hang-up-after", "500", "html-200"])("the cancel has no definite answer (%s): nothing new is issued", async (kind) => {
    const order = await waitingOrder()
    await gateway.fault({ match: { method: "DELETE" }, kind })
    expectUnknown(await renew(order, { provider_id: BOLETO }, { headers: ENGLISH }))
    expect(await madeHere()).toHaveLength(1)
    expect((await sessionView(store, order.sessionId)).pix).toBeUndefined()

    await gateway.clearFaults()
    const session = sessionOf(await renew(order, { provider_id: BOLETO }))
    expect(await payable()).toEqual([(await gatewayInvoiceOf(gateway, session.id)).invoice_id])
    await untilQuiet(store, order)
    expect(await payable()).toHaveLength(1)
    expect(await readOrder(store, order.orderId)).toMatchObject({ status: "pending", payment_status: "awaiting" })
  })

  it("the gateway is down altogether", async () => {
    const order = await waitingOrder()
    await gateway.fault({ kind: "refuse" })
    expectUnknown(await renew(order, {}, { headers: ENGLISH }))
    await gateway.clearFaults()
    sessionOf(await renew(order))
    expect(await payable()).toHaveLength(1)
  })
})

it("the new code is refused by the gateway: in words, and another try gives one", async () => {
  const order = await waitingOrder()
  await gateway.fault({ match: { method: "POST", path: "/invoices" }, kind: "success-false", times: 1 })
  const refused = await renew(order, { provider_id: BOLETO })
  expect([refused.status, codeOf(refused)]).toEqual([422, "gateway_refused"])
  expect(await payable()).toEqual([])
  expect(await readOrder(store, order.orderId)).toMatchObject({ status: "pending" })
  sessionOf(await renew(order))
  expect(await payable()).toHaveLength(1)
})

describe("an order that is paid", () => {
  it("gets no new code", async () => {
    const order = await waitingOrder()
    await gateway.act(order.invoiceId, "pay")
    await untilPaid(store, order.orderId)
    await untilQuiet(store, order)
    await gateway.forgetRequests()
    const refused = await renew(order, { provider_id: BOLETO }, { headers: ENGLISH })
    expect([refused.status, codeOf(refused), words(refused)]).toEqual([409, "nothing_to_pay", "There is nothing to pay for this order."])
    expect(await callsInOrder()).toEqual([])
    expect(await moneyFacts(store, order.orderId)).toEqual(capturedOnce(74.8))
  })

  it("gets none either when its payment is found by the cancel: the payment is captured and shown", async () => {
    const order = await waitingOrder()
    await gateway.act(order.invoiceId, "pay", { notify: false })
    const session = sessionOf(await renew(order, { provider_id: BOLETO }))
    expect(session).toMatchObject({ id: order.sessionId, method: "pix", status: "paid", next_step: "none" })
    expect(await untilCaptured(store, order.orderId)).toEqual(capturedOnce(74.8))
    expect(await madeHere()).toHaveLength(1)
    expect(await gateway.counts()).toEqual({ "DELETE /invoices": 1, "GET /invoices": 1 })
  })
})

describe("an order whose payment Medusa has captured and not booked yet", () => {
  it("gets no new code and charges no card: it would be taken for a difference that is still to be paid", async () => {
    const order = await waitingOrder()
    await withClient(store.databaseUrl, async (client) => {
      await client.query("begin")
      await client.query("lock table order_transaction in exclusive mode")
      await gateway.act(order.invoiceId, "pay")
      await poll(async () => (await sql(store.databaseUrl, "select c.id from capture c join payment p on p.id = c.payment_id where p.payment_session_id = $1", [order.sessionId])).length === 1)
      const asked = renew(order, { provider_id: CARD, ...cardData("tok_approved") })
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await client.query("rollback")
      expect(sessionOf(await asked)).toMatchObject({ id: order.sessionId, method: "pix", status: "paid", next_step: "none" })
    })
    expect(await untilCaptured(store, order.orderId)).toEqual(capturedOnce(74.8))
    expect(await madeHere()).toHaveLength(1)
  })
})

describe("only for who placed the order", () => {
  it("an order of a customer with an account is not found by others, and renewed by that customer", async () => {
    const token = await customerToken(store, customerLogin)
    const order = await waitingOrder(PIX, { customerToken: token, email: customerLogin.email })
    for (const other of [undefined, await newCustomer()]) {
      const refused = await renew(order, {}, { token: other, headers: ENGLISH })
      expect([refused.status, codeOf(refused), words(refused)]).toEqual([404, "order_not_found", "Order not found."])
    }
    expect(await callsInOrder()).toEqual([])
    expect(await payable()).toEqual([order.invoiceId])
    const session = sessionOf(await renew(order, {}, { token }))
    expect(await payable()).toEqual([(await gatewayInvoiceOf(gateway, session.id)).invoice_id])
  })

  it.each(["order_01NOBODY", "x%27%20or%201=1", "%00"])("an order that does not exist is not found (%s)", async (orderId) => {
    const refused = await renew({ orderId })
    expect([refused.status, codeOf(refused)]).toEqual([404, "order_not_found"])
  })

  /** Token of a customer who has just made an account. */
  async function newCustomer(): Promise<string> {
    const login = { email: email(), password: "outra-pessoa" }
    const { token } = await httpClient(store.url).post<{ token: string }>("/auth/customer/emailpass/register", login)
    await storeApi(store, token).post("/store/customers", { email: login.email })
    return customerToken(store, login)
  }
})

describe("an order that was cancelled", () => {
  const items = [{ sku: "CAFE-250", quantity: 2 }, { sku: "MEL-300" }]

  it("gives a new cart with the same items, which can be paid", async () => {
    const order = await waitingOrder(PIX, { items })
    await cancelOrder(store, order.orderId)
    await poll(async () => (await ledgerOf(store, order.orderId))[0]!.status === "canceled")
    const answer = await renew(order)
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([200, ["cart"]])
    const { cart: { id } } = answer.body as { cart: { id: string } }
    const api = storeApi(store)
    const { cart } = await api.get<{ cart: { email: string; items: { variant_sku: string; quantity: number }[]; shipping_address: { postal_code: string } } }>(
      `/store/carts/${id}?fields=id,email,*items,*shipping_address`,
    )
    expect(cart.items.map(({ variant_sku, quantity }) => [variant_sku, quantity]).sort()).toEqual([["CAFE-250", 2], ["MEL-300", 1]])
    expect(cart.email).toBe((await readCart(store, order.cartId)).email)
    expect(cart.shipping_address.postal_code).toBe("01304-001")

    const { shipping_options } = await api.get<{ shipping_options: { id: string; name: string }[] }>(`/store/shipping-options?cart_id=${id}`)
    await api.post(`/store/carts/${id}/shipping-methods`, { option_id: shipping_options.find(({ name }) => name === "PAC")!.id })
    await addPaymentSession(store, id, PIX, { payer: { document: cpf() } })
    const completion = await complete(store, id)
    expect(completion).toMatchObject({ type: "order", order: { total: order.total } })
    expect(await payable()).toHaveLength(1)
    expect(await readOrder(store, order.orderId)).toMatchObject({ status: "canceled" })
  })

  it("gives none when money came for it", async () => {
    const order = await waitingOrder()
    await cancelOrder(store, order.orderId)
    await poll(async () => (await ledgerOf(store, order.orderId))[0]!.status === "canceled")
    await gateway.act(order.invoiceId, "pay")
    await poll(async () => (await openProblems(store, order.orderId)).some(({ kind }) => kind === "paid_after_cancel"))
    const refused = await renew(order, {}, { headers: ENGLISH })
    expect([refused.status, codeOf(refused), words(refused)]).toEqual([409, "already_covered", "This order already has a payment. Refresh the page to see how it stands."])
    expect(toCents((await ledgerOf(store, order.orderId))[0]!.paid_amount)).toBe(7480)
  })

  it("is not found by others when it belongs to a customer with an account", async () => {
    const token = await customerToken(store, customerLogin)
    const order = await waitingOrder(PIX, { customerToken: token, email: customerLogin.email })
    await cancelOrder(store, order.orderId)
    expect((await renew(order)).status).toBe(404)
    const answer = await renew(order, {}, { token })
    expect(answer.status).toBe(200)
    const [row] = await sql<{ customer_id: string }>(store.databaseUrl, "select customer_id from cart where id = $1", [(answer.body as { cart: { id: string } }).cart.id])
    const [own] = await sql<{ customer_id: string }>(store.databaseUrl, 'select customer_id from "order" where id = $1', [order.orderId])
    expect(row!.customer_id).toBe(own!.customer_id)
  })
})
