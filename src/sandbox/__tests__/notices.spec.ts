import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Receiver, type TestSandbox, newInvoice, startReceiver, startTestSandbox } from "./harness"

const sample = (name: string): any => JSON.parse(readFileSync(join(__dirname, "wire", name), "utf8"))

/** Every member of a value with its type, nulls as they are. */
const outline = (value: any): any => {
  if (value === null || typeof value !== "object") {
    return value === null ? "null" : typeof value
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, outline(one)]))
}

const names = (lines: string[]): string[] => lines.map((line) => line.split(":")[0] ?? "")

describe("notices", () => {
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
    receiver.statuses.length = 0
  })

  const create = async (method: "pix" | "boleto" | "card" = "pix") =>
    (await sandbox.gateway("POST", "/invoices", newInvoice(method, { webhook: receiver.url }))).json.invoice
  const act = (id: string, action: string, body: Record<string, unknown> = {}) =>
    sandbox.control("POST", `/invoices/${id}/${action}`, { wait: true, ...body })
  const sent = async () => (await sandbox.control("GET", "/notices")).json.notices
  const serviceTokenOf = (lines: string[]): string =>
    Buffer.from(lines.at(-1)?.replace("Webhook: ", "") ?? "", "base64").toString().split(":")[1] ?? ""
  const validate = async (token: string) => (await sandbox.gateway("OPTIONS", "/webhooks", { token })).status

  it("have the body of the wire sample of a paid PIX", async () => {
    const { id } = await create()
    await act(id, "pay")
    expect(outline(receiver.caught[0]?.json)).toEqual(outline(sample("notice-paid-pix.json")))
    expect(receiver.caught[0]?.json.invoices).toMatchObject({
      id,
      external_id: "payses_01-1",
      status: sample("notice-paid-pix.json").invoices.status,
      prices: { total: 115.7, refound: null },
      type: "PIX",
    })
  })

  it("have the bodies of the assumed samples of boleto and card, whose token may be there", async () => {
    const withoutToken = (body: any) => ({ ...body, invoices: { ...body.invoices, token: null } })
    const boleto = await create("boleto")
    await act(boleto.id, "pay")
    expect(outline(withoutToken(receiver.caught[0]?.json))).toEqual(outline(sample("assumed-notice-paid-boleto.json")))
    const card = await create("card")
    await receiver.until(2)
    await act(card.id, "refund", { amount_cents: 1000 })
    const refunded = outline(withoutToken(receiver.caught[2]?.json))
    expect(refunded).toEqual(outline(sample("assumed-notice-partly-refunded-card.json")))
    await act(card.id, "dispute")
    expect(receiver.caught[3]?.json.invoices.status).toMatchObject({ code: 10, text: "disputed" })
  })

  it("have the header lines of the sample in order, Webhook twice", async () => {
    const { id } = await create()
    await act(id, "pay")
    const lines = receiver.caught[0]?.headerLines.filter((line) => !/^(Host|Content-Length|Connection):/.test(line)) ?? []
    expect(names(lines)).toEqual(names(sample("notice-headers.json").lines))
    expect(lines[2]).toMatch(/^Webhook: wh_\d+$/)
    expect(Buffer.from(lines[5]?.slice(9) ?? "", "base64").toString()).toMatch(/^:[0-9a-f]{32}$/)
    expect(await validate(serviceTokenOf(lines))).toBe(200)
  })

  it("go to a webhook of the panel as well, with the token that the merchant chose for it", async () => {
    const { id } = await create()
    await sandbox.control("POST", "/webhooks", { url: receiver.url.replace("ticket", "panel"), merchant_token: "loja-token" })
    await act(id, "pay")
    await receiver.until(2)
    const tokens = receiver.caught.map(({ headerLines }) => Buffer.from(headerLines.filter((line) => line.startsWith("Webhook: ")).at(-1)!.slice(9), "base64").toString().split(":"))
    expect(tokens.map(([merchant]) => merchant).sort()).toEqual(["", "loja-token"])
    for (const [, service] of tokens) {
      expect(await validate(service!)).toBe(200)
    }
  })

  it("carry a fresh token each, one notice per change", async () => {
    const { id } = await create()
    for (const action of ["process", "pay", "dispute"]) {
      await act(id, action)
    }
    expect(receiver.caught.map(({ json }) => json.invoices.status.code)).toEqual([2, 5, 10])
    expect(new Set(receiver.caught.map(({ headerLines }) => headerLines.find((line) => line.startsWith("Webhook: ") && !line.includes("wh_")))).size).toBe(3)
  })

  it("are sent again, with the same token, until taken or three times more", async () => {
    const { id } = await create()
    receiver.statuses.push(500, 404)
    await act(id, "pay")
    expect((await sent())[0].answers.map(({ status }: { status: number }) => status)).toEqual([500, 404, 200])
    expect(new Set(receiver.caught.map(({ headerLines, body }) => headerLines.join() + body)).size).toBe(1)
    receiver.statuses.push(503, 503, 503, 503, 503)
    await act(id, "dispute")
    expect(receiver.caught).toHaveLength(7)
    receiver.statuses.length = 0
    receiver.statuses.push(503, 503)
    await sandbox.control("POST", "/notices/mode", { retries: 0 })
    await act(id, "dispute-won")
    expect(receiver.caught).toHaveLength(8)
  })

  it("come twice under two names when the second event is on", async () => {
    await sandbox.control("POST", "/notices/mode", { second_event: true, second_event_ms: 30 })
    const { id } = await create()
    await act(id, "pay")
    expect(receiver.caught.map(({ json }) => json.event.type)).toEqual(["invoice.update", "webhook.update"])
    expect(outline(receiver.caught[1]?.json)).toEqual(outline(sample("notice-paid-pix-second-event.json")))
  })

  it("can come before the answer to create", async () => {
    await sandbox.control("POST", "/notices/mode", { before_answer: true })
    const { id } = await create()
    expect(receiver.caught.map(({ json }) => [json.invoices.id, json.invoices.status.code])).toEqual([[id, 1]])
    await create("card")
    expect(receiver.caught[1]?.json.invoices.status.code).toBe(5)
  })

  it("have the older form by switch", async () => {
    await sandbox.control("POST", "/assumptions", { notice_form: "legacy" })
    const { id } = await create()
    await act(id, "pay")
    expect(outline(receiver.caught[0]?.json)).toEqual(outline(sample("notice-legacy.json")))
  })

  it("are sent on demand as told", async () => {
    const { id } = await create()
    const send = async (body: Record<string, unknown>) =>
      (await sandbox.control("POST", "/notices", { invoice_id: id, ...body })).json
    expect(await send({ code: 5, times: 2 })).toMatchObject({ sends: [{ status: 200 }, { status: 200 }] })
    receiver.statuses.push(404)
    expect(await send({ token: "none", event: "webhook.update" })).toMatchObject({ sends: [{ status: 404, ms: expect.any(Number) }] })
    await send({ token: "wrong", code: 8, refunded_cents: 250, amount_cents: 900 })
    await send({ body: "{broken", headers: { "X-Odd": "1", Powered: null, Gateway: ["a", "b"] } })
    const [first, second, third, fourth, fifth] = receiver.caught
    expect(first?.body).toBe(second?.body)
    expect(first?.json.invoices.status.code).toBe(5)
    expect(third?.headerLines.filter((line) => line.startsWith("Webhook"))).toHaveLength(1)
    expect(third?.json.event.type).toBe("webhook.update")
    const wrong = fourth?.headerLines.filter((line) => line.startsWith("Webhook")) ?? []
    expect(await validate(serviceTokenOf(wrong))).toBe(404)
    expect(fourth?.json.invoices.prices).toMatchObject({ total: 9, refound: 2.5 })
    expect(fifth?.body).toBe("{broken")
    expect(fifth?.headerLines).toEqual(expect.arrayContaining(["X-Odd: 1", "Gateway: a", "Gateway: b"]))
    expect(fifth?.headerLines.join()).not.toContain("Powered")
    const nowhere = await send({ url: "http://127.0.0.1:1/x" })
    expect(nowhere.sends[0]).toMatchObject({ status: null, error: "ECONNREFUSED" })
    expect((await sandbox.control("GET", `/invoices/${id}`)).json.invoice.status.code).toBe(1)
  })

  it.each([
    ["normal", 200, { success: true }],
    ["200-without-success", 200, {}],
    ["html", 200, null],
    ["down", 502, null],
    ["404", 404, expect.objectContaining({ success: false })],
  ])("OPTIONS /webhooks in mode %s answers %d", async (mode, status, json) => {
    const { id } = await create()
    await act(id, "pay")
    const token = serviceTokenOf(receiver.caught[0]?.headerLines.filter((line) => line.startsWith("Webhook")) ?? [])
    await sandbox.control("POST", "/options-mode", { mode })
    const reply = await sandbox.gateway("OPTIONS", "/webhooks", { token })
    expect([reply.status, reply.json]).toEqual([status, json])
  })

  describe("under a fault", () => {
    const fault = (kind: string, more: Record<string, unknown> = {}) =>
      sandbox.control("POST", "/faults", { match: { notice: true }, kind, times: 1, ...more })

    it("get lost", async () => {
      const { id } = await create()
      await fault("lose")
      await act(id, "process")
      await act(id, "pay")
      expect(receiver.caught.map(({ json }) => json.invoices.status.code)).toEqual([5])
      expect((await sent())[0]).toMatchObject({ fault: "lose", answers: [] })
    })

    it("come double", async () => {
      const { id } = await create()
      await fault("double")
      await act(id, "pay")
      expect(receiver.caught).toHaveLength(2)
      expect(receiver.caught[0]?.body).toBe(receiver.caught[1]?.body)
    })

    it("come out of order, and alone after a while", async () => {
      const { id } = await create()
      await fault("reorder", { ms: 5000 })
      await act(id, "process", { wait: false })
      await act(id, "pay")
      expect((await receiver.until(2)).map(({ json }) => json.invoices.status.code)).toEqual([5, 2])
      await fault("reorder", { ms: 40 })
      await act(id, "dispute")
      expect(receiver.caught).toHaveLength(3)
    })

    it("come late", async () => {
      const { id } = await create()
      await fault("delay", { ms: 150 })
      const begun = Date.now()
      await act(id, "pay")
      expect(Date.now() - begun).toBeGreaterThanOrEqual(145)
    })

    it("come corrupt, with a length that fits", async () => {
      const { id } = await create()
      await fault("corrupt")
      await act(id, "pay")
      expect(receiver.caught[0]?.json).toBeNull()
      expect(receiver.caught[0]?.body).toMatch(/^\{"event"/)
    })

    it("come with a forged token", async () => {
      const { id } = await create()
      await fault("forged-token")
      await act(id, "pay")
      expect(await validate(serviceTokenOf(receiver.caught[0]?.headerLines.filter((line) => line.startsWith("Webhook")) ?? []))).toBe(404)
    })
  })
})
