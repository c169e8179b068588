import { ACTION_NAMES, type ActionName } from "../transitions"
import { type Receiver, type TestSandbox, newInvoice, startReceiver, startTestSandbox } from "./harness"

const CODES: Record<ActionName, number> = {
  process: 2,
  authorize: 4,
  pay: 5,
  schedule: 3,
  deny: 12,
  fail: 16,
  overdue: 15,
  expire: 6,
  cancel: 6,
  refund: 9,
  "refund-pending": 7,
  "refund-fail": 5,
  dispute: 10,
  "dispute-won": 5,
}

describe("the control panel's actions", () => {
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

  const create = async (method: "pix" | "boleto" | "card" = "pix", cardToken?: string) => {
    const body = newInvoice(method, { webhook: receiver.url, cardToken })
    return (await sandbox.gateway("POST", "/invoices", body)).json.invoice
  }
  const act = async (id: string, action: string, body: Record<string, unknown> = {}) =>
    (await sandbox.control("POST", `/invoices/${id}/${action}`, { wait: true, ...body })).json.invoice

  it.each(ACTION_NAMES)("%s gives its code in answer, list and notice", async (action) => {
    const { id } = await create()
    const invoice = await act(id, action)
    expect(invoice.status.code).toBe(CODES[action])
    expect(invoice._sandbox.history.map(({ code }: { code: number }) => code)).toEqual([1, CODES[action]])
    expect(receiver.caught.map(({ json }) => json.invoices.status.code)).toEqual([CODES[action]])
    const listed = await sandbox.gateway("GET", `/invoices?id=${id}`)
    expect(listed.json.invoices[0].status.code).toBe(CODES[action])
    expect(invoice._sandbox.payable).toBe([2, 3, 4, 15].includes(CODES[action]))
  })

  it("pays: with end-to-end id, dates and the amount in full or another", async () => {
    const [full, more] = [await create(), await create("boleto")]
    expect(await act(full.id, "pay")).toMatchObject({
      payment: { total: 115.7, fees: 1.15 },
      pix: { ete: { id: expect.stringMatching(/^E\d{20}[0-9a-f]{11}$/) } },
      _sandbox: { paid_cents: 11_570, payable: false },
    })
    expect((await act(more.id, "pay", { amount_cents: 12_000 }))._sandbox.paid_cents).toBe(12_000)
    expect(receiver.caught.map(({ json }) => json.invoices.prices.total)).toEqual([115.7, 120])
  })

  it("cancels, and can be paid after that", async () => {
    const { id } = await create()
    expect((await act(id, "cancel"))._sandbox).toMatchObject({ payable: false, canceled_at: expect.any(String) })
    const paid = await act(id, "pay")
    expect(paid.status.code).toBe(5)
    expect(paid._sandbox.history.map(({ code }: { code: number }) => code)).toEqual([1, 6, 5])
  })

  it("refunds in part, fails a pending refund, does the pending one, refuses too much", async () => {
    const { id } = await create("card")
    expect((await act(id, "refund", { amount_cents: 1000 })).status.code).toBe(8)
    expect((await act(id, "refund-pending", { amount_cents: 500 })).status.code).toBe(7)
    const failed = await act(id, "refund-fail")
    expect([failed.status.code, failed._sandbox.refunded_cents]).toEqual([8, 1000])
    await act(id, "refund-pending", { amount_cents: 570 })
    expect((await act(id, "refund"))._sandbox.refunded_cents).toBe(1570)
    const reply = await sandbox.control("POST", `/invoices/${id}/refund`, { amount_cents: 10_001 })
    expect([reply.status, reply.json.error]).toEqual([400, "amount_cents must be between 1 and 10000, what is left to refund"])
    expect((await act(id, "refund")).status.code).toBe(9)
  })

  it("wins a dispute back to what the invoice was", async () => {
    const { id } = await create("card")
    await act(id, "refund", { amount_cents: 1000 })
    await act(id, "dispute")
    expect((await act(id, "dispute-won")).status.code).toBe(8)
  })

  it.each([
    ["tok_approved", 5, null],
    ["tok_denied", 12, null],
    ["tok_processing", 2, null],
    ["tok_authorized", 4, null],
    ["tok_action_required", 2, /^https:\/\//],
    ["tok_denied-5555554444", 12, null],
  ])("brings a card with %s to code %d", async (token, code, action) => {
    const invoice = await create("card", token)
    expect(invoice.status.code).toBe(code)
    expect(invoice.secure.url).toEqual(action ? expect.stringMatching(action) : null)
    const [notice] = await receiver.until(1)
    expect(notice?.json.invoices).toMatchObject({ status: { code }, type: "CREDIT_CARD" })
    if (token.includes("-")) {
      expect(invoice.card).toMatchObject({ bin: "555555", last4: "4444", brand: "mastercard" })
    }
  })

  it.each([
    [{ code: 11 }, 11],
    [{ code: "5" }, "5"],
    [{ code: null }, null],
    [{ code: 99, text: "new" }, 99],
    [{ text: "canceled" }, undefined],
  ])("takes any status %j", async (body, code) => {
    const { id } = await create()
    const invoice = await act(id, "status", body)
    expect(invoice.status.code).toBe(code)
    expect(receiver.caught[0]?.json.invoices.status.code).toBe(code)
  })

  it("does not tell when notify is false", async () => {
    const { id } = await create()
    await act(id, "pay", { notify: false })
    await act(id, "status", { code: 5, notify: false })
    expect((await sandbox.control("GET", "/notices")).json.notices).toEqual([])
  })

  it("says what is wrong with a control call", async () => {
    const { id } = await create()
    const errors = await Promise.all([
      sandbox.control("POST", `/invoices/${id}/explode`),
      sandbox.control("POST", "/invoices/1/pay"),
      sandbox.control("POST", `/invoices/${id}/pay`, { amount_cents: 1.5 }),
      sandbox.control("POST", "/clock", { now: "soon" }),
      sandbox.control("POST", "/options-mode", { mode: "odd" }),
      sandbox.control("POST", "/notices/mode", { second_event: "yes" }),
      sandbox.control("POST", "/notices", { invoice_id: "1" }),
      sandbox.control("GET", "/nothing"),
    ])
    expect(errors.map(({ status }) => status)).toEqual([400, 404, 400, 400, 400, 400, 400, 404])
    expect(errors.every(({ json }) => typeof json.error === "string" && !json.error.includes("\n"))).toBe(true)
    expect((await sandbox.control("GET", "/requests")).json.counts).toEqual({ "POST /invoices": 1 })
  })

  it("shows invoices newest last, with what tests need beside the wire shape", async () => {
    const [first, second] = [await create(), await create("card")]
    const { invoices } = (await sandbox.control("GET", "/invoices")).json
    expect(invoices.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id])
    expect(invoices[1]._sandbox).toMatchObject({
      webhook: receiver.url,
      document: "52998224725",
      holder: "MARIA SOUZA",
      kind: "card",
      paid_cents: 11_570,
      refunded_cents: 0,
      canceled_at: null,
    })
  })

  it("moves the clock, and lets what is due become overdue once", async () => {
    const { id } = await create("boleto")
    await sandbox.control("POST", "/clock", { advance_ms: 86_400_000 })
    expect((await sandbox.control("GET", `/invoices/${id}`)).json.invoice.status.code).toBe(1)
    await sandbox.control("POST", "/clock", { advance_ms: 86_400_000 })
    await sandbox.control("POST", "/clock", { advance_ms: 86_400_000 })
    await receiver.until(1)
    expect((await sandbox.control("GET", `/invoices/${id}`)).json.invoice._sandbox.history).toHaveLength(2)
    const { now } = (await sandbox.control("POST", "/clock", { now: "2027-01-02T03:04:05Z" })).json
    expect(now.slice(0, 19)).toBe("2027-01-02T03:04:05")
    const later = await sandbox.gateway("POST", "/invoices", newInvoice("pix", { payment: { due_at: "2027-01-02" } }))
    expect(later.json.invoice.created_at).toMatch(/^2027-01-02 00:04:/)
    expect((await sandbox.control("POST", "/clock", { now: null })).json.offset_ms).toBe(0)
  })
})
