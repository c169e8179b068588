import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Receiver, type TestSandbox, newInvoice, startReceiver, startTestSandbox, dayFromNow } from "./harness"

const sample = (name: string): any => JSON.parse(readFileSync(join(__dirname, "wire", name), "utf8"))

const typeOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value)

/**
 * How an answer differs from a sample in members and types. A null on either side fits anything, because the
 * samples have nulls where the state of their invoice had no value yet.
 */
const differences = (sampled: any, answered: any, path = "$"): string[] => {
  const [left, right] = [typeOf(sampled), typeOf(answered)]
  if (left === "null" || right === "null") {
    return []
  }
  if (left !== right) {
    return [`${path}: ${left} in the sample, ${right} in the answer`]
  }
  if (left === "array") {
    return answered.flatMap((one: unknown, index: number) => differences(sampled[0], one, `${path}[${index}]`))
  }
  if (left !== "object") {
    return []
  }
  const keys = new Set([...Object.keys(sampled), ...Object.keys(answered)])
  return [...keys].flatMap((key) => {
    if (!(key in answered) || !(key in sampled)) {
      return [`${path}.${key}: only in the ${key in sampled ? "sample" : "answer"}`]
    }
    return differences(sampled[key], answered[key], `${path}.${key}`)
  })
}

const fits = (name: string, answer: unknown): void => expect(differences(sample(name), answer)).toEqual([])

describe("the interface, against the wire samples", () => {
  let sandbox: TestSandbox
  let receiver: Receiver

  beforeAll(async () => {
    receiver = await startReceiver()
    sandbox = await startTestSandbox()
  })
  afterAll(async () => {
    await sandbox.close()
    await receiver.close()
  })
  beforeEach(async () => {
    await sandbox.control("POST", "/reset")
    receiver.caught.length = 0
  })

  const create = async (method: "pix" | "boleto" | "card", options = {}) =>
    (await sandbox.gateway("POST", "/invoices", newInvoice(method, { webhook: receiver.url, ...options }))).json

  it("answers GET /auth and GET /status", async () => {
    fits("auth-200.json", (await sandbox.auth()).json)
    fits("assumed-status-200.json", (await sandbox.gateway("GET", "/status")).json)
  })

  it.each([
    ["wrong", "secret"],
    ["token", "wrong"],
    ["", "secret"],
    ["token", ""],
  ])("answers 401 to the credentials %p and %p", async (token, secret) => {
    const reply = await sandbox.auth(token, secret)
    expect(reply.status).toBe(401)
    expect(reply.json.message).toBe(sample("error-401.json").message)
  })

  it("answers 401 without and with a wrong bearer token, and after the tokens were revoked", async () => {
    for (const headers of [{}, { authorization: "Bearer tok" }]) {
      const reply = await sandbox.gateway("GET", "/invoices", undefined, headers as Record<string, string>)
      expect(reply.status).toBe(401)
      fits("error-401.json", reply.json)
    }
    await sandbox.control("DELETE", "/tokens")
    expect((await sandbox.gateway("GET", "/status")).status).toBe(401)
    sandbox.bearer.authorization = `Bearer ${(await sandbox.auth()).json.access_token}`
    expect((await sandbox.gateway("GET", "/status")).status).toBe(200)
  })

  it("creates a PIX, a boleto and a card invoice", async () => {
    const pix = await create("pix")
    fits("create-pix-200.json", pix)
    expect(pix.invoice).toMatchObject({
      referrer: "payses_01-1",
      amount: { gross: 115.7, net: 114.55, fees: 1.15, discount: 0, shipping: "15.90" },
      webhook: receiver.url,
      status: { code: 1, text: "pending" },
    })
    const boleto = await create("boleto")
    fits("assumed-create-boleto-200.json", boleto)
    fits("create-card-200.json", await create("card"))
    fits("assumed-create-card-denied-200.json", await create("card", { cardToken: "tok_denied" }))
    const action = await create("card", { cardToken: "tok_action_required" })
    fits("assumed-create-card-action-200.json", action)
    expect(action.invoice.secure.url).toMatch(/^https:/)
  })

  it("takes create at /v4/invoices too", async () => {
    const reply = await sandbox.gateway("POST", "/v4/invoices", newInvoice("pix"))
    fits("create-pix-200.json", reply.json)
  })

  it("answers create in the fatura shape by switch", async () => {
    await sandbox.control("POST", "/assumptions", { shape: "fatura" })
    const pix = await create("pix")
    fits("create-pix-fatura-200.json", pix)
    expect(pix.fatura.valores).toMatchObject({ bruto: 11570, liquido: 11455, original: 11570, taxas: 115 })
    expect((await create("boleto")).fatura.billet.line).toHaveLength(47)
  })

  it("changes a due date", async () => {
    const { invoice } = await create("boleto")
    await sandbox.control("POST", `/invoices/${invoice.id}/overdue`, { notify: false })
    const body = { payment: { invoice_id: invoice.invoice_id, due_at: dayFromNow(9) } }
    const reply = await sandbox.gateway("PATCH", "/invoices", body)
    fits("patch-due-date-200.json", reply.json)
    expect(reply.json.fatura).toMatchObject({
      vencimento: { dia: dayFromNow(9), original: dayFromNow(1) },
      status: { code: 1 },
    })
    const [notice] = await receiver.until(1)
    expect(notice?.json.invoices.status.code).toBe(1)
  })

  it("cancels with a text and no code", async () => {
    const { invoice } = await create("pix")
    const reply = await sandbox.gateway("DELETE", "/invoices", { payment: { id: invoice.invoice_id } })
    fits("delete-cancel-200.json", reply.json)
    expect(reply.json.fatura.status).toEqual({ text: "canceled" })
    const [notice] = await receiver.until(1)
    expect(notice?.json.invoices.status.code).toBe(6)
  })

  it("refunds in cents, in part and then the rest", async () => {
    const { invoice } = await create("card")
    const refund = (amount: number) =>
      sandbox.gateway("PUT", "/invoices", { payment: { id: invoice.invoice_id, amount } })
    const part = await refund(10_000)
    fits("assumed-put-refund-200.json", part.json)
    expect(part.json.fatura).toMatchObject({ refunds: { possbile: 1570, total: 10_000, brl: "R$ 100,00" }, status: { code: 8 } })
    expect((await refund(1571)).json.success).toBe(false)
    expect((await refund(1570)).json.fatura.status.code).toBe(9)
    const notices = await receiver.until(3)
    expect(notices.map(({ json }) => [json.invoices.status.code, json.invoices.prices.refound])).toEqual([
      [5, null],
      [8, 100],
      [9, 115.7],
    ])
  })

  it("lists by page, id and status", async () => {
    const [pix, boleto] = [await create("pix"), await create("boleto")]
    await sandbox.control("POST", `/invoices/${pix.invoice.id}/pay`, { wait: true })
    const all = await sandbox.gateway("GET", "/invoices?p=1")
    fits("list-200.json", all.json)
    expect(all.json.invoices.map(({ id }: { id: number }) => id)).toEqual([
      Number(boleto.invoice.id),
      Number(pix.invoice.id),
    ])
    const one = await sandbox.gateway("GET", `/invoices?id=${pix.invoice.id}`)
    expect(one.json.invoices).toMatchObject([{ status: { code: 5 }, prices: { total: 115.7 }, type: { id: 3 } }])
    const paid = await sandbox.gateway("GET", "/invoices?status=5")
    expect(paid.json.total.invoices).toBe(1)
    expect((await sandbox.gateway("GET", "/invoices?p=2")).json.invoices).toEqual([])
  })

  it("keeps the invoices of other accounts apart", async () => {
    const { invoice } = await create("pix")
    const other = { authorization: `Bearer ${(await sandbox.auth("other", "x")).json.access_token}` }
    expect((await sandbox.gateway("GET", "/invoices", undefined, other)).json.total.invoices).toBe(0)
    expect((await sandbox.gateway("DELETE", "/invoices", { payment: { id: invoice.id } }, other)).status).toBe(404)
  })

  it.each([
    ["PATCH", { payment: { invoice_id: "99", due_at: dayFromNow(3) } }],
    ["DELETE", { payment: { id: "99" } }],
    ["PUT", { payment: { id: "99", amount: 1 } }],
  ])("answers 404 to %s of an unknown invoice", async (method, body) => {
    const reply = await sandbox.gateway(method, "/invoices", body)
    expect(reply.status).toBe(404)
    expect(reply.json.message).toBe(sample("error-404.json").message)
  })

  it("validates the token of a notice, and no other", async () => {
    const { invoice } = await create("pix")
    await sandbox.control("POST", `/invoices/${invoice.id}/pay`, { wait: true })
    const lines = receiver.caught[0]?.headerLines.filter((line) => line.startsWith("Webhook: ")) ?? []
    const service = Buffer.from(lines[1]?.slice(9) ?? "", "base64").toString().split(":")[1]
    const valid = await sandbox.gateway("OPTIONS", "/webhooks", { token: service })
    expect([valid.status, valid.json]).toEqual([200, sample("options-webhooks-200.json")])
    const invalid = await sandbox.gateway("OPTIONS", "/webhooks", { token: `${service}0` })
    expect(invalid.status).toBe(404)
    fits("options-webhooks-404.json", invalid.json)
  })

  it("resends a notice by COPY", async () => {
    await create("pix")
    const body = { url: receiver.url, events: "invoice.update", webhook: "wh_77" }
    const reply = await sandbox.gateway("COPY", "/webhooks", body)
    fits("copy-webhooks-200.json", reply.json)
    expect(reply.json.sent.responses[0].response.details.http).toBe(200)
    expect(receiver.caught).toHaveLength(1)
  })

  it("gives customers, the statement, disputes and a QR image", async () => {
    const [pix, card] = [await create("pix"), await create("card")]
    await sandbox.control("POST", `/invoices/${pix.invoice.id}/pay`)
    await sandbox.control("POST", `/invoices/${card.invoice.id}/dispute`)
    const period = new URLSearchParams({ page: "0", start_at: "2020-01-01 00:00:00", end_at: "2090-01-01 00:00:00" })
    const statement = await sandbox.gateway("GET", `/baas/statement?${period}`)
    fits("baas-statement-200.json", statement.json)
    expect(statement.json.statement.map(({ refer }: { refer: number }) => refer).sort()).toEqual([4, 4, 9, 9])
    expect((await sandbox.gateway("GET", "/costumers")).json.costumers).toHaveLength(1)
    expect((await sandbox.gateway("GET", "/chargebacks")).json.chargebacks).toHaveLength(1)
    expect((await sandbox.gateway("GET", "/mediations")).json.mediations).toHaveLength(0)
    const image = await sandbox.gateway("GET", `/invoices/qrcode/${pix.invoice.id}`, undefined, {})
    expect(image.headers["content-type"]).toBe("image/svg+xml")
    expect(image.text).toContain("<svg")
  })
})
