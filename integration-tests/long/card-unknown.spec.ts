import {
  addPaymentSession, adminApi, complete, cpf, createCart, placeOrder, poll, readOrder, sql, startGateway, startStore, storeApi, untilPaid,
  type Gateway, type PlacedOrder, type RawAnswer, type Store,
} from "../support"
import { cardData, gatewayInvoiceOf, ledgerOf, openProblem, openProblems, pay, pixData, reservedUnits, resolve, toCents, untilQuiet, words } from "../support/books"

/** The least that `methods.card.outcomeHours` may be: 36 seconds. */
const OUTCOME_HOURS = 0.01
const ATTEMPTS_PER_CART = 3

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({
    sandboxUrl: gateway.url,
    env: { FATURA_LOOK_UPS_PER_MINUTE: "100000", FATURA_CREATE_TIMEOUT_MS: "3000" },
    pluginOptions: {
      methods: { card: { outcomeHours: OUTCOME_HOURS, attemptsPerCart: ATTEMPTS_PER_CART, attemptsPerAddress: 1_000, minInstallmentAmount: 10 } },
    },
  })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

beforeEach(() => gateway.forgetRequests())

afterEach(async () => {
  await gateway.clearFaults()
  await gateway.noticesMode({ before_answer: false, second_event: false })
})

const creates = async (): Promise<number> => (await gateway.counts())["POST /invoices"] ?? 0
const losesNotices = () => gateway.fault({ match: { notice: true }, kind: "lose" })
const losesAnswer = (kind = "hang-up-after") => gateway.fault({ match: { method: "POST", path: "/invoices" }, kind, times: 1 })
const cannotAsk = () => gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "success-false" })
const placeCardOrder = (token?: string): Promise<PlacedOrder> => placeOrder(store, { providerId: "pp_card_fatura", data: cardData(token) })

/** Every card that was charged for a session, whatever became of the answers. */
const chargesOf = async (sessionId: string): Promise<number> =>
  (await gateway.invoices()).filter(({ _sandbox }) => _sandbox.external_id?.startsWith(`${sessionId}-`)).length

async function expectCapturedOnce(order: PlacedOrder): Promise<void> {
  const paid = await untilPaid(store, order.orderId, 40_000)
  expect(paid.payment_collections).toHaveLength(1)
  expect(paid.payment_collections[0]!.payments).toHaveLength(1)
  expect(paid.payment_collections[0]!.payments[0]!.captures).toHaveLength(1)
  expect(await chargesOf(order.sessionId)).toBe(1)
  expect(await openProblems(store, order.orderId)).toEqual([])
}

describe("the gateway hangs up after it charged the card", () => {
  test("one charge, one order, captured when the notice comes", async () => {
    await losesAnswer()
    const order = await placeCardOrder()
    await expectCapturedOnce(order)
    expect(await creates()).toBe(1)
    expect(await chargesOf(order.sessionId)).toBe(1)
  })

  test.each(["hang-up-after", "delay-after-commit"])("captured by asking alone, when no notice comes (%s)", async (kind) => {
    await losesNotices()
    await gateway.fault({ match: { method: "POST", path: "/invoices" }, kind, times: 1, ms: 5_000 })
    const order = await placeCardOrder()
    expect(await readOrder(store, order.orderId)).toMatchObject({ payment_status: "awaiting" })
    await expectCapturedOnce(order)
    expect(await creates()).toBe(1)
  })

  test.each([
    ["html-200", { commit: true }],
    ["502-html", { commit: true }],
    ["500", { commit: true }],
  ])("an answer that says nothing (%s) is no refusal", async (kind, more) => {
    await losesNotices()
    await gateway.fault({ match: { method: "POST", path: "/invoices" }, kind, times: 1, ...more })
    const order = await placeCardOrder()
    await expectCapturedOnce(order)
    expect(await creates()).toBe(1)
  })

  test("a second attempt meanwhile is refused in words, by every way", async () => {
    await losesNotices()
    await losesAnswer()
    await cannotAsk()
    const order = await placeCardOrder()
    const api = storeApi(store)
    const attempts: [string, unknown][] = [
      [`/store/payment-collections/${order.paymentCollectionId}/payment-sessions`, { provider_id: "pp_pix_fatura", data: pixData() }],
      [`/store/payment-collections/${order.paymentCollectionId}/payment-sessions`, { provider_id: "pp_card_fatura", data: cardData() }],
      [`/store/payment-collections/${order.paymentCollectionId}/payment-sessions`, { provider_id: "pp_system_default" }],
      [`/store/fatura/orders/${order.orderId}/payment`, { provider_id: "pp_pix_fatura", ...pixData() }],
      [`/store/fatura/orders/${order.orderId}/payment`, { provider_id: "pp_card_fatura", ...cardData() }],
    ]
    for (const [path, body] of attempts) {
      const portuguese = await api.raw("POST", path, body)
      expect([path, portuguese.status, (portuguese.body as { code?: string }).code]).toEqual([path, 409, "outcome_unknown"])
      expect(words(portuguese)).toMatch(/confirmando a sua tentativa anterior/)
      expect(words(await api.raw("POST", path, body, { "accept-language": "en" }))).toMatch(/still confirming your previous attempt/)
    }
    const again = await complete(store, order.cartId)
    expect(again.type === "order" && again.order.id).toBe(order.orderId)
    const { session } = await api.get<{ session: { status: string; next_step: string; can_renew: boolean } }>(`/store/fatura/sessions/${order.sessionId}`)
    expect(session).toMatchObject({ status: "issuing", next_step: "wait", can_renew: false })
    expect(await creates()).toBe(1)
    await gateway.clearFaults()
    await gateway.sendNotice({ invoice_id: (await gatewayInvoiceOf(gateway, order.sessionId)).invoice_id })
    await expectCapturedOnce(order)
    expect(await creates()).toBe(1)
  })

  test("a card that was charged while it was still processing is captured when the gateway says so", async () => {
    await losesAnswer()
    const order = await placeCardOrder("tok_processing")
    await poll(async () => (await ledgerOf(store, order.orderId))[0]!.status === "processing", 20_000)
    expect(await readOrder(store, order.orderId)).toMatchObject({ payment_status: "awaiting" })
    await gateway.act((await gatewayInvoiceOf(gateway, order.sessionId)).invoice_id, "pay")
    await expectCapturedOnce(order)
    expect(await creates()).toBe(1)
  })

  test.each(["notice", "look-up"])("a card that turns out to be denied (%s) ends the order, and its stock comes back", async (way) => {
    if (way === "look-up") await losesNotices()
    await losesAnswer()
    const order = await placeCardOrder("tok_denied")
    expect(await reservedUnits(store, order.orderId)).toBe(1)
    await poll(async () => (await readOrder(store, order.orderId)).status === "canceled", 30_000)
    expect(await reservedUnits(store, order.orderId)).toBe(0)
    await untilQuiet(store, order)
    expect(await creates()).toBe(1)
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  test("completing the cart three times at once charges once", async () => {
    await gateway.fault({ match: { method: "POST", path: "/invoices" }, kind: "delay", ms: 800, times: 1 })
    const cart = await createCart(store)
    const { session, paymentCollectionId } = await addPaymentSession(store, cart.id, "pp_card_fatura", cardData())
    const answers = await Promise.all([1, 2, 3].map(() => complete(store, cart.id)))
    const orders = new Set(answers.flatMap((answer) => (answer.type === "order" ? [answer.order.id] : [])))
    expect(orders.size).toBe(1)
    const [orderId] = [...orders]
    await expectCapturedOnce({ orderId: orderId!, displayId: 0, total: 0, cartId: cart.id, paymentCollectionId, sessionId: session.id })
    expect(await creates()).toBe(1)
  })
})

describe("the gateway hangs up before it charged the card", () => {
  test("nothing is charged or sent again; after the outcome hours staff are told, decide, and the shopper pays otherwise", async () => {
    await losesAnswer("hang-up-before")
    const order = await placeCardOrder()
    expect(await chargesOf(order.sessionId)).toBe(0)
    expect(await openProblems(store, order.orderId)).toEqual([])
    const problem = await openProblem(store, order.orderId, "card_outcome_unknown", 110_000)
    expect(await creates()).toBe(1)
    expect(await readOrder(store, order.orderId)).toMatchObject({ status: "pending", payment_status: "awaiting" })
    const tooEarly = await storeApi(store).raw("POST", `/store/fatura/orders/${order.orderId}/payment`, { provider_id: "pp_pix_fatura" })
    expect([tooEarly.status, (tooEarly.body as { code?: string }).code]).toEqual([409, "outcome_unknown"])

    expect((await resolve(store, problem.id, "dismiss", { reason: "The acquirer shows no charge" })).status).toBe(200)
    const renewed = await storeApi(store).raw("POST", `/store/fatura/orders/${order.orderId}/payment`, { provider_id: "pp_pix_fatura" })
    expect([renewed.status, words(renewed)]).toEqual([200, ""])
    const { session } = renewed.body as { session: { id: string; pix: { payload: string } } }
    expect(session.pix.payload).toMatch(/^000201/)
    await gateway.act((await gatewayInvoiceOf(gateway, session.id)).invoice_id, "pay")
    const paid = await untilPaid(store, order.orderId)
    expect(paid.payment_collections.flatMap(({ payments }) => payments)).toHaveLength(1)
    expect(await creates()).toBe(2)
    expect(await openProblems(store, order.orderId)).toEqual([])
  }, 180_000)

  test("a connection that was never made is a plain error, and the same cart can be paid", async () => {
    await gateway.fault({ match: { method: "POST", path: "/invoices" }, kind: "success-false", times: 1 })
    const cart = await createCart(store)
    const first = await pay(store, cart.id, "pp_card_fatura", cardData())
    expect(first.completion).toMatchObject({ type: "cart", error: { type: "payment_authorization_error" } })
    const second = await pay(store, cart.id, "pp_card_fatura", cardData())
    expect(second.completion.type).toBe("order")
  })
})

/** Completes a cart in a language, as its shopper reads the answer. */
async function completeIn(language: string, cartId: string): Promise<RawAnswer> {
  return storeApi(store).raw("POST", `/store/carts/${cartId}/complete`, {}, { "accept-language": language })
}

const shopperText = (answer: RawAnswer): string => {
  const body = answer.body as { message?: string; error?: { message: string } }
  return body.error?.message ?? body.message ?? ""
}

describe("a denied card", () => {
  test.each([
    ["pt-BR", /não foi aprovado pelo banco emissor/],
    ["en", /not approved by the issuing bank/],
  ])("says why in %s, and another card pays the same cart", async (language, text) => {
    const cart = await createCart(store)
    await addPaymentSession(store, cart.id, "pp_card_fatura", cardData("tok_denied"))
    const denied = await completeIn(language, cart.id)
    expect(denied.body).toMatchObject({ type: "cart", error: { type: "payment_authorization_error" } })
    expect(shopperText(denied)).toMatch(text)
    const { completion, session } = await pay(store, cart.id, "pp_card_fatura", cardData())
    if (completion.type !== "order") throw new Error(JSON.stringify(completion))
    const paid = await untilPaid(store, completion.order.id)
    expect(toCents(paid.summary.paid_total)).toBe(toCents(cart.total))
    await untilQuiet(store, { orderId: completion.order.id })
    expect(await readOrder(store, completion.order.id)).toMatchObject({ status: "pending", payment_status: "captured" })
    expect(await creates()).toBe(2)
    expect((await gatewayInvoiceOf(gateway, session.id))._sandbox.paid_cents).toBe(toCents(cart.total))
    expect(await openProblems(store, completion.order.id)).toEqual([])
  })

  test("then the same session with another card, typed by our route", async () => {
    const cart = await createCart(store)
    const { session } = await addPaymentSession(store, cart.id, "pp_card_fatura", cardData("tok_denied"))
    expect((await complete(store, cart.id)).type).toBe("cart")
    const { card } = cardData()
    const typed = await storeApi(store).raw("POST", `/store/fatura/sessions/${session.id}`, { card })
    expect([typed.status, words(typed)]).toEqual([200, ""])
    const completion = await complete(store, cart.id)
    expect(completion.type).toBe("order")
    expect(await creates()).toBe(2)
  })

  test("then PIX on the same cart", async () => {
    const cart = await createCart(store)
    await pay(store, cart.id, "pp_card_fatura", cardData("tok_denied"))
    const { completion, session } = await pay(store, cart.id, "pp_pix_fatura", pixData())
    if (completion.type !== "order") throw new Error(JSON.stringify(completion))
    await gateway.act((await gatewayInvoiceOf(gateway, session.id)).invoice_id, "pay")
    await untilPaid(store, completion.order.id)
    expect(await reservedUnits(store, completion.order.id)).toBe(1)
  })

  test(`is refused without a call after ${ATTEMPTS_PER_CART} attempts on one cart, and PIX still pays it`, async () => {
    const cart = await createCart(store)
    for (let attempt = 1; attempt <= ATTEMPTS_PER_CART; attempt++) {
      await addPaymentSession(store, cart.id, "pp_card_fatura", cardData("tok_denied"))
      expect(shopperText(await completeIn("pt-BR", cart.id))).toMatch(/não foi aprovado/)
    }
    await addPaymentSession(store, cart.id, "pp_card_fatura", cardData())
    expect(shopperText(await completeIn("pt-BR", cart.id))).toMatch(/muitas tentativas/)
    expect(shopperText(await completeIn("en", cart.id))).toMatch(/Too many card attempts/)
    expect(await creates()).toBe(ATTEMPTS_PER_CART)
    const { completion } = await pay(store, cart.id, "pp_pix_fatura", pixData())
    expect(completion.type).toBe("order")
    const other = await pay(store, (await createCart(store)).id, "pp_card_fatura", cardData())
    expect(other.completion.type).toBe("order")
  })
})

describe("what is wrong with a card is said by field, without a call", () => {
  /** A cart of R$ 74,80: seven installments of at least R$ 10, not eight. */
  test.each([1, 2, 7])("%d installments are issued", async (installments) => {
    const { completion, session } = await pay(store, (await createCart(store)).id, "pp_card_fatura", cardData("tok_approved", { installments }))
    expect(completion.type).toBe("order")
    const [request] = (await gateway.requests()).filter(({ method, path }) => method === "POST" && path === "/invoices")
    expect(JSON.stringify(request!.body)).toMatch(new RegExp(`"installments":"?${installments}"?`))
    expect(await gatewayInvoiceOf(gateway, session.id)).toMatchObject({ installments: String(installments) })
  })

  test.each([
    ["8 installments below the least", { installments: 8 }, /parcelas/, /installments/],
    ["12 installments below the least", { installments: 12 }, /parcelas/, /installments/],
    ["an expired card", { expires: "10/26" }, /validade/, /expiry/],
    ["a card of long ago", { expires: "01/20" }, /validade/, /expiry/],
    ["a month that is none", { expires: "13/30" }, /validade/, /expiry/],
    ["an expiry of another form", { expires: "1230" }, /validade/, /expiry/],
  ])("%s", async (_name, wrong, portuguese, english) => {
    const cart = await createCart(store)
    const { session } = await addPaymentSession(store, cart.id, "pp_card_fatura", cardData("tok_approved", wrong))
    const answer = await completeIn("pt-BR", cart.id)
    expect([answer.status, shopperText(answer)]).toEqual([400, expect.stringMatching(portuguese)])
    expect(shopperText(await completeIn("en", cart.id))).toMatch(english)
    expect(await creates()).toBe(0)
    const { card } = cardData()
    expect((await storeApi(store).raw("POST", `/store/fatura/sessions/${session.id}`, { card })).status).toBe(200)
    expect((await complete(store, cart.id)).type).toBe("order")
  })

  test("a card of this month is still valid", async () => {
    const now = new Date()
    const expires = `${String(now.getUTCMonth() + 1).padStart(2, "0")}/${String(now.getUTCFullYear() % 100).padStart(2, "0")}`
    expect((await pay(store, (await createCart(store)).id, "pp_card_fatura", cardData("tok_approved", { expires }))).completion.type).toBe("order")
  })

  test.each([
    ["13 installments", { installments: 13 }],
    ["no installment", { installments: 0 }],
    ["half an installment", { installments: 1.5 }],
    ["no token", { token: undefined }],
    ["no holder", { holder_name: undefined }],
    ["a token that is no text", { token: 42 }],
    ["an empty token", { token: "" }],
    ["a holder of blanks", { holder_name: "  " }],
  ])("%s is refused at the door", async (_name, wrong) => {
    const answer = await openSession({ payer: { document: cpf() }, card: { ...(cardData().card as object), ...wrong } })
    expect(answer.status).toBe(400)
    expect((answer.body as { fields: { path: string }[] }).fields[0]!.path).toBe(`card.${Object.keys(wrong)[0]}`)
  })

  test.each([
    ["a card number as token", { token: "4111 1111 1111 1111" }],
    ["a card number beside the token", { number: "5555555555554444" }],
    ["a security code", { cvv: "123" }],
  ])("%s is refused and kept nowhere", async (_name, wrong) => {
    const answer = await openSession({ payer: { document: cpf() }, card: { ...(cardData().card as object), ...wrong } })
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([400, "card_data_refused"])
    const value = String(Object.values(wrong)[0])
    expect(answer.text).not.toContain(value)
    expect(store.logs()).not.toContain("5555555555554444")
    expect(store.logs()).not.toContain("4111 1111 1111 1111")
  })

  test("no card at all names what is missing, and the shopper goes on with the same cart", async () => {
    const cart = await createCart(store)
    const { session } = await addPaymentSession(store, cart.id, "pp_card_fatura", pixData())
    const answer = await completeIn("en", cart.id)
    expect([answer.status, shopperText(answer)]).toEqual([400, expect.stringMatching(/Enter the card/)])
    const { card } = cardData()
    expect((await storeApi(store).raw("POST", `/store/fatura/sessions/${session.id}`, { card })).status).toBe(200)
    expect((await complete(store, cart.id)).type).toBe("order")
  })

  test("neither token nor holder stand in the public session, in the order or in the log", async () => {
    const data = cardData("tok_approved-4111111111", { holder_name: "OTILIA BRANDAO" })
    const cart = await createCart(store)
    const { session, completion } = await pay(store, cart.id, "pp_card_fatura", data)
    if (completion.type !== "order") throw new Error(JSON.stringify(completion))
    await untilPaid(store, completion.order.id)
    const shown = [
      (await storeApi(store).raw("GET", `/store/carts/${cart.id}?fields=*payment_collection.payment_sessions`)).text,
      (await storeApi(store).raw("GET", `/store/fatura/sessions/${session.id}`)).text,
      JSON.stringify(await readOrder(store, completion.order.id)),
      (await (await adminApi(store)).raw("GET", `/admin/fatura/invoices?order_id=${completion.order.id}`)).text,
      JSON.stringify(await sql(store.databaseUrl, "select data from payment_session where id = $1", [session.id])),
      store.logs(),
    ].join("\n")
    for (const secret of ["tok_approved-4111111111", "OTILIA BRANDAO", (data.payer as { document: string }).document]) expect(shown).not.toContain(secret)
  })
})

async function openSession(data: Record<string, unknown>): Promise<RawAnswer> {
  const api = storeApi(store)
  const { payment_collection } = await api.post<{ payment_collection: { id: string } }>("/store/payment-collections", { cart_id: (await createCart(store)).id })
  return api.raw("POST", `/store/payment-collections/${payment_collection.id}/payment-sessions`, { provider_id: "pp_card_fatura", data })
}
