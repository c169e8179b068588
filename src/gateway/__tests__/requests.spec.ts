import { cents } from "../../domain/money"
import { answer, FakeGateway, json, sample } from "./support/fake-gateway"
import type { GatewayClient } from "../index"
import { ACCESS_TOKEN, errorOf, IDS, makeClient, newInvoice, SECRET_KEY, TOKEN } from "./support/client"

const gateway = new FakeGateway()
beforeAll(() => gateway.start())
afterAll(() => gateway.stop())
beforeEach(() => gateway.reset())

const yes = () => answer(200, sample("create-pix-200.json"))

describe("create", () => {
  it("sends a PIX invoice exactly as specified", async () => {
    const { client } = makeClient(gateway.url)
    gateway.next(yes())
    await client.createInvoice(newInvoice())
    const [request] = gateway.calls
    expect(request).toMatchObject({ method: "POST", url: "/invoices" })
    expect(request?.headers).toMatchObject({
      authorization: `Bearer ${ACCESS_TOKEN}`,
      "content-type": "application/json",
      "user-agent": "medusa-payment-fatura",
    })
    expect(JSON.parse(request?.body ?? "")).toStrictEqual({
      client: {
        name: "Joana Prado Teste",
        document: "52998224725",
        email: "joana@exemplo.com.br",
        phone: "11912345678",
        address: {
          street: "Rua Augusta", number: "1500", district: "Consolação", city: "São Paulo", state: "SP",
          zipcode: "01304001", country: "BRA",
        },
        ip: "203.0.113.9",
      },
      payment: {
        id: "payses_01EXAMPLE-1",
        type: 3,
        due_at: "2026-11-21",
        referrer: "payses_01EXAMPLE-1",
        installments: "1",
        order_url: "https://loja.example/pedido/1042",
        store_url: "https://loja.example",
        webhook: "https://loja.example/hooks/fatura/payses_01EXAMPLE.1.a1b2c3d4e5f6",
        discount: "0.00",
        products: [
          { id: "item_1", image: "https://loja.example/p/1.jpg", title: "2 × Camiseta P", qnt: 1, discount: 0, amount: "99.80" },
          { id: "shipping", title: "Frete", qnt: 1, discount: 0, amount: "15.90" },
        ],
      },
      shipping: { amount: 0 },
    })
  })

  it("sends a card invoice of a payer abroad, with quantities, discounts and freight", async () => {
    const { client } = makeClient(gateway.url)
    gateway.next(answer(200, sample("create-card-200.json")))
    await client.createInvoice(
      newInvoice({
        method: "card",
        installments: 12,
        payer: { name: "Ann Example", document: null, email: "ann@example.com", phone: null, ip: null, address: null },
        lines: [{ id: "item_1", title: "Tênis", quantity: 2, amount: cents(29990), discount: cents(1005) }],
        shipping: cents(1590),
        discount: cents(500),
        orderUrl: null,
        storeUrl: null,
        productType: 1,
        card: { token: "tok_approved", validity: "12/30", holderName: "ANN EXAMPLE" },
        ecommerce: { storeId: 7, checkout: 12 },
      })
    )
    expect(JSON.parse(gateway.calls[0]?.body ?? "")).toStrictEqual({
      client: { name: "Ann Example", email: "ann@example.com" },
      ecommerce: { store_id: 7, checkout: 12 },
      payment: {
        product_type: 1,
        id: "payses_01EXAMPLE-1",
        type: 1,
        due_at: "2026-11-21",
        referrer: "payses_01EXAMPLE-1",
        installments: "12",
        webhook: "https://loja.example/hooks/fatura/payses_01EXAMPLE.1.a1b2c3d4e5f6",
        discount: "5.00",
        products: [{ id: "item_1", title: "Tênis", qnt: 2, discount: 10.05, amount: "299.90" }],
        card: { saved: 0, tokenize: 0, token: "tok_approved", valid: "12/30", holder: { name: "ANN EXAMPLE" } },
      },
      shipping: { amount: 15.9 },
    })
  })

  it.each([
    ["a state by its name, a CEP with its hyphen", { state: "São Paulo", zipcode: "01304-001", country: "bra" }, { state: "SP", zipcode: "01304001", country: "BRA" }],
    ["a state without accents", { state: "sao paulo", zipcode: "01.304-001", country: "BRA" }, { state: "SP", zipcode: "01304001", country: "BRA" }],
    ["a British address", { state: "Greater London", zipcode: "NW1 6XE", country: "GBR" }, { state: "EX", zipcode: "16", country: "GBR" }],
    ["an Argentinian one", { state: "Buenos Aires", zipcode: "C1084ABC", country: "ARG" }, { state: "EX", zipcode: "1084", country: "ARG" }],
    ["a Canadian one", { state: "ON", zipcode: "K1A 0B1", country: "CAN" }, { state: "ON", zipcode: "101", country: "CAN" }],
    ["a Dutch one", { state: "Noord-Holland", zipcode: "1012 AB", country: "NLD" }, { state: "EX", zipcode: "1012", country: "NLD" }],
  ])("sends exactly what the specification has for %s", async (_name, given, sent) => {
    gateway.next(answer(200, sample("create-pix-200.json")))
    const { payer } = newInvoice()
    await makeClient(gateway.url).client.createInvoice(newInvoice({ payer: { ...payer, document: "529.982.247-25", phone: "(11) 91234-5678", address: { ...payer.address!, ...given } } }))
    const { client } = JSON.parse(gateway.calls[0]?.body ?? "")
    expect(client).toMatchObject({ document: "52998224725", phone: "11912345678", address: sent })
  })

  const placed = (given: Record<string, string>) => ({ payer: { ...newInvoice().payer, address: { ...newInvoice().payer.address!, ...given } } })
  it.each([
    ["a state that Brazil does not have", placed({ state: "Sampa" }), "client.address.state must be two letters"],
    ["half a CEP", placed({ zipcode: "01304" }), "client.address.zipcode must be the eight digits of a CEP"],
    ["a country by its name", placed({ country: "Brasil", zipcode: "01304001" }), "client.address.country must be a three-letter code"],
    ["no document", { payer: { ...newInvoice().payer, document: null } }, "client.document is required for national payments"],
    ["half a document", { payer: { ...newInvoice().payer, document: "5299822472" } }, "client.document must be a CPF or CNPJ without punctuation"],
  ] as const)("refuses %s before it is sent", async (_name, change, words) => {
    const error = await errorOf(makeClient(gateway.url).client.createInvoice(newInvoice(change as never)))
    expect(error).toMatchObject({ kind: "refused", outcome: "not_sent" })
    expect(error.message).toContain(words)
    expect(gateway.calls).toHaveLength(0)
  })

  it("sends a boleto with type 2, or with the configured code, to the configured path", async () => {
    gateway.next(answer(200, sample("assumed-create-boleto-200.json")), answer(200, sample("assumed-create-boleto-200.json")))
    await makeClient(gateway.url).client.createInvoice(newInvoice({ method: "boleto" }))
    const other = makeClient(`${gateway.url}/`, {
      paymentTypes: { boleto: 9 },
      endpoints: { create_invoice: { path: "/v4/invoices" } },
    })
    await other.client.createInvoice(newInvoice({ method: "boleto" }))
    expect(gateway.calls.map(({ url, body }) => [url, JSON.parse(body).payment.type])).toEqual([
      ["/invoices", 2],
      ["/v4/invoices", 9],
    ])
  })

  it.each([
    ["a due date that is none", { dueOn: "2026-02-30" }, "payment.due_at must be YYYY-MM-DD"],
    ["a due date with a time", { dueOn: "2026-11-21 00:00:00" }, "payment.due_at must be YYYY-MM-DD"],
    ["no lines", { lines: [] }, "payment.products must have at least one line"],
    ["a negative amount", { lines: [{ id: "a", title: "A", quantity: 1, amount: cents(-1) }] }, "payment.products.0.amount must be a decimal with two places"],
    ["half a piece", { lines: [{ id: "a", title: "A", quantity: 0.5, amount: cents(1) }] }, "payment.products.0.qnt"],
    ["thirteen installments", { installments: 13 }, "payment.installments must be 1 to 12"],
    ["a card without token", { method: "card" }, "payment.card"],
    ["a card on a PIX", { card: { token: "t", validity: "12/30", holderName: "H" } }, "payment.card"],
    ["an expiry of another kind", { method: "card", card: { token: "tok", validity: "2030-12", holderName: "H" } }, "payment.card.valid must be MM/YY"],
    ["no reference", { reference: "" }, "payment.id must not be empty"],
    ["no notice address", { notifyUrl: "" }, "payment.webhook must be a URL"],
  ] as const)("sends nothing for %s", async (_name, change, words) => {
    const { client } = makeClient(gateway.url)
    const error = await errorOf(client.createInvoice(newInvoice(change as Parameters<typeof newInvoice>[0])))
    expect(error).toMatchObject({ name: "GatewayError", outcome: "not_sent", kind: "refused", operation: "create_invoice" })
    expect(error.message).toContain(words)
    expect(gateway.seen).toEqual([])
  })
})

describe("the other operations", () => {
  it("asks for an access token with Basic, the secret untrimmed, and a comma-separated scope header", async () => {
    gateway.next(answer(200, sample("auth-200.json")))
    await makeClient(gateway.url).client.auth()
    const [request] = gateway.seen
    expect(request).toMatchObject({ method: "GET", url: "/auth", body: "" })
    expect(request?.headers["scope"]).toBe("invoice.write,customer.write,webhook.write")
    const basic = String(request?.headers.authorization).replace(/^Basic /, "")
    expect(Buffer.from(basic, "base64").toString("utf8")).toBe(`${TOKEN}:${SECRET_KEY}`)
    expect(SECRET_KEY.endsWith("=")).toBe(true)
  })

  it("keeps white space at the ends of the secret", async () => {
    gateway.next(answer(200, sample("auth-200.json")))
    await makeClient(gateway.url, { secretKey: " padded== " }).client.auth()
    const basic = String(gateway.seen[0]?.headers.authorization).slice("Basic ".length)
    expect(Buffer.from(basic, "base64").toString("utf8")).toBe(`${TOKEN}: padded== `)
  })

  it("changes a due date", async () => {
    gateway.next(answer(200, sample("patch-due-date-200.json")))
    await makeClient(gateway.url).client.updateDueDate({ invoice: IDS, dueOn: "2026-11-30" })
    expect(gateway.calls[0]).toMatchObject({
      method: "PATCH",
      url: "/invoices",
      body: '{"payment":{"invoice_id":"INV-1795194190","due_at":"2026-11-30"}}',
    })
  })

  it("cancels with a body on DELETE", async () => {
    gateway.next(answer(200, sample("delete-cancel-200.json")))
    await makeClient(gateway.url).client.cancelInvoice({ invoice: IDS })
    expect(gateway.calls[0]).toMatchObject({
      method: "DELETE", url: "/invoices", body: '{"payment":{"id":"INV-1795194190"}}',
    })
  })

  it("refunds integer cents", async () => {
    gateway.next(answer(200, sample("assumed-put-refund-200.json")))
    await makeClient(gateway.url).client.refundInvoice({ invoice: IDS, amountCents: 10000 })
    expect(gateway.calls[0]).toMatchObject({
      method: "PUT", url: "/invoices", body: '{"payment":{"id":"INV-1795194190","amount":10000}}',
    })
  })

  it.each([0, -5, 100.5, Number.NaN])("refunds no %p cents", async (amountCents) => {
    const call = makeClient(gateway.url).client.refundInvoice({ invoice: IDS, amountCents })
    expect(await errorOf(call)).toMatchObject({ outcome: "not_sent", kind: "refused" })
    expect(gateway.seen).toEqual([])
  })

  it("takes the identifier that is configured, and the other one where it is all there is", async () => {
    const { client } = makeClient(gateway.url, {
      endpoints: { cancel_invoice: { invoiceId: "id" }, list_invoices: { invoiceId: "id" } },
    })
    const canceled = () => answer(200, sample("delete-cancel-200.json"))
    gateway.next(canceled(), canceled(), answer(200, sample("list-200.json")))
    await client.cancelInvoice({ invoice: IDS })
    await client.cancelInvoice({ invoice: { id: null, invoiceId: "INV-2" } })
    await client.listInvoices({ id: IDS })
    expect(gateway.calls.map(({ url, body }) => body || url)).toEqual([
      '{"payment":{"id":"1795194190"}}', '{"payment":{"id":"INV-2"}}', "/invoices?id=1795194190",
    ])
    expect(await errorOf(client.cancelInvoice({ invoice: { id: null, invoiceId: null } }))).toMatchObject({ outcome: "not_sent" })
  })

  it("looks up with nothing but p, id and status", async () => {
    gateway.next(...[1, 2, 3].map(() => answer(200, sample("list-200.json"))))
    const { client } = makeClient(gateway.url)
    await client.listInvoices()
    await client.listInvoices({ page: 2, status: 5 })
    await client.listInvoices({ id: "1795194190" })
    expect(gateway.calls.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["GET", "/invoices", ""], ["GET", "/invoices?p=2&status=5", ""], ["GET", "/invoices?id=1795194190", ""],
    ])
  })

  it("validates a notice with a body on OPTIONS", async () => {
    gateway.next(answer(200, sample("options-webhooks-200.json")))
    await makeClient(gateway.url).client.validateNotice("8a71f3c0b2d54e6f")
    expect(gateway.calls[0]).toMatchObject({ method: "OPTIONS", url: "/webhooks", body: '{"token":"8a71f3c0b2d54e6f"}' })
  })

  it("resends a notice with COPY, asks for the statement in São Paulo time, lists consumers", async () => {
    gateway.next(
      answer(200, sample("copy-webhooks-200.json")),
      answer(200, sample("baas-statement-200.json")),
      json(200, { consumers: [{ id: 1 }] })
    )
    const { client } = makeClient(gateway.url)
    await client.resendNotice({ url: "https://loja.example/x", event: "invoice.update", webhookId: "wh_77" })
    await client.statement({ from: new Date("2026-11-20T03:00:00Z"), to: new Date("2026-11-22T02:59:59Z") })
    expect(await client.records("list_consumers")).toEqual({ records: [{ id: 1 }] })
    expect(gateway.calls.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["COPY", "/webhooks", '{"url":"https://loja.example/x","events":"invoice.update","webhook":"wh_77"}'],
      ["GET", "/baas/statement?page=0&start_at=2026-11-20+00%3A00%3A00&end_at=2026-11-21+23%3A59%3A59", ""],
      ["GET", "/costumers", ""],
    ])
  })

  it("says so when an endpoint that no source shows is not configured, and uses it when it is", async () => {
    const { client, gate } = makeClient(gateway.url)
    const refused = { kind: "not_configured", outcome: "not_sent" }
    expect(await errorOf(client.records("list_mediations"))).toMatchObject(refused)
    const tracking = await errorOf(client.addTrackingCode({ invoice: IDS, code: "BR123" }))
    expect(tracking).toMatchObject(refused)
    expect(tracking.message).toBe("add_tracking_code: no source shows its path; set the option endpoints.add_tracking_code.path")
    expect((await errorOf(client.records("list_chargebacks"))).message).toContain("endpoints.list_chargebacks.path")
    expect(gate.entered).toEqual([])
    expect(gateway.seen).toEqual([])
    gateway.next(json(200, { success: true }))
    const configured = makeClient(gateway.url, { endpoints: { add_tracking_code: { path: "/tracking" } } })
    await configured.client.addTrackingCode({ invoice: IDS, code: "BR123" })
    expect(gateway.calls[0]).toMatchObject({
      method: "POST", url: "/tracking", body: '{"payment":{"id":"INV-1795194190","tracking_code":"BR123"}}',
    })
  })

  it("sends a tracking code in the configured form", async () => {
    gateway.next(json(200, { success: true }))
    const body = { payment: { invoice_id: "{invoice}" }, tracking: { codes: ["{code}"], carrier: "{other}", days: 3 } }
    const { client } = makeClient(gateway.url, { endpoints: { add_tracking_code: { path: "/tracking", body, invoiceId: "id" } } })
    await client.addTrackingCode({ invoice: IDS, code: "BR123" })
    expect(gateway.calls[0]?.body).toBe('{"payment":{"invoice_id":"1795194190"},"tracking":{"codes":["BR123"],"carrier":"{other}","days":3}}')
  })

  it.each([
    ["PRODUCTION", "this account is in PRODUCTION, where the gateway puts on its block list whoever asks for notices again"],
    [null, "it is not known whether this account is in PRODUCTION"],
  ] as const)("resends nothing where the environment is %s", async (environment, words) => {
    const { client, tokens } = makeClient(gateway.url)
    tokens.kept!.account = { ...tokens.kept!.account, environment }
    const error = await errorOf(client.resendNotice({ url: "https://loja.example/x", event: "invoice.update", webhookId: "wh_77" }))
    expect(error).toMatchObject({ operation: "resend_notice", kind: "refused", outcome: "not_sent" })
    expect(error.message).toContain(words)
    tokens.kept = null
    expect(await errorOf(client.resendNotice({ url: "https://loja.example/x", event: "invoice.update", webhookId: "wh_77" }))).toMatchObject({ outcome: "not_sent" })
    expect(gateway.seen).toEqual([])
  })

  it.each([
    ["refund_invoice", "invoice.refund, invoice.write", (client: GatewayClient) => client.refundInvoice({ invoice: IDS, amountCents: 1 })],
    ["cancel_invoice", "invoice.update, invoice.write", (client: GatewayClient) => client.cancelInvoice({ invoice: IDS })],
    ["list_invoices", "invoice.read, invoice.write", (client: GatewayClient) => client.listInvoices()],
    ["list_consumers", "customer.read, customer.write", (client: GatewayClient) => client.records("list_consumers")],
    ["list_statement", "baas.statement", (client: GatewayClient) => client.statement({ from: new Date(0), to: new Date(0) })],
  ] as const)("a missing scope names the operation %s and the scopes to try", async (operation, scopes, call) => {
    gateway.next(json(403, { error: true, message: "Insufficient scope" }))
    const error = await errorOf(call(makeClient(gateway.url).client))
    expect(error).toMatchObject({ kind: "missing_scope", operation, outcome: "refused" })
    expect(error.message).toBe(`${operation}: the credentials lack a permission; scopes to try: ${scopes} (option "scopes") (HTTP 403): Insufficient scope`)
  })
})
