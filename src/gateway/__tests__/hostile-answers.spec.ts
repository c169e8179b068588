import { readNotice } from "../notice"
import { parseJson } from "../decode-body"
import { FakeGateway, json, sampleJson } from "./support/fake-gateway"
import { errorOf, IDS, makeClient, newInvoice } from "./support/client"

const gateway = new FakeGateway()
beforeAll(() => gateway.start())
afterAll(() => gateway.stop())
beforeEach(() => gateway.reset())

type Members = Record<string, never>

function createAnswer(change: (invoice: Members) => void): Record<string, unknown> {
  const answer = structuredClone(sampleJson("create-pix-200.json"))
  change(answer["invoice"] as Members)
  return answer
}

const set = (members: unknown, values: Record<string, unknown>) => Object.assign(members as object, values)
const notice = (invoice: Record<string, unknown>) => readNotice(Buffer.from(JSON.stringify({ event: { type: "invoice.update" }, invoices: { id: "179", external_id: "payses_1-1", status: { code: 5 }, ...invoice } })))
const read = (invoice: Record<string, unknown>) => {
  const reading = notice(invoice)
  return reading.kind === "notice" ? reading.notice : reading
}

describe("what the database can't keep", () => {
  it("is replaced in every text of an answer, also in the one that is kept for staff", async () => {
    gateway.next(json(200, createAnswer((invoice) => {
      set(invoice, { token: "a\0b", links: { url: null } })
      set(invoice["status"], { text: "pen\0ding", title: "\ud800 Aguardando", description: "x\udc00" })
      set(invoice["pix"], { "odd\0name": "\0" })
    })))
    const invoice = await makeClient(gateway.url).client.createInvoice(newInvoice())
    expect(invoice.statusText).toBe("pen\uFFFDding")
    expect(JSON.stringify(invoice)).not.toMatch(/\\u0000|\\ud800|\\udc00/)
  })

  it("makes an id none, and never another's", async () => {
    expect(notice({ id: "179\0" })).toEqual({ kind: "unreadable", why: "the invoice has no id" })
    expect(notice({ id: "17 9" })).toEqual({ kind: "unreadable", why: "the invoice has no id" })
    expect(read({ payment: { payId: "E1\0" }, external_id: "\ud800" })).toMatchObject({ invoiceId: "179", reference: null, payId: null })
    gateway.next(json(200, createAnswer((invoice) => set(invoice, { id: "x".repeat(201), invoice_id: "1\0" }))))
    expect(await errorOf(makeClient(gateway.url).client.createInvoice(newInvoice()))).toMatchObject({ kind: "bad_answer", outcome: "unknown" })
  })

  it("is not left in the words of an error, nor half a character where they are cut", async () => {
    gateway.next(json(422, { error: true, message: `${"x".repeat(199)}💸 e mais` }))
    const error = await errorOf(makeClient(gateway.url).client.cancelInvoice({ invoice: IDS }))
    expect(error.gatewayMessage).toBe(`${"x".repeat(199)}…`)
  })

  it("is left out where it is nested deeper than any message", () => {
    const deep = parseJson(`{"a":1,"b":${"[".repeat(5_000)}${"]".repeat(5_000)}}`) as { a: number; b: unknown }
    expect(deep.a).toBe(1)
    expect(JSON.stringify(deep).length).toBeLessThan(200)
  })
})

describe("an amount beyond the columns of the ledger", () => {
  it.each([
    ["21474836.47", 2_147_483_647],
    ["21474836.48", null],
    ["25000000.00", null],
    ["1e300", null],
    ["-21474836.48", null],
  ])("in reais, %s, is read as %j", (total, cents) => {
    expect(read({ prices: { total } })).toMatchObject({ amountCents: cents })
  })

  it("in cents can't be used either", async () => {
    const answer = structuredClone(sampleJson("create-pix-fatura-200.json"))
    set((answer["fatura"] as Members)["valores"], { bruto: 2_147_483_648, liquido: 2_147_483_647 })
    gateway.next(json(200, answer))
    expect(await makeClient(gateway.url).client.createInvoice(newInvoice())).toMatchObject({ grossCents: null, netCents: 2_147_483_647 })
  })

  it("is shown all the same in the statement, which is kept nowhere", async () => {
    const answer = structuredClone(sampleJson("baas-statement-200.json"))
    set((answer["statement"] as Members[])[0], { balance: 30_000_000.5 })
    gateway.next(json(200, answer))
    const { entries } = await makeClient(gateway.url).client.statement({ from: new Date(0), to: new Date(0) })
    expect(entries[0]).toMatchObject({ balanceCents: 3_000_000_050 })
  })
})
