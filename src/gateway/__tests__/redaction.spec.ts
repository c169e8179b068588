import { inspect } from "node:util"
import fc from "fast-check"
import { cnpj, cpf } from "cpf-cnpj-validator"
import { redact } from "../index"
import { answer, FakeGateway, json, sampleJson } from "./support/fake-gateway"
import { ACCESS_TOKEN, errorOf, makeClient, MemoryTokens, newInvoice, SECRET_KEY, TOKEN } from "./support/client"

const gateway = new FakeGateway()
beforeAll(() => gateway.start())
afterAll(() => gateway.stop())
beforeEach(() => gateway.reset())

const HIDDEN = "[redacted]"

it("takes what is secret or personal out of a call and leaves the rest", () => {
  const before = {
    request: {
      method: "POST",
      url: "https://loja.example/hooks/fatura/payses_01.1.c0ffee?token=abc123",
      headers: { Authorization: "Bearer abc.def-ghi", scope: "invoice.write", Cookie: "a=b" },
      body: {
        client: {
          name: "Joana Prado", document: "529.982.247-25", email: "joana@exemplo.com.br", phone: "11912345678", ip: "203.0.113.9",
          address: { street: "Rua Augusta", number: "1500", district: "Centro", city: "São Paulo", state: "SP", zipcode: "01304001", country: "BRA" },
        },
        payment: {
          id: "payses_01-1", installments: "3", due_at: "2026-11-21", discount: "0.00",
          webhook: "https://loja.example/hooks/fatura/payses_01.1.c0ffee",
          products: [{ id: "item_1", title: "2 × Camiseta P", qnt: 1, amount: "99.80" }],
          card: { saved: 0, token: "tok_approved", valid: "12/30", holder: { name: "JOANA PRADO" } },
        },
      },
    },
    response: {
      status: 200,
      headers: { "content-type": "application/json", "set-cookie": "session=1" },
      body: {
        success: true, message: "CPF 52998224725 de joana@exemplo.com.br, fone (11) 91234-5678, cartao 4111 1111 1111 1111",
        access_token: "eyJhbGciOiJIUzI1NiJ9.c2FuZGJveA.Qm9v", secretKey: "xyz=", expires_in: 1826730000,
        invoice: {
          id: "1795194190", uuid: "0b7c7f6e-0000-4000-8000-000000000881", token: "0193c6a2", created_at: "2026-11-20 14:03:10",
          card: { bin: "411111", last4: "1111", number: "411111******1111", brand: "visa", tid: "52998224725", expire: "12/30" },
          pix: { payload: "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d3-a456-426655440000" },
          billet: { barcode: "00199163900000305800500940144816060680935031" },
          customer: { id: "138000" }, amount: { gross: 115.7, net: null }, webhook: "OjhhNzFmM2MwYjJkNTRlNmY=",
          note: 52998224725, seller: "11222333000181", company: "12.ABC.345/01DE-35", bare: "12ABC34501DE35",
        },
      },
    },
  }
  const copy = JSON.stringify(before)
  expect(redact(before)).toStrictEqual({
    request: {
      method: "POST",
      url: "https://loja.example/hooks/fatura/[redacted]?token=[redacted]",
      headers: { Authorization: HIDDEN, scope: "invoice.write", Cookie: HIDDEN },
      body: {
        client: {
          name: HIDDEN, document: HIDDEN, email: HIDDEN, phone: HIDDEN, ip: HIDDEN,
          address: { street: HIDDEN, number: HIDDEN, district: HIDDEN, city: "São Paulo", state: "SP", zipcode: HIDDEN, country: "BRA" },
        },
        payment: {
          id: "payses_01-1", installments: "3", due_at: "2026-11-21", discount: "0.00",
          webhook: "https://loja.example/hooks/fatura/[redacted]",
          products: [{ id: "item_1", title: "2 × Camiseta P", qnt: 1, amount: "99.80" }],
          card: { saved: 0, token: HIDDEN, valid: HIDDEN, holder: { name: HIDDEN } },
        },
      },
    },
    response: {
      status: 200,
      headers: { "content-type": "application/json", "set-cookie": HIDDEN },
      body: {
        success: true, message: "CPF [document] de [e-mail], fone [phone], cartao [card]",
        access_token: HIDDEN, secretKey: HIDDEN, expires_in: 1826730000,
        invoice: {
          id: "1795194190", uuid: "0b7c7f6e-0000-4000-8000-000000000881", token: HIDDEN, created_at: "2026-11-20 14:03:10",
          card: { bin: "411111", last4: "1111", number: HIDDEN, brand: "visa", tid: "52998224725", expire: HIDDEN },
          pix: { payload: "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d3-a456-426655440000" },
          billet: { barcode: "00199163900000305800500940144816060680935031" },
          customer: { id: "138000" }, amount: { gross: 115.7, net: null }, webhook: HIDDEN,
          note: HIDDEN, seller: "[document]", company: "[document]", bare: "[document]",
        },
      },
    },
  })
  expect(JSON.stringify(before)).toBe(copy)
})

it("copes with whatever value it is given", () => {
  const circle: Record<string, unknown> = { name: "Joana" }
  circle["self"] = circle
  class Odd extends Error {}
  expect(redact(circle)).toEqual({ name: HIDDEN, self: "[nested]" })
  expect(redact(new Odd("Bearer abcdef"))).toEqual({ error: "Error", message: "Bearer [redacted]" })
  expect(redact(new Map([["token", "x"]]))).toEqual({ token: HIDDEN })
  expect(redact(new Set(["joana@exemplo.com.br"]))).toEqual({ values: ["[e-mail]"] })
  expect(redact([new Date(0), new Date(Number.NaN), Buffer.from("abc"), 10n, () => 1, undefined])).toEqual([
    "1970-01-01T00:00:00.000Z", null, "[3 bytes]", "10", "[function]", undefined,
  ])
  expect(redact({ phones: 1, phone: ["11", null], "529.982.247-25": 1 })).toEqual({ phones: 1, phone: [HIDDEN, null], "[document]": 1 })
  expect(String(redact("a".repeat(5000)))).toHaveLength(2001)
})

it("never lets a document through, wherever it stands", () => {
  const document = fc.constantFrom(...Array.from({ length: 40 }, (_, index) => (index % 2 ? cpf.generate(index % 4 === 1) : cnpj.generate(index % 4 === 2))))
  const shape = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, fc.constant("HERE"), fc.string(), fc.integer(), fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "note", "document", "message", "name"), tie("value"))),
  })).value
  fc.assert(
    fc.property(shape, document, fc.constantFrom("", "CPF ", "erro: ", "(", "\n"), (value, secret, before) => {
      const withSecret: unknown = JSON.parse(JSON.stringify(value ?? null).replaceAll("HERE", JSON.stringify(before + secret).slice(1, -1)))
      const once = redact(withSecret)
      expect(JSON.stringify(once) ?? "").not.toContain(secret)
      expect(redact(once)).toEqual(once)
    })
  )
})

it("an error shows nothing of the call that is secret or personal, however it is printed", async () => {
  const invoice = newInvoice({ method: "card", card: { token: "tok_secret_of_the_card", validity: "12/30", holderName: "JOANA P TESTE" } })
  gateway.next(
    json(422, {
      error: true,
      message: `Cliente JOANA PRADO TESTE (529.982.247-25, 52998224725, joana@exemplo.com.br) tok_secret_of_the_card ${ACCESS_TOKEN} ${TOKEN} ${SECRET_KEY} recusado`,
      fatura: { ...sampleJson("create-pix-fatura-200.json"), observacao: "joana prado teste, Rua Augusta" },
      url: invoice.notifyUrl,
    })
  )
  const error = await errorOf(makeClient(gateway.url).client.createInvoice(invoice))
  expect(error.gatewayMessage).toBe(
    "Cliente [redacted] ([document], [redacted], [redacted]) [redacted] [redacted] [redacted] [redacted] recusado"
  )
  const basic = Buffer.from(`${TOKEN}:${SECRET_KEY}`).toString("base64")
  const shown = [error.message, error.stack, JSON.stringify(error), inspect(error, { depth: 20, showHidden: true })].join("\n")
  for (const secret of [
    "52998224725", "529.982.247-25", "joana", "Augusta", "11912345678", "203.0.113.9", "tok_secret", ACCESS_TOKEN, TOKEN,
    SECRET_KEY, basic, "a1b2c3d4e5f6",
  ]) {
    expect(shown.toLowerCase()).not.toContain(secret.toLowerCase())
  }
})

it("nor does an error of the access token, or of a connection", async () => {
  gateway.authAnswer = answer(401, JSON.stringify({ error: true, message: `bad ${TOKEN} and ${SECRET_KEY}` }))
  const { client } = makeClient(gateway.url, { tokens: new MemoryTokens(null) })
  const first = await errorOf(client.createInvoice(newInvoice()))
  expect(first.message).toBe("auth: no access token (HTTP 401): bad [redacted] and [redacted]")
  const second = await errorOf(makeClient("http://127.0.0.1:1").client.createInvoice(newInvoice()))
  expect(second.message).toBe("create_invoice: no connection")
  const shown = [first, second].map((error) => inspect(error, { depth: 20, showHidden: true })).join("\n")
  for (const secret of [TOKEN, SECRET_KEY, ACCESS_TOKEN, "52998224725", "joana", Buffer.from(`${TOKEN}:${SECRET_KEY}`).toString("base64")]) {
    expect(shown.toLowerCase()).not.toContain(secret.toLowerCase())
  }
})

it("cuts a page and a long message", async () => {
  gateway.next(json(400, { error: true, message: `um\u0000 dois\r\n${"x".repeat(500)}` }), answer(502, `<html>${"y".repeat(5000)}`))
  const { client } = makeClient(gateway.url)
  const first = await errorOf(client.createInvoice(newInvoice()))
  expect(first.gatewayMessage).toBe(`um dois ${"x".repeat(192)}…`)
  const second = await errorOf(client.createInvoice(newInvoice()))
  expect(second.message).toBe("create_invoice: a page instead of an answer (HTTP 502)")
})
