import {
  awaiting, addPaymentSession, capturedOnce, cancelOrder, complete, cpf, createCart, cnpj, errorLines, ledgerOf, moneyFacts, only, placeOrder, poll,
  sessionView, sql, startGateway, startStore, storeApi, untilCaptured,
  type Cart, type PaymentSession, type PlacedOrder, type RawAnswer, type Gateway, type Store,
} from "../support"

const providerId = "pp_pix_fatura"
const cardNumber = "4111111111111111"

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

const order = (): Promise<PlacedOrder> => placeOrder(store, { providerId, data: { payer: { document: cpf() } } })

/** A cart with a payment collection, ready for a session. */
async function cartWithCollection(): Promise<{ cart: Cart; collectionId: string }> {
  const cart = await createCart(store)
  const { payment_collection } = await storeApi(store).post<{ payment_collection: { id: string } }>("/store/payment-collections", { cart_id: cart.id })
  return { cart, collectionId: payment_collection.id }
}

const askForSession = (collectionId: string, data: unknown, headers: Record<string, string> = {}, provider = providerId): Promise<RawAnswer> =>
  storeApi(store).raw("POST", `/store/payment-collections/${collectionId}/payment-sessions`, { provider_id: provider, data }, headers)

const storedSession = async (sessionId: string) =>
  only(await sql<{ data: Record<string, unknown>; context: unknown; metadata: unknown }>(store.databaseUrl, "SELECT data, context, metadata FROM payment_session WHERE id = $1", [sessionId]), "session").data

/** Keys of session data that hold something. */
const filledKeys = (data: Record<string, unknown>): string[] => Object.keys(data).filter((key) => data[key] !== null).sort()

describe("what a shopper puts into the session's data", () => {
  it("is dropped unless it is asked for, in the answer and in the database", async () => {
    const document = cpf()
    const { collectionId } = await cartWithCollection()
    const answer = await askForSession(collectionId, {
      payer: { document, name: "Joana Prado", phone: "11988887777" },
      note: "unknown-key-value",
      nested: { document, deep: { value: "unknown-deep-value" } },
      "unknown-key-name": true,
      status: "captured",
    })
    expect(answer.status).toBe(200)
    const session = only((answer.body as { payment_collection: { payment_sessions: PaymentSession[] } }).payment_collection.payment_sessions, "session")
    for (const data of [session.data, await storedSession(session.id)]) {
      const text = JSON.stringify(data)
      for (const unwanted of [document, "Joana", "11988887777", "unknown-key-value", "unknown-deep-value", "unknown-key-name", "captured", "payer"]) {
        expect(text).not.toContain(unwanted)
      }
      expect(filledKeys(data)).toEqual(["ref", "session_id"])
    }
    expect(session.status).toBe("pending")
  })

  it("buys nothing with another order's paid invoice, status, session or reference", async () => {
    const paid = await order()
    const paidInvoice = await gateway.invoiceOf(paid.sessionId)
    await gateway.act(paidInvoice.id, "pay")
    await untilCaptured(store, paid.orderId)
    const stolen = await storedSession(paid.sessionId)

    const cart = await createCart(store)
    const forged = { ...stolen, id: paid.sessionId, session_id: paid.sessionId, invoice_id: paidInvoice.id, status: "captured", amount: 0, payer: { document: cpf() } }
    const { session } = await addPaymentSession(store, cart.id, providerId, forged)
    expect(session.data).toMatchObject({ session_id: session.id })
    expect(session.data.ref).not.toBe(stolen.ref)
    const completion = await complete(store, cart.id)

    expect(completion.type).toBe("order")
    if (completion.type !== "order") return
    expect(await moneyFacts(store, completion.order.id)).toEqual(awaiting)
    const own = await gateway.invoiceOf(session.id)
    expect(own._sandbox).toMatchObject({ due_cents: 7480, payable: true })
    expect(await moneyFacts(store, paid.orderId)).toEqual(capturedOnce(74.8))
    await cancelOrder(store, completion.order.id)
    await poll(async () => !(await gateway.invoice(own.id))._sandbox.payable)
    expect(await moneyFacts(store, paid.orderId)).toEqual(capturedOnce(74.8))
    expect((await gateway.invoice(paidInvoice.id)).status).toMatchObject({ code: 5 })
  })

  it("cancels nobody's invoice", async () => {
    const target = await order()
    const invoice = await gateway.invoiceOf(target.sessionId)
    const stolen = await storedSession(target.sessionId)
    const { cart, collectionId } = await cartWithCollection()
    const forged = { ...stolen, id: target.sessionId, session_id: target.sessionId, invoice_id: invoice.id, payer: { document: cpf() } }
    // Each choice deletes the session before it; so does a change of the total.
    expect((await askForSession(collectionId, forged)).status).toBe(200)
    expect((await askForSession(collectionId, forged, {}, "pp_system_default")).status).toBe(200)
    expect((await askForSession(collectionId, forged)).status).toBe(200)
    await storeApi(store).post(`/store/carts/${cart.id}`, { promo_codes: ["PRIMEIRA10"] })

    await settled()
    expect((await gateway.invoice(invoice.id))._sandbox.payable).toBe(true)
    expect(only(await ledgerOf(store, target.sessionId), "attempt")).toMatchObject({ status: "awaiting_payment", cancel_requested_at: null })
    expect(await sessionView(store, target.sessionId)).toMatchObject({ status: "awaiting_payment" })
  })

  it("cancels nobody's invoice with the data that core hands to another provider", async () => {
    const target = await order()
    const stolen = await storedSession(target.sessionId)
    const { collectionId } = await cartWithCollection()
    await askForSession(collectionId, stolen, {}, "pp_system_default")
    await askForSession(collectionId, { payer: { document: cpf() } })
    await settled()
    expect((await gateway.invoiceOf(target.sessionId))._sandbox.payable).toBe(true)
  })
})

describe("a payment collection that must not get another session", () => {
  it("is refused while a placed order's code is open, and the code stays", async () => {
    const placed = await order()
    for (const provider of [providerId, "pp_system_default"]) {
      const answer = await askForSession(placed.paymentCollectionId, { payer: { document: cpf() } }, {}, provider)
      expect(answer).toMatchObject({ status: 409, body: { type: "not_allowed", code: "waiting_for_order" } })
    }
    expect((await gateway.invoiceOf(placed.sessionId))._sandbox.payable).toBe(true)
    expect(await moneyFacts(store, placed.orderId)).toEqual(awaiting)
  })

  it("is refused when it is paid", async () => {
    const placed = await order()
    await gateway.act((await gateway.invoiceOf(placed.sessionId)).id, "pay")
    await untilCaptured(store, placed.orderId)
    const answer = await askForSession(placed.paymentCollectionId, { payer: { document: cpf() } })
    expect(answer).toMatchObject({ status: 409, body: { code: "already_covered", message: expect.stringContaining("já tem um pagamento") } })
    expect(await moneyFacts(store, placed.orderId)).toEqual(capturedOnce(74.8))
  })

  it("is refused when its order is cancelled", async () => {
    const placed = await order()
    await cancelOrder(store, placed.orderId)
    await poll(async () => (await gateway.invoiceOf(placed.sessionId))._sandbox.canceled_at)
    expect(await askForSession(placed.paymentCollectionId, { payer: { document: cpf() } })).toMatchObject({ status: 409, body: { code: "order_canceled" } })
  })
})

describe("card data", () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ["a number in the card", { card: { number: cardNumber, token: "tok_approved", holder_name: "JOANA PRADO", expires: "12/30", installments: 1 } }, "card.number"],
    ["a number with spaces in a free text", { payer: { document: cpf(), name: "4111 1111 1111 1111" } }, "payer.name"],
    ["a number with dashes in an unknown key", { note: "cartão 4111-1111-1111-1111" }, "note"],
    ["a number as a number", { payment: { deep: [{ pan: 4_111_111_111_111_111 }] } }, "payment.deep.0.pan"],
    ["a verification value", { card: { token: "tok_approved", cvv: "123" } }, "card.cvv"],
    ["a verification value as a number", { card: { security_code: 123 } }, "card.security_code"],
  ]

  it.each(cases)("is refused at the door and stored nowhere: %s", async (_name, data, path) => {
    const { collectionId } = await cartWithCollection()
    const answer = await askForSession(collectionId, data)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ type: "invalid_data", code: "card_data_refused", fields: [{ path }] })
    expect(answer.text).not.toContain("4111")
    expect(await sql(store.databaseUrl, "SELECT id FROM payment_session WHERE payment_collection_id = $1", [collectionId])).toEqual([])
  })

  it("is refused when it is sent later, for a session", async () => {
    const { collectionId } = await cartWithCollection()
    const made = await askForSession(collectionId, {})
    const [session] = (made.body as { payment_collection: { payment_sessions: PaymentSession[] } }).payment_collection.payment_sessions
    const answer = await storeApi(store).raw("POST", `/store/fatura/sessions/${session!.id}`, { card: { number: cardNumber } })
    expect(answer).toMatchObject({ status: 400, body: { code: "card_data_refused", fields: [{ path: "card.number" }] } })
  })

  it("is not seen in a document, a phone number or a CEP", async () => {
    for (const payer of [{ document: cnpj(), phone: "+55 11 98888-7777" }, { document: cpf(), phone: "(11) 4111-1111", name: "Rua 1500, CEP 01304-001" }]) {
      const { collectionId } = await cartWithCollection()
      expect((await askForSession(collectionId, { payer })).status).toBe(200)
    }
  })
})

describe("an error that the shopper reads", () => {
  const invalid = { payer: { document: "111.111.111-11" } }

  it.each([
    [undefined, "O CPF ou CNPJ informado não é válido. Confira os números."],
    ["pt-BR,pt;q=0.9,en;q=0.8", "O CPF ou CNPJ informado não é válido. Confira os números."],
    ["en-US,en;q=0.9", "The CPF or CNPJ is not valid. Check the digits."],
    ["de-DE,de;q=0.9,en;q=0.5", "The CPF or CNPJ is not valid. Check the digits."],
  ])("names the field, in the language of Accept-Language %s", async (language, message) => {
    const { collectionId } = await cartWithCollection()
    const answer = await askForSession(collectionId, invalid, language ? { "accept-language": language } : {})
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ type: "invalid_data", code: "invalid_document", message, fields: [{ path: "payer.document", message }] })
  })

  it("is about the form of what was sent, never with its value", async () => {
    const { collectionId } = await cartWithCollection()
    const answer = await askForSession(collectionId, { payer: { document: { value: "secret-value" } } })
    expect(answer).toMatchObject({ status: 400, body: { type: "invalid_data", fields: [{ path: "payer.document" }] } })
    expect(answer.text).not.toContain("secret-value")
  })

  it.each([["payer", "a text"], ["payer", 5], ["payer", []], ["card", "tok"], ["card", null], ["payer", null]])("answers 400 or takes it, and never fails, when %s is %j", async (key, value) => {
    const { collectionId } = await cartWithCollection()
    expect([200, 400]).toContain((await askForSession(collectionId, { [key]: value })).status)
  })

  it.each([
    ["pt-BR", "Informe o CPF ou CNPJ de quem vai pagar."],
    ["en", "Enter the CPF or CNPJ of the payer."],
  ])("tells at completion what is missing, in %s, and the same cart goes on", async (language, message) => {
    const cart = await createCart(store)
    const { session } = await addPaymentSession(store, cart.id, providerId)
    const before = (await gateway.counts())["POST /invoices"] ?? 0
    const refused = await storeApi(store).raw("POST", `/store/carts/${cart.id}/complete`, {}, { "accept-language": language })
    expect(JSON.stringify(refused.body)).toContain(message)
    expect(refused.body).not.toMatchObject({ type: "order" })
    expect((await gateway.counts())["POST /invoices"] ?? 0).toBe(before)

    await storeApi(store).post(`/store/fatura/sessions/${session.id}`, { payer: { document: cpf() } })
    const completion = await complete(store, cart.id)
    expect(completion.type).toBe("order")
    expect(await gateway.invoicesOf(session.id)).toHaveLength(1)
  })

  it("is a 404 for a session that does not exist", async () => {
    for (const path of ["/store/fatura/sessions/payses_unknown", "/store/fatura/sessions/x%00"]) {
      expect((await storeApi(store).raw("GET", path)).status).toBe(404)
    }
    expect(await storeApi(store).raw("GET", "/store/fatura/sessions/payses_unknown", undefined, { "accept-language": "en" })).toMatchObject({
      body: { type: "not_found", code: "session_not_found", message: "Payment not found. Check the page address." },
    })
  })
})

it("finds the document in the cart's metadata when the storefront sends none", async () => {
  const document = cpf()
  const placed = await placeOrder(store, { providerId, metadata: { cpf: document } })
  expect((await gateway.invoiceOf(placed.sessionId))._sandbox.document).toBe(document)
})

it("logs no error but what Medusa itself says of a payment that was not authorised", () => {
  const lines = errorLines(store)
  expect(lines.filter((line) => !line.includes("Error was thrown trying to authorize payment session"))).toEqual([])
})

/** Long enough for what a request started in the background. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_500))

describe("two tabs on one cart", () => {
  it("never read an error of Medusa's own, whichever of them chooses, changes its mind and presses the button first", async () => {
    const raw: string[] = []
    for (let round = 0; round < 6; round++) {
      const { cart, collectionId } = await cartWithCollection()
      const data = { payer: { document: cpf() } }
      const press = (): Promise<RawAnswer> => storeApi(store).raw("POST", `/store/carts/${cart.id}/complete`, {})
      const tab = async (provider: string): Promise<RawAnswer[]> => [await askForSession(collectionId, data, {}, provider), await press()]
      const answers = (await Promise.all([tab(providerId), tab("pp_boleto_fatura"), tab(providerId)])).flat()
      raw.push(...answers.filter(({ status, text }) => status >= 500 || /PaymentSession|payses_|with id/.test(text) && status !== 200).map(({ status, text }) => `${status} ${text.slice(0, 200)}`))
      expect(answers.filter(({ body }) => (body as { type?: string }).type === "order").length).toBeGreaterThanOrEqual(1)
    }
    expect(raw).toEqual([])
  })
})
