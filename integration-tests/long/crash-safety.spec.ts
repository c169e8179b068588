import {
  awaiting, addPaymentSession, capturedOnce, complete, cpf, createCart, errorLines, ledgerOf, moneyFacts, only, openProblems, placeOrder, poll,
  readOrder, sessionView, sql, startGateway, startStore, untilCaptured,
  type Cart, type Gateway, type GatewayInvoice, type PlacedOrder, type Store,
} from "../support"

const providerId = "pp_pix_fatura"
const createInvoice = { method: "POST", path: "/invoices" }
const createTimeoutMs = 3_000

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({
    sandboxUrl: gateway.url,
    env: { FATURA_CREATE_TIMEOUT_MS: String(createTimeoutMs), FATURA_HEAL_AFTER_SECONDS: "5", FATURA_LOOK_UPS_PER_MINUTE: "1000" },
  })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

afterEach(() => gateway.clearFaults())

type Checkout = { cart: Cart; sessionId: string }

async function checkout(): Promise<Checkout> {
  const cart = await createCart(store)
  const { session } = await addPaymentSession(store, cart.id, providerId, { payer: { document: cpf() } })
  return { cart, sessionId: session.id }
}

const order = (): Promise<PlacedOrder> => placeOrder(store, { providerId, data: { payer: { document: cpf() } } })

const payable = async (sessionId: string): Promise<GatewayInvoice[]> => (await gateway.invoicesOf(sessionId)).filter(({ _sandbox }) => _sandbox.payable)

/** Waits until the request for an invoice has arrived at the gateway, whatever becomes of it. */
async function untilAsked(sessionId: string): Promise<void> {
  await poll(async () =>
    (await gateway.requests()).some(({ method, path, body }) => method === "POST" && path === "/invoices" && JSON.stringify(body).includes(sessionId)),
  )
}

/** The order of a cart, found by the session since a killed completion told nobody. */
async function orderOf(sessionId: string): Promise<string> {
  const rows = await sql<{ order_id: string }>(
    store.databaseUrl,
    `SELECT link.order_id FROM order_payment_collection link
     JOIN payment_session session ON session.payment_collection_id = link.payment_collection_id
     WHERE session.id = $1 AND link.deleted_at IS NULL`,
    [sessionId],
  )
  return only(rows, `order of session ${sessionId}`).order_id
}

/** Waits for the code that the shopper can pay, and proves that it is the only one. */
async function expectOnePayableCode(sessionId: string, timeoutMs = 60_000): Promise<GatewayInvoice> {
  const shown = await poll(async () => (await sessionView(store, sessionId)).pix?.payload, timeoutMs, 250)
  const invoice = only(await payable(sessionId), "payable invoice")
  expect(invoice.pix.payload).toBe(shown)
  expect(invoice._sandbox.due_cents).toBe(7480)
  expect(await moneyFacts(store, await orderOf(sessionId))).toEqual(awaiting)
  return invoice
}

async function expectPayable(sessionId: string, timeoutMs?: number): Promise<void> {
  const invoice = await expectOnePayableCode(sessionId, timeoutMs)
  await gateway.act(invoice.id, "pay")
  expect(await untilCaptured(store, await orderOf(sessionId))).toEqual(capturedOnce(74.8))
  expect(await payable(sessionId)).toEqual([])
}

describe("a store that is killed", () => {
  it("captures what it was told before, and issues one code for each order that it was placing", async () => {
    const paid = await order()
    const paidInvoice = await gateway.invoiceOf(paid.sessionId)
    const committed = await checkout()
    const late = await checkout()
    const untouched = await checkout()
    await gateway.fault({ match: { method: "OPTIONS", path: "/webhooks" }, kind: "delay", ms: 20_000 })
    await gateway.fault({ match: createInvoice, kind: "delay-after-commit", ms: 20_000, times: 1 })
    const completing = [complete(store, committed.cart.id).catch(() => null)]
    await poll(() => gateway.invoiceOf(committed.sessionId))
    await gateway.fault({ match: createInvoice, kind: "delay", ms: 4_000, times: 1 })
    completing.push(complete(store, late.cart.id).catch(() => null))
    await untilAsked(late.sessionId)
    await gateway.act(paidInvoice.id, "pay", { wait: true })
    expect(only(await gateway.noticesOf(paidInvoice.id), "notice").answers.map(({ status }) => status)).toEqual([200])
    expect(await moneyFacts(store, paid.orderId)).toEqual(awaiting)

    await store.kill()
    await Promise.all(completing)
    await gateway.clearFaults()
    await store.restart()

    await Promise.all([
      untilCaptured(store, paid.orderId, 100_000).then((facts) => expect(facts).toEqual(capturedOnce(74.8))),
      expectOnePayableCode(committed.sessionId),
      expectOnePayableCode(late.sessionId),
    ])
    expect(only(await gateway.noticesOf(paidInvoice.id), "notice").answers).toHaveLength(1)
    await expectPayable(committed.sessionId)
    await expectPayable(late.sessionId)
    expect(await complete(store, untouched.cart.id)).toMatchObject({ type: "order" })
  }, 240_000)

  it("lets the shopper complete the same cart again", async () => {
    const { cart, sessionId } = await checkout()
    await gateway.fault({ match: createInvoice, kind: "delay-after-commit", ms: 10_000, times: 1 })
    const completing = complete(store, cart.id).catch(() => null)
    await poll(() => gateway.invoiceOf(sessionId))
    await store.kill()
    await completing
    await store.restart()

    expect(await complete(store, cart.id)).toMatchObject({ type: "order" })
    await expectPayable(sessionId)
    const orders = await sql(store.databaseUrl, "SELECT order_id FROM order_cart WHERE cart_id = $1 AND deleted_at IS NULL", [cart.id])
    expect(orders).toHaveLength(1)
  }, 180_000)
})

describe("an answer to the create call that never comes or says nothing", () => {
  it.each([
    ["the connection ends after the gateway has issued", { kind: "hang-up-after" }],
    ["the connection ends before the gateway has issued", { kind: "hang-up-before" }],
    ["the connection is reset", { kind: "refuse" }],
    ["an error 500 after the gateway has issued", { kind: "500", commit: true }],
    ["an error 500", { kind: "500" }],
    ["a web page with 502", { kind: "502-html", commit: true }],
    ["a web page with 200 after the gateway has issued", { kind: "html-200", commit: true }],
    ["a web page with 200", { kind: "html-200" }],
    ["nothing within the time limit", { kind: "delay-after-commit", ms: createTimeoutMs + 2_000 }],
  ])("leads to an order with one code: %s", async (_name, fault) => {
    const { cart, sessionId } = await checkout()
    await gateway.fault({ match: createInvoice, times: 1, ...fault })
    const completion = await complete(store, cart.id)
    expect(completion).toMatchObject({ type: "order" })
    await expectPayable(sessionId)
    expect(await openProblems(store)).toEqual([])
  })

  it("leads to one code in the end when the gateway issues long after it was given up", async () => {
    const { cart, sessionId } = await checkout()
    await gateway.fault({ match: createInvoice, kind: "delay", ms: 25_000, times: 1 })
    expect(await complete(store, cart.id)).toMatchObject({ type: "order" })
    const shown = await expectOnePayableCode(sessionId)
    await poll(async () => (await gateway.invoicesOf(sessionId)).length === 2, 40_000)
    const orphan = only((await gateway.invoicesOf(sessionId)).filter(({ id }) => id !== shown.id), "orphan")
    expect(orphan._sandbox.payable).toBe(true)

    // It is looked for again after ten minutes.
    await sql(store.databaseUrl, "UPDATE fatura_invoice SET next_check_at = now() WHERE session_id = $1 AND attempt = 1", [sessionId])
    await poll(async () => (await gateway.invoice(orphan.id))._sandbox.canceled_at, 30_000)
    await expectPayable(sessionId)
  })

  it("is paid all the same when the shopper pays the code whose answer was lost", async () => {
    const { cart, sessionId } = await checkout()
    // Look-ups fail, so that the lost invoice is not found before it is paid.
    await gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "500" })
    await gateway.fault({ match: createInvoice, times: 1, kind: "hang-up-after" })
    expect(await complete(store, cart.id)).toMatchObject({ type: "order" })
    const lost = await gateway.invoiceOf(sessionId)
    await gateway.act(lost.id, "pay")
    expect(await untilCaptured(store, await orderOf(sessionId))).toEqual(capturedOnce(74.8))
    await gateway.clearFaults()
    await new Promise((resolve) => setTimeout(resolve, 8_000))
    expect(await gateway.invoicesOf(sessionId)).toHaveLength(1)
  })
})

describe("a create call that was surely not carried out", () => {
  it("is an error for the shopper, whose cart can be completed afterwards", async () => {
    const { cart, sessionId } = await checkout()
    await gateway.fault({ match: createInvoice, kind: "success-false", times: 1 })
    const refused = await complete(store, cart.id)
    expect(refused.type).not.toBe("order")
    expect(JSON.stringify(refused)).toContain("O pagamento não pôde ser gerado com estes dados.")
    expect(await gateway.invoicesOf(sessionId)).toEqual([])
    expect(await sql(store.databaseUrl, "SELECT order_id FROM order_cart WHERE cart_id = $1 AND deleted_at IS NULL", [cart.id])).toEqual([])

    expect(await complete(store, cart.id)).toMatchObject({ type: "order" })
    await expectPayable(sessionId)
  })

  it("is an error for the shopper while the gateway can't be reached, and works when it is back", async () => {
    const { cart, sessionId } = await checkout()
    await gateway.close()
    const refused = await complete(store, cart.id)
    expect(refused.type).not.toBe("order")
    expect(JSON.stringify(refused)).toContain("Não conseguimos gerar o pagamento agora. Nada foi cobrado.")
    expect((await ledgerOf(store, sessionId)).map(({ state, is_live }) => [state, is_live])).toEqual([["not_sent", false]])

    // The gateway that comes back has forgotten its access tokens: the store asks for another, once.
    await gateway.reopen()
    expect(await complete(store, cart.id)).toMatchObject({ type: "order" })
    await expectPayable(sessionId)
    expect((await gateway.counts())["GET /auth"]).toBe(1)
  })
})

it("was never down by itself, and holds every order once", async () => {
  const lines = errorLines(store)
  expect(lines.filter((line) => !line.includes("Error was thrown trying to authorize payment session"))).toEqual([])
  const twice = await sql(store.databaseUrl, "SELECT cart_id FROM order_cart WHERE deleted_at IS NULL GROUP BY cart_id HAVING count(*) > 1")
  expect(twice).toEqual([])
  const placed = await order()
  expect(await readOrder(store, placed.orderId)).toMatchObject({ payment_status: "awaiting" })
})
