import { answer, FakeGateway, page, sample } from "./support/fake-gateway"
import { errorOf, IDS, makeClient, newInvoice } from "./support/client"
import type { GatewayInvoice } from "../index"

const gateway = new FakeGateway()
beforeAll(() => gateway.start())
afterAll(() => gateway.stop())
beforeEach(() => gateway.reset())

const NOTHING: Omit<GatewayInvoice, "raw" | "details"> = {
  id: null, invoiceId: null, reference: null, statusCode: null, statusText: null, currency: null, grossCents: null,
  netCents: null, feesCents: null, discountCents: null, shippingCents: null, pix: null, boleto: null, card: null,
  actionUrl: null, documentUrl: null, dueOn: null, createdAt: null, paidAt: null, installments: null,
  refundedRaw: null, nossoNumero: null,
}
const DYNAMIC =
  "00020101021226800014br.gov.bcb.pix2558pix.gateway.example/qr/v2/0193c6a277f07b1e9a612f4f6f1c9e01" +
  "5204000053039865802BR5912LOJA EXEMPLO6009SAO PAULO62070503***63048BCA"
const STATIC =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d3-a456-4266554400005204000053039865406115.705802BR" +
  "5912LOJA EXEMPLO6009SAO PAULO62070503***6304E435"

const pix = {
  ...NOTHING, id: "1795194190", invoiceId: "1795194190", statusCode: 1, statusText: "pending", currency: "BRL",
  grossCents: 11570, netCents: 11455, feesCents: 115, discountCents: 0, dueOn: "2026-11-21", installments: 1,
  createdAt: new Date("2026-11-20T17:03:10Z"),
}
const card = {
  ...NOTHING, id: "1795194757", invoiceId: "1795194757", reference: "payses_03EXAMPLE", statusCode: 5,
  statusText: "approved", currency: "BRL", grossCents: 89900, netCents: 84656, feesCents: 5244, discountCents: 0,
  shippingCents: 0, card: { brand: "visa", last4: "1111", tid: "100663" }, dueOn: "2026-11-20", installments: 3,
  createdAt: new Date("2026-11-20T17:12:37Z"),
}

const CREATED: Record<string, Omit<GatewayInvoice, "raw" | "details">> = {
  "create-pix-200.json": {
    ...pix, reference: "payses_01EXAMPLE", shippingCents: 1590,
    pix: { payload: DYNAMIC, imageUrl: "https://gateway.example/qr/1795194190.png", endToEndId: null },
  },
  "create-pix-fatura-200.json": {
    ...pix, pix: { payload: DYNAMIC, imageUrl: "https://gateway.example/qr/1795194190.png", endToEndId: null },
  },
  "create-pix-static-no-image-200.json": {
    ...pix, id: "1795197600", invoiceId: "1795197600", reference: "payses_04EXAMPLE", shippingCents: 1590,
    createdAt: new Date("2026-11-20T18:00:00Z"), pix: { payload: STATIC, imageUrl: null, endToEndId: null },
  },
  "create-card-200.json": { ...card, paidAt: new Date("2026-11-20T17:12:39Z") },
  "assumed-create-card-denied-200.json": {
    ...card, id: "1795195200", invoiceId: "1795195200", reference: "payses_05EXAMPLE", statusCode: 12,
    statusText: "denied", createdAt: new Date("2026-11-20T17:20:00Z"),
  },
  "assumed-create-card-action-200.json": {
    ...card, id: "1795195260", invoiceId: "1795195260", reference: "payses_06EXAMPLE", statusCode: 2,
    statusText: "pending", actionUrl: "https://acquirer.example/secure/3D77", createdAt: new Date("2026-11-20T17:21:00Z"),
  },
  "assumed-create-boleto-200.json": {
    ...NOTHING, id: "1795194601", invoiceId: "1795194601", reference: "payses_02EXAMPLE", statusCode: 1,
    statusText: "pending", currency: "BRL", grossCents: 30580, netCents: 30231, feesCents: 349, discountCents: 1000,
    shippingCents: 1590, dueOn: "2026-11-23", installments: 1, createdAt: new Date("2026-11-20T17:10:01Z"),
    boleto: {
      line: "00190500954014481606906809350314916390000030580",
      barcode: "00199163900000305800500940144816060680935031",
      url: "https://gateway.example/boleto/1795194601.pdf",
    },
    actionUrl: "https://acquirer.example/fatura/5C10", documentUrl: "https://gateway.example/fatura/1795194601",
  },
}

it.each(Object.entries(CREATED))("create answer %s", async (name, expected) => {
  gateway.next(answer(200, sample(name)))
  const { raw, details: _details, ...invoice } = await makeClient(gateway.url).client.createInvoice(newInvoice())
  expect(invoice).toStrictEqual(expected)
  expect(raw).toMatchObject({ success: true, error: false, type: "invoice" })
})

it("due date answer", async () => {
  gateway.next(answer(200, sample("patch-due-date-200.json")))
  const { raw, details: _details, ...invoice } = await makeClient(gateway.url).client.updateDueDate({ invoice: IDS, dueOn: "2026-11-30" })
  expect(invoice).toStrictEqual({
    ...NOTHING, id: "1795194601", invoiceId: "1795194601", statusCode: 1, statusText: "pending", currency: "BRL",
    grossCents: 30580, netCents: 30231, discountCents: 1000, dueOn: "2026-11-30", installments: 1,
    boleto: { line: null, barcode: null, url: "https://acquirer.example/boleto/5C10-2.pdf" },
    actionUrl: "https://acquirer.example/fatura/5C10", documentUrl: "https://acquirer.example/fatura/5C10",
    createdAt: new Date("2026-11-20T17:10:01Z"), nossoNumero: "000144816",
  })
  expect(raw).toMatchObject({ fatura: { cliente: { id: 138001, name: "[redacted]" } } })
})

it("cancel answer: text without code confirms", async () => {
  gateway.next(answer(200, sample("delete-cancel-200.json")))
  const result = await makeClient(gateway.url).client.cancelInvoice({ invoice: IDS })
  const { raw: _raw, details: _details, ...invoice } = result.invoice as GatewayInvoice
  expect(result.canceled).toBe(true)
  expect(invoice).toStrictEqual({
    ...NOTHING, id: "1795190000", invoiceId: "1795190000", statusText: "canceled", currency: "BRL", grossCents: 11570,
    netCents: 11455, discountCents: 0, dueOn: "2026-11-21", installments: 1, createdAt: new Date("2026-11-20T15:53:20Z"),
    pix: { payload: STATIC, imageUrl: "https://gateway.example/qr/1795190000.png", endToEndId: null },
  })
})

it("refund answer", async () => {
  gateway.next(answer(200, sample("assumed-put-refund-200.json")))
  const { raw: _raw, details: _details, ...invoice } = await makeClient(gateway.url).client.refundInvoice({ invoice: IDS, amountCents: 10000 })
  expect(invoice).toStrictEqual({
    ...NOTHING, id: "1795194757", invoiceId: "1795194757", statusCode: 8, statusText: "partially_refunded",
    currency: "BRL", grossCents: 89900, netCents: 84656, feesCents: 5244, discountCents: 0, refundedRaw: 10000,
  })
})

it("list answer", async () => {
  gateway.next(answer(200, sample("list-200.json")))
  expect(await makeClient(gateway.url).client.listInvoices()).toStrictEqual({
    page: 1, pages: 1, totalInvoices: 3, perPage: 25,
    invoices: [
      {
        id: "1795194190", reference: "payses_01EXAMPLE", statusCode: 5, amountCents: 11570, refundedCents: null,
        othersCents: 115, discountCents: 0, shippingCents: 1590, method: "pix", createdAt: new Date("2026-11-20T17:03:10Z"), paidAt: new Date("2026-11-20T17:05:44Z"), dueOn: null,
      },
      {
        id: "1795194601", reference: "9f2b6d0c4e8a4f1fb0f3f0a9d2c1e777", statusCode: 15, amountCents: 30580,
        refundedCents: null, othersCents: 0, discountCents: 1000, shippingCents: 1590, method: "boleto", createdAt: new Date("2026-11-20T17:10:01Z"), paidAt: null, dueOn: null,
      },
      {
        id: "1795194757", reference: "payses_03EXAMPLE", statusCode: 8, amountCents: 89900, refundedCents: 10000,
        othersCents: 5244, discountCents: 0, shippingCents: 0, method: "card", createdAt: new Date("2026-11-20T17:12:37Z"), paidAt: new Date("2026-11-20T17:12:39Z"), dueOn: null,
      },
    ],
  })
})

it("access token answer", async () => {
  gateway.next(answer(200, sample("auth-200.json")))
  const fee = { percent: 0.99, cents: 0 }
  expect(await makeClient(gateway.url).client.auth()).toStrictEqual({
    accessToken: "eyJhbGciOiJIUzI1NiJ9.c2FuZGJveA.Qm9vay1rZWVwaW5n",
    expiresAt: new Date("2027-11-20T17:00:00Z"),
    account: {
      account: "A1B2C3D4E5F60718", environment: "SANDBOX", companyId: "4021",
      tokenType: "Bearer", personKind: "legal_entity", ownerDocumentMasked: "***.982.247-**",
      scopes: ["invoice.write", "customer.write", "webhook.write"], legalName: "Loja Exemplo Comercio Ltda",
      tradeName: "Loja Exemplo", documentMasked: "**.222.333/****-**", statementDescriptor: "LOJAEXEMPLO",
      contact: { phone: "1140028922", email: "sac@lojaexemplo.com.br" },
      fees: {
        warning: "As taxas nao incluem as taxas da adquirente", percent: 0.99, cents: 0.4, pix: fee,
        boleto: { percent: 0, cents: 3.49 },
        card: {
          percent: 3.99, cents: 0.39,
          installments: {
            1: 3.99, 2: 4.59, 3: 5.79, 4: 6.99, 5: 8.19, 6: 9.39, 7: 10.59, 8: 11.79, 9: 12.99, 10: 14.19, 11: 15.39, 12: 16.59,
          },
        },
      },
    },
  })
})

it("status answers", async () => {
  gateway.next(answer(200, sample("assumed-status-200.json")), answer(200, ""), answer(401, sample("error-401.json")))
  const { client, tokens } = makeClient(gateway.url)
  expect(await client.status()).toEqual({ valid: true })
  expect(await client.status()).toEqual({ valid: true })
  expect(await client.status()).toEqual({ valid: false })
  expect(tokens.renewals).toEqual([])
})

it("notice token answers", async () => {
  const { client } = makeClient(gateway.url)
  gateway.next(answer(200, sample("options-webhooks-200.json")), answer(404, sample("options-webhooks-404.json")))
  expect(await client.validateNotice("8a71f3c0b2d54e6f")).toBe("valid")
  expect(await client.validateNotice("8a71f3c0b2d54e6f")).toBe("invalid")
})

it("statement answer", async () => {
  gateway.next(answer(200, sample("baas-statement-200.json")))
  const at = new Date("2026-11-20T17:05:44Z")
  expect(await makeClient(gateway.url).client.statement({ from: at, to: at })).toStrictEqual({
    page: 0, pages: 1, records: 2,
    entries: [
      {
        id: "881", kindCode: 9, kind: "payment_received", description: "Pagamento recebido", amountCents: 11570,
        balanceCents: 101455, invoiceId: "1795194190", mediationId: null, chargebackId: null, withdrawId: null,
        uuid: "0b7c7f6e-0000-4000-8000-000000000881", createdAt: at, releaseAt: new Date("2026-11-21T03:00:00Z"), releasedAt: null,
      },
      {
        id: "882", kindCode: 4, kind: "sale_fees", description: "Taxas da venda", amountCents: -115,
        balanceCents: 101340, invoiceId: "1795194190", mediationId: null, chargebackId: null, withdrawId: null,
        uuid: "0b7c7f6e-0000-4000-8000-000000000882", createdAt: at, releaseAt: new Date("2026-11-21T03:00:00Z"), releasedAt: null,
      },
    ],
  })
})

it("resend answer", async () => {
  gateway.next(answer(200, sample("copy-webhooks-200.json")))
  const { raw, ...resent } = await makeClient(gateway.url).client.resendNotice({ url: "https://loja.example/x", event: "invoice.update", webhookId: "wh_77" })
  expect(resent).toStrictEqual({
    event: "invoice.update",
    total: 1,
    responses: [
      {
        event: "invoice.update", webhookId: "wh_77", action: "sent", hasRawResponse: true, receiverStatus: 200,
        headerNames: ["Content-Type", "UserId", "Webhook", "Gateway", "Webhook"], version: "2.1", updated: "2026-09-01",
      },
    ],
  })
  expect(raw).toMatchObject({ sent: { event: "invoice.update", total: 1, responses: [{ webhook: "wh_77" }] } })
  expect(JSON.stringify(raw)).not.toContain("OjhhNzFmM2Mw")
})

it.each([
  ["assumed-refused-200.json", 200, "refused", "refused", "Documento do cliente invalido"],
  ["error-404.json", 404, "not_found", "refused", "Sorry, we couldn't find this invoice id."],
  ["error-502.html", 502, "unavailable", "unknown", null],
  ["assumed-error-403.html", 403, "blocked", "unknown", null],
  ["assumed-error-429.html", 429, "blocked", "unknown", null],
] as const)("error answer %s", async (name, status, kind, outcome, gatewayMessage) => {
  gateway.next(name.endsWith("html") ? page(status, sample(name)) : answer(status, sample(name)))
  const error = await errorOf(makeClient(gateway.url).client.cancelInvoice({ invoice: IDS }))
  expect(error).toMatchObject({ name: "GatewayError", operation: "cancel_invoice", kind, outcome, httpStatus: status, gatewayMessage })
  expect(gateway.calls).toHaveLength(1)
})
