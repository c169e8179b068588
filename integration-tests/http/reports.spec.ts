import {
  addPaymentSession, address, adminApi, awaiting, capturedOnce, complete, cpf, createCart, email, errorLines, moneyFacts, only, placeOrder, poll, readCart,
  readOrder, sessionView, sql, startGateway, startStore, storeApi, untilCaptured, untilNoticesDone, untilPaid,
  type AdminOrder, type CartRequest, type Gateway, type GatewayInvoice, type PlacedOrder, type SessionView, type Store,
} from "../support"
import { cardData, pay, pixData, readBooks, refund, toCents } from "../support/books"

/**
 * What users of other payment plugins reported in public, as behaviour of this one; `docs/reports.md` lists
 * each report with its test. Here are those that no other suite expresses.
 */
const providerId = "pp_pix_fatura"

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, pluginOptions: { reconciliation: { lookUpsPerMinute: 1_000 } } })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

afterEach(() => gateway.clearFaults())

type Waiting = { placed: PlacedOrder; invoice: GatewayInvoice }

async function waiting(request: CartRequest = {}): Promise<Waiting> {
  const placed = await placeOrder(store, { ...request, providerId, data: pixData() })
  return { placed, invoice: await gateway.invoiceOf(placed.sessionId) }
}

type CreateBody = {
  client: { name: string; document?: string; email?: string; address?: { street: string; number: string; city: string; state: string; zipcode: string } }
  payment: { referrer: string }
}

/** What the gateway was sent when the invoice of a session was issued. */
async function issuedFor(sessionId: string): Promise<CreateBody> {
  const bodies = (await gateway.requests()).filter(({ method, path }) => method === "POST" && path === "/invoices").map(({ body }) => body as CreateBody)
  return only(bodies.filter(({ payment }) => payment.referrer.startsWith(`${sessionId}-`)), "create call")
}

const callCount = async (call: string): Promise<number> => (await gateway.counts())[call] ?? 0
const paymentsOf = (order: AdminOrder) => order.payment_collections.flatMap(({ payments }) => payments)

describe("amounts", () => {
  it.each([
    ["42.297", "staff", 1, 4230],
    ["147.885", "staff", 5, 14789],
    ["147.885", "the gateway's panel", 5, 14789],
  ])("a total of %s is charged, captured, shown and, by %s, refunded to the same cent", async (_total, by, quantity, cents) => {
    const { placed, invoice } = await waiting({ items: [{ sku: "MEL-300", quantity }], promotion: "PRIMEIRA10" })
    expect(invoice._sandbox.due_cents).toBe(cents)
    expect(toCents((await sessionView(store, placed.sessionId)).amount)).toBe(cents)
    await gateway.act(invoice.id, "pay")
    const order = await untilPaid(store, placed.orderId)
    expect([order.payment_status, toCents(order.summary.paid_total), order.summary.pending_difference]).toEqual(["captured", cents, 0])
    expect(only(order.payment_collections, "collection").status).toBe("completed")

    const payment = only(paymentsOf(order), "payment")
    if (by === "staff") expect((await refund(store, payment.id, payment.amount)).status).toBe(200)
    else await gateway.act(invoice.id, "refund", { amount_cents: cents })
    const refunded = await poll(async () => (await readOrder(store, placed.orderId)).payment_status === "refunded" && readBooks(store, gateway, placed))
    expect(refunded).toMatchObject({ captured: cents, refundRows: cents, refundRowCount: 1, ledgerRefunded: cents, gatewayRefunded: cents })
    // Nothing is left over, not even half a cent.
    expect((await moneyFacts(store, placed.orderId)).transactions).toEqual([payment.amount, -payment.amount])
  })
})

describe("notices", () => {
  const paidBody = ({ id }: GatewayInvoice) => JSON.stringify({ event: { type: "invoice.update" }, invoices: { id, status: { code: 5 }, prices: { total: 74.8 } } })

  it.each([
    ["application/json", (text: string) => text],
    ["application/json; charset=utf-8", (text: string) => `\ufeff${text}`],
    ["text/plain", (text: string) => text],
    ["application/octet-stream", (text: string) => text],
    ["application/x-www-form-urlencoded", (text: string) => new URLSearchParams({ notification: text }).toString()],
    ["multipart/form-data", (text: string) => text],
  ])("a notice that arrives as %s is read", async (type, write) => {
    const { placed, invoice } = await waiting()
    await gateway.act(invoice.id, "pay", { notify: false })
    const asked = await callCount("GET /invoices")
    const [sent] = await gateway.sendNotice({ invoice_id: invoice.id, body: write(paidBody(invoice)), headers: { "content-type": type } })
    expect(sent!.status).toBe(200)
    expect(await untilCaptured(store, placed.orderId)).toEqual(capturedOnce(74.8))
    // Read, not merely taken as a reason to ask.
    expect(await callCount("GET /invoices")).toBe(asked)
  })

  it.each(["/hooks/fatura", "/hooks/payment/pix_fatura", "/hooks/payment/pp_pix_fatura"])("a notice sent to %s is heard, though it names the gateway's id alone", async (path) => {
    const { placed, invoice } = await waiting()
    await gateway.act(invoice.id, "pay", { notify: false })
    const [sent] = await gateway.sendNotice({ invoice_id: invoice.id, url: `${store.url}${path}`, body: { invoices: { id: invoice.id, status: { code: 5 } } } })
    expect(sent!.status).toBe(200)
    expect(await untilCaptured(store, placed.orderId)).toEqual(capturedOnce(74.8))
  })

  it("a refusal, a cancel or an end of the term told after the payment takes nothing back", async () => {
    const { placed, invoice } = await waiting()
    await gateway.act(invoice.id, "pay")
    await untilCaptured(store, placed.orderId)
    for (const code of [12, 16, 15]) await gateway.sendNotice({ invoice_id: invoice.id, code })
    await untilNoticesDone(store)
    expect(await moneyFacts(store, placed.orderId)).toEqual(capturedOnce(74.8))
    expect(await sessionView(store, placed.sessionId)).toMatchObject({ status: "paid" })
  })

  it("a payment whose notice never came is found when the shopper says so, with one call", async () => {
    const { placed, invoice } = await waiting()
    await gateway.act(invoice.id, "pay", { notify: false })
    const asked = await callCount("GET /invoices")
    const check = () => storeApi(store).post<{ session: SessionView }>(`/store/fatura/sessions/${placed.sessionId}/check`)
    expect((await check()).session).toMatchObject({ status: "paid", next_step: "none" })
    expect((await check()).session.status).toBe("paid")
    expect(await untilCaptured(store, placed.orderId)).toEqual(capturedOnce(74.8))
    expect(await callCount("GET /invoices")).toBe(asked + 1)
  })
})

describe("the checkout", () => {
  it("an address changed after the payment was chosen is what the invoice says", async () => {
    const cart = await createCart(store)
    const { session } = await addPaymentSession(store, cart.id, providerId, pixData())
    const moved = address({ address_1: "Rua das Laranjeiras, 27", address_2: "Laranjeiras", city: "Rio de Janeiro", province: "RJ", postal_code: "22240-003" })
    await storeApi(store).post(`/store/carts/${cart.id}`, { shipping_address: moved, billing_address: moved })
    const kept = (await readCart(store, cart.id)).payment_collection!.payment_sessions.some(({ id }) => id === session.id)
    const paying = kept ? session : (await addPaymentSession(store, cart.id, providerId, pixData())).session
    expect(await complete(store, cart.id)).toMatchObject({ type: "order" })
    expect((await issuedFor(paying.id)).client.address).toMatchObject({
      street: "Rua das Laranjeiras", number: "27", city: "Rio de Janeiro", state: "RJ", zipcode: "22240003",
    })
  })

  it("an e-mail in capitals and odd spaces in names are accepted", async () => {
    const shouted = email().toUpperCase()
    const { placed } = await waiting({ email: shouted, address: { first_name: "  Joana \t Maria", last_name: "D'Ávila\u00a0\u200b  Prado \u200b" } })
    const { client } = await issuedFor(placed.sessionId)
    expect(client.name).toBe("Joana Maria D'Ávila Prado")
    expect(client.email!.toLowerCase()).toBe(shouted.toLowerCase())
  })

  it("choosing again and again never blocks, also while the gateway refuses everything", async () => {
    const cart = await createCart(store)
    const issued = await callCount("POST /invoices")
    await gateway.fault({ match: { path: "/invoices" }, kind: "success-false" })
    for (const choice of [providerId, "pp_boleto_fatura", providerId, "pp_card_fatura", "pp_system_default", providerId]) await addPaymentSession(store, cart.id, choice)
    await storeApi(store).post(`/store/carts/${cart.id}`, { promo_codes: ["PRIMEIRA10"] })
    await addPaymentSession(store, cart.id, providerId, pixData())
    expect((await complete(store, cart.id)).type).not.toBe("order")
    await addPaymentSession(store, cart.id, "pp_boleto_fatura", pixData())
    await gateway.clearFaults()

    const { session } = await addPaymentSession(store, cart.id, providerId, pixData())
    expect(await complete(store, cart.id)).toMatchObject({ type: "order" })
    expect((await gateway.invoiceOf(session.id))._sandbox).toMatchObject({ due_cents: 6891, payable: true })
    // One that was refused, and one that was issued.
    expect(await callCount("POST /invoices")).toBe(issued + 2)
  })

  it("a completion that fails after the invoice was issued leaves no second code that can be paid", async () => {
    const cart = await createCart(store)
    const { session } = await addPaymentSession(store, cart.id, providerId, pixData())
    await breakWritesOf(session.id)
    expect((await complete(store, cart.id)).type).not.toBe("order")
    expect(await gateway.invoicesOf(session.id)).toHaveLength(1)
    await mendWrites()

    // The shopper tries again, as the page offers it: the same session when it is still there, else a new one.
    const left = (await readCart(store, cart.id)).payment_collection!.payment_sessions.map(({ id }) => id)
    const again = left.includes(session.id) ? session : (await addPaymentSession(store, cart.id, providerId, pixData())).session
    const completion = await complete(store, cart.id)
    if (completion.type !== "order") throw new Error(JSON.stringify(completion))
    const payable = () => gateway.invoices().then((all) => all.filter(({ referrer, _sandbox }) => _sandbox.payable && [session.id, again.id].some((id) => referrer?.startsWith(`${id}-`))))
    await poll(async () => (await payable()).length === 1, 20_000)
    const code = only(await payable(), "payable code")
    expect((await sessionView(store, again.id)).pix?.payload).toBe(code.pix.payload)
    await gateway.act(code.id, "pay")
    expect(await untilCaptured(store, completion.order.id)).toEqual(capturedOnce(74.8))
  })

  it("shoppers who pay at the same moment get each their own document, amount and code", async () => {
    const shoppers = Array.from({ length: 4 }, (_, index) => ({ document: cpf(), quantity: index + 1 }))
    const placed = await Promise.all(
      shoppers.map(({ document, quantity }) => placeOrder(store, { providerId, items: [{ sku: "CHOCOLATE-1", quantity }], data: { payer: { document } } })),
    )
    const invoices = await Promise.all(placed.map(({ sessionId }) => gateway.invoiceOf(sessionId)))
    expect(invoices.map(({ _sandbox }) => [_sandbox.document, _sandbox.due_cents])).toEqual(shoppers.map(({ document, quantity }) => [document, 1990 * quantity + 1590]))
    expect(new Set(invoices.map(({ pix }) => pix.payload)).size).toBe(4)
  })

  it("a card that needs a step at the bank: completing again asks nothing again, and the step's end is captured", async () => {
    const cart = await createCart(store)
    const issued = await callCount("POST /invoices")
    const { session, completion } = await pay(store, cart.id, "pp_card_fatura", cardData("tok_action_required"))
    if (completion.type !== "order") throw new Error(JSON.stringify(completion))
    expect(await sessionView(store, session.id)).toMatchObject({ next_step: "act", action_url: expect.stringMatching(/^https:/) })
    expect(await complete(store, cart.id)).toMatchObject({ type: "order", order: { id: completion.order.id } })
    expect(await moneyFacts(store, completion.order.id)).toEqual(awaiting)
    await gateway.act((await gateway.invoiceOf(session.id)).id, "pay")
    expect(await untilCaptured(store, completion.order.id)).toEqual(capturedOnce(74.8))
    expect(await callCount("POST /invoices")).toBe(issued + 1)
  })

  it("the shop's own API shows neither the payer nor the gateway's answer of a paid order", async () => {
    const document = cpf()
    const placed = await placeOrder(store, { providerId, data: { payer: { document, name: "Otília Brandão", phone: "(21) 97777-6655" } } })
    const invoice = await gateway.invoiceOf(placed.sessionId)
    await gateway.act(invoice.id, "pay")
    await untilCaptured(store, placed.orderId)
    const api = storeApi(store)
    const shown = [
      await api.raw("GET", `/store/orders/${placed.orderId}?fields=*payment_collections,*payment_collections.payments,*payment_collections.payment_sessions`),
      await api.raw("GET", `/store/carts/${placed.cartId}?fields=*payment_collection,*payment_collection.payment_sessions`),
      await api.raw("GET", `/store/fatura/sessions/${placed.sessionId}`),
    ]
    expect(shown[0]!.status).toBe(200)
    const text = shown.map((answer) => answer.text).join("\n")
    for (const secret of [document, "Otília", "97777", invoice.pix.payload!, invoice._sandbox.webhook!, "_sandbox", "links"]) expect(text).not.toContain(secret)
  })
})

describe("staff", () => {
  it("capturing by hand what the gateway has not paid says why, and captures nothing", async () => {
    const { placed, invoice } = await waiting()
    await gateway.act(invoice.id, "authorize")
    const order = await poll(async () => (await readOrder(store, placed.orderId)).payment_status === "authorized" && readOrder(store, placed.orderId))
    const payment = only(paymentsOf(order), "payment")
    const capture = (language = "en") => adminApi(store).then((api) => api.raw("POST", `/admin/payments/${payment.id}/capture`, {}, { "accept-language": language }))
    const refused = await capture()
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([400, expect.stringContaining("has not confirmed this payment yet")])
    expect((await capture("pt-BR")).body).toMatchObject({ message: expect.stringContaining("O gateway ainda não confirmou este pagamento.") })
    expect((await moneyFacts(store, placed.orderId)).captures).toEqual([])

    await gateway.act(invoice.id, "pay")
    expect(await untilCaptured(store, placed.orderId)).toEqual(capturedOnce(74.8))
    // Captured once more by hand: no second capture, no refund, and the gateway is asked nothing.
    const calls = await gateway.counts()
    await capture()
    expect(await moneyFacts(store, placed.orderId)).toEqual(capturedOnce(74.8))
    expect(await gateway.counts()).toEqual(calls)
  })

  it("an order that grew after it was paid is charged the difference only", async () => {
    const { placed, invoice } = await waiting()
    await gateway.act(invoice.id, "pay")
    await untilCaptured(store, placed.orderId)
    await addToOrder(placed.orderId, "CHOCOLATE-1", 2)

    const { session } = await storeApi(store).post<{ session: SessionView }>(`/store/fatura/orders/${placed.orderId}/payment`, { provider_id: providerId, ...pixData() })
    expect(session).toMatchObject({ amount: 39.8, status: "awaiting_payment", next_step: "pay" })
    const difference = await gateway.invoiceOf(session.id)
    expect(difference._sandbox.due_cents).toBe(3980)
    await gateway.act(difference.id, "pay")
    await poll(async () => (await moneyFacts(store, placed.orderId)).transactions.length === 2)
    expect(await moneyFacts(store, placed.orderId)).toMatchObject({ captures: [74.8, 39.8], refunds: [], transactions: [74.8, 39.8] })
    expect((await readOrder(store, placed.orderId)).summary).toMatchObject({ paid_total: 114.6, pending_difference: 0 })
  })

  it.each(["order_id", "session_id", "invoice_id"])("what is asked for by %s is a value, not a command", async (filter) => {
    const api = await adminApi(store)
    for (const wanted of ["' OR 1=1 --", "x') OR ('1'='1", "%", "\\"]) {
      const answer = await api.raw("GET", `/admin/fatura/invoices?${filter}=${encodeURIComponent(wanted)}`)
      expect([wanted, answer.status, (answer.body as { invoices?: unknown[] }).invoices]).toEqual([wanted, 200, []])
    }
  })
})

it("logs no error but what Medusa itself says of a payment that was not authorised", () => {
  expect(errorLines(store).filter((line) => !line.includes("authorize payment session"))).toEqual([])
})

/** Staff add units to a placed order and confirm the edit. */
async function addToOrder(orderId: string, sku: string, quantity: number): Promise<void> {
  const api = await adminApi(store)
  const { products } = await api.get<{ products: { variants: { id: string; sku: string }[] }[] }>("/admin/products?limit=100&fields=variants.id,variants.sku")
  const variant = only(products.flatMap(({ variants }) => variants).filter((one) => one.sku === sku), sku)
  await api.post("/admin/order-edits", { order_id: orderId })
  await api.post(`/admin/order-edits/${orderId}/items`, { items: [{ variant_id: variant.id, quantity }] })
  await api.post(`/admin/order-edits/${orderId}/confirm`)
}

/** From now on Medusa can't write down that the session was authorised: the database fails after the gateway has issued. */
async function breakWritesOf(sessionId: string): Promise<void> {
  await sql(
    store.databaseUrl,
    `CREATE FUNCTION refuse_session() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN IF NEW.id = '${sessionId}' AND NEW.status::text <> 'pending' THEN RAISE EXCEPTION 'the disk is full'; END IF; RETURN NEW; END $$`,
  )
  await sql(store.databaseUrl, "CREATE TRIGGER refuse_session BEFORE UPDATE ON payment_session FOR EACH ROW EXECUTE FUNCTION refuse_session()")
}

async function mendWrites(): Promise<void> {
  await sql(store.databaseUrl, "DROP FUNCTION refuse_session() CASCADE")
}
