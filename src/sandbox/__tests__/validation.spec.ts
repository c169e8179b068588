import { type TestSandbox, dayFromNow, newInvoice, startTestSandbox } from "./harness"

type Change = (body: any) => void

const REFUSALS: [string, "pix" | "boleto" | "card", Change, RegExp][] = [
  ["no client", "pix", (b) => delete b.client, /client/],
  ["no name", "pix", (b) => delete b.client.name, /client\.name/],
  ["an empty name", "pix", (b) => (b.client.name = " "), /client\.name/],
  ["no document", "pix", (b) => delete b.client.document, /Documento do cliente obrigatorio/],
  ["wrong check digits", "pix", (b) => (b.client.document = "52998224726"), /Documento do cliente invalido/],
  ["a formatted document", "boleto", (b) => (b.client.document = "529.982.247-25"), /Documento do cliente invalido/],
  ["a document as number", "pix", (b) => (b.client.document = 52998224725), /client\.document/],
  ["a card of a Brazilian without document", "card", (b) => delete b.client.document, /Documento/],
  ["a bad e-mail", "pix", (b) => (b.client.email = "joao"), /client\.email/],
  ["a formatted phone", "pix", (b) => (b.client.phone = "(11) 98765-4321"), /client\.phone/],
  ["no address for a physical product", "pix", (b) => delete b.client.address, /Endereco obrigatorio/],
  ["an address without district", "pix", (b) => delete b.client.address.district, /client\.address\.district/],
  ["a long state", "pix", (b) => (b.client.address.state = "Sao Paulo"), /client\.address\.state/],
  ["a formatted zipcode", "pix", (b) => (b.client.address.zipcode = "01304-001"), /client\.address\.zipcode/],
  ["a short country", "pix", (b) => (b.client.address.country = "BR"), /client\.address\.country/],
  ["an unknown member", "pix", (b) => (b.client.birth = "x"), /client\.birth/],
  ["a null member", "pix", (b) => (b.payment.webhook = null), /payment\.webhook/],
  ["no payment", "pix", (b) => delete b.payment, /payment/],
  ["no method", "pix", (b) => delete b.payment.type, /payment\.type/],
  ["an unknown method", "pix", (b) => (b.payment.type = 4), /payment\.type/],
  ["an unknown product type", "pix", (b) => (b.payment.product_type = 3), /payment\.product_type/],
  ["no due date", "pix", (b) => delete b.payment.due_at, /payment\.due_at/],
  ["a Brazilian due date", "pix", (b) => (b.payment.due_at = "23/11/2026"), /payment\.due_at/],
  ["a day that does not exist", "pix", (b) => (b.payment.due_at = "2027-02-29"), /payment\.due_at/],
  ["a past due date", "pix", (b) => (b.payment.due_at = dayFromNow(-1)), /payment\.due_at nao pode estar no passado/],
  ["installments as number", "card", (b) => (b.payment.installments = 3), /payment\.installments/],
  ["13 installments", "card", (b) => (b.payment.installments = "13"), /payment\.installments/],
  ["installments of a PIX", "pix", (b) => (b.payment.installments = "2"), /payment\.installments/],
  ["a discount as number", "pix", (b) => (b.payment.discount = 1.5), /payment\.discount/],
  ["a discount with a comma", "pix", (b) => (b.payment.discount = "1,50"), /payment\.discount/],
  ["no products", "pix", (b) => (b.payment.products = []), /payment\.products/],
  ["an amount as number", "pix", (b) => (b.payment.products[0].amount = 49.9), /products\[0\]\.amount/],
  ["an amount with one place", "pix", (b) => (b.payment.products[0].amount = "49.9"), /products\[0\]\.amount/],
  ["a quantity as text", "pix", (b) => (b.payment.products[0].qnt = "2"), /products\[0\]\.qnt/],
  ["a quantity of 0", "pix", (b) => (b.payment.products[0].qnt = 0), /products\[0\]\.qnt/],
  ["a product discount as text", "pix", (b) => (b.payment.products[0].discount = "0.00"), /products\[0\]\.discount/],
  ["an image that is no URL", "pix", (b) => (b.payment.products[0].image = "p.jpg"), /products\[0\]\.image/],
  ["a notice address that is no URL", "pix", (b) => (b.payment.webhook = "/hooks"), /payment\.webhook/],
  ["shipping as text", "pix", (b) => (b.shipping.amount = "15.90"), /shipping\.amount/],
  ["shipping with three places", "pix", (b) => (b.shipping.amount = 15.905), /shipping\.amount/],
  ["a discount above the amount", "pix", (b) => (b.payment.discount = "500.00"), /maior que zero/],
  ["a store id as text", "pix", (b) => (b.ecommerce = { store_id: "1", checkout: 2 }), /ecommerce\.store_id/],
  ["a card invoice without card", "card", (b) => delete b.payment.card, /payment\.card/],
  ["a PIX with a card", "pix", (b) => (b.payment.card = {}), /payment\.card/],
  ["a card to save", "card", (b) => (b.payment.card.saved = 1), /payment\.card\.saved/],
  ["tokenize as text", "card", (b) => (b.payment.card.tokenize = "0"), /payment\.card\.tokenize/],
  ["an unknown card token", "card", (b) => (b.payment.card.token = "tok_other"), /Token do cartao invalido/],
  ["a card number", "card", (b) => (b.payment.card.token = "4111 1111 1111 1111"), /nao pode ser um numero de cartao/],
  ["a four-digit year", "card", (b) => (b.payment.card.valid = "12/2030"), /payment\.card\.valid/],
  ["an expired card", "card", (b) => (b.payment.card.valid = "01/20"), /payment\.card\.valid vencido/],
  ["no card holder", "card", (b) => delete b.payment.card.holder.name, /payment\.card\.holder\.name/],
  ["a boleto above ten digits", "boleto", (b) => (b.payment.products[0].amount = "99999999.99"), /Valor maior/],
]

describe("what create refuses", () => {
  let sandbox: TestSandbox

  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.close())

  it.each(REFUSALS)("%s", async (_what, method, change, message) => {
    const body = newInvoice(method)
    change(body)
    const reply = await sandbox.gateway("POST", "/invoices", body)
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.json)).toEqual(["date", "success", "error", "type", "message", "__seconds"])
    expect(reply.json).toMatchObject({ success: false, error: true })
    expect(reply.json.message).toMatch(message)
    expect(reply.json.message).not.toMatch(/4111|5299/)
    expect((await sandbox.control("GET", "/invoices")).json.invoices).toEqual([])
  })

  it.each([
    ["text that is no JSON", "{", "application/json", /JSON invalido/],
    ["nothing", undefined, "application/json", /vazio/],
    ["a list", "[]", "application/json", /objeto JSON/],
    ["a form", JSON.stringify(newInvoice("pix")), "application/x-www-form-urlencoded", /Content-Type/],
  ])("%s as body", async (_what, body, type, message) => {
    const reply = await sandbox.gateway("POST", "/invoices", body, { ...sandbox.bearer, "Content-Type": type })
    expect(reply.json.message).toMatch(message)
  })

  it("an unknown or missing scope at GET /auth", async () => {
    for (const scope of ["invoices.all", ""]) {
      expect((await sandbox.auth("tok", "secret", scope)).json).toMatchObject({ success: false })
    }
    expect((await sandbox.auth("tok", "secret", "invoice.write, webhook.write")).json.scope).toEqual([
      "invoice.write",
      "webhook.write",
    ])
  })

  it.each([
    ["DELETE", { payment: { id: 5 } }, /payment\.id/],
    ["DELETE", { id: "5" }, /Campo desconhecido: id/],
    ["PUT", { payment: { id: "5" } }, /payment\.amount/],
    ["PUT", { payment: { id: "5", amount: 10.5 } }, /payment\.amount/],
    ["PUT", { payment: { id: "5", amount: 0 } }, /payment\.amount/],
    ["PATCH", { payment: { id: "5", due_at: dayFromNow(1) } }, /payment\.id/],
    ["PATCH", { payment: { invoice_id: "5", due_at: dayFromNow(-1) } }, /payment\.due_at/],
  ])("%s with %j", async (method, body, message) => {
    const reply = await sandbox.gateway(method, "/invoices", body)
    expect(reply.json).toMatchObject({ success: false, message: expect.stringMatching(message) })
  })

  it("parameters of the list that it does not have", async () => {
    for (const query of ["page=1", "p=0", "p=x", "status=paid"]) {
      expect((await sandbox.gateway("GET", `/invoices?${query}`)).json.success).toBe(false)
    }
  })
})

describe("what create takes", () => {
  let sandbox: TestSandbox

  beforeAll(async () => {
    sandbox = await startTestSandbox({ now: () => new Date("2026-11-21T01:30:00Z") })
  })
  afterAll(() => sandbox.close())

  const takes = async (method: "pix" | "boleto" | "card", change: Change) => {
    const body = newInvoice(method)
    body.payment.due_at = "2026-11-21"
    change(body)
    const reply = await sandbox.gateway("POST", "/invoices", body)
    expect(reply.json.message).toBeUndefined()
    return reply.json.invoice
  }

  it("a due date that is today in São Paulo although UTC is a day ahead", async () => {
    const invoice = await takes("pix", (body) => (body.payment.due_at = "2026-11-20"))
    expect(invoice).toMatchObject({ created_at: "2026-11-20 22:30:00", due_at: { day: "2026-11-20 00:00:00" } })
  })

  it("an alphanumeric CNPJ, a method as text, no address for a digital product", async () => {
    await takes("pix", (body) => {
      body.client.document = "12ABC34501DE35"
      body.payment.type = "3"
      body.payment.product_type = 2
      delete body.client.address
    })
  })

  it("a card payer abroad with an e-mail", async () => {
    await takes("card", (body) => {
      delete body.client.document
      body.client.address = { ...body.client.address, state: "NY", zipcode: "10001", country: "USA" }
    })
  })

  it("discounts of product and invoice added up", async () => {
    const invoice = await takes("pix", (body) => {
      body.payment.discount = "5.00"
      body.payment.products[0].discount = 10
    })
    expect(invoice.amount).toMatchObject({ gross: 100.7, discount: 15, shipping: "15.90" })
  })
})
