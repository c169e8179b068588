import * as net from "node:net"
import type { AddressInfo } from "node:net"
import { answer, breakOff, FakeGateway, hangUp, json, page, sample, silence } from "./support/fake-gateway"
import { errorOf, IDS, makeClient, newInvoice } from "./support/client"
import type { GatewayClient, GatewayErrorKind, Outcome } from "../index"

const gateway = new FakeGateway()
beforeAll(() => gateway.start())
afterAll(() => gateway.stop())
beforeEach(() => gateway.reset())

const WRITES: Record<string, (client: GatewayClient) => Promise<unknown>> = {
  create: (client) => client.createInvoice(newInvoice()),
  refund: (client) => client.refundInvoice({ invoice: IDS, amountCents: 100 }),
  cancel: (client) => client.cancelInvoice({ invoice: IDS }),
  "due date": (client) => client.updateDueDate({ invoice: IDS, dueOn: "2026-11-30" }),
}
const QUICK = { timeouts: { default: 1_000, create: 1_000 } }
const FIREWALL = sample("assumed-error-403.html")
const refusal = { success: false, error: true, message: "Nao" }
const withNoFlags = { type: "invoice", invoice: { id: "1", invoice_id: "1", status: { code: 5 } } }

const ANSWERS: [string, Parameters<FakeGateway["next"]>[0], Outcome, GatewayErrorKind][] = [
  ["hang-up before the answer", hangUp, "unknown", "unavailable"],
  ["broken off in the middle", breakOff, "unknown", "unavailable"],
  ["no answer in time", silence, "unknown", "timeout"],
  ["a page with 200", page(200, FIREWALL), "unknown", "bad_answer"],
  ["a page with 403", page(403, FIREWALL), "unknown", "blocked"],
  ["a page with 429", page(429, FIREWALL), "unknown", "blocked"],
  ["a page with 404", page(404), "unknown", "bad_answer"],
  ["a page with 401", page(401), "unknown", "bad_answer"],
  ["a page with 502", page(502), "unknown", "unavailable"],
  ["a page declared as JSON", answer(200, FIREWALL), "unknown", "bad_answer"],
  ["500 in JSON", json(500, refusal), "unknown", "unavailable"],
  ["503 without a body", answer(503, ""), "unknown", "unavailable"],
  ["a redirect", answer(302, "", { location: "http://127.0.0.1:1/elsewhere" }), "unknown", "bad_answer"],
  ["nothing", answer(200, ""), "unknown", "bad_answer"],
  ["204", answer(204, ""), "unknown", "bad_answer"],
  ["a list", json(200, [refusal]), "unknown", "bad_answer"],
  ["half a JSON", answer(200, '{"success":false'), "unknown", "bad_answer"],
  ["neither flag", json(200, withNoFlags), "unknown", "bad_answer"],
  ["flags that disagree", json(200, { ...withNoFlags, success: true, error: true }), "unknown", "bad_answer"],
  ["408", json(408, refusal), "unknown", "timeout"],
  ["403 without a body", answer(403, ""), "unknown", "blocked"],
  ["success false", json(200, refusal), "refused", "refused"],
  ["success false alone", json(200, { success: false }), "refused", "refused"],
  ["error true alone", json(200, { error: true, message: "Nao" }), "refused", "refused"],
  ["the error as text", json(200, { error: "Nao" }), "refused", "refused"],
  ["flags as texts", json(200, { success: "false", error: "1" }), "refused", "refused"],
  ["a refusal declared as a page", answer(200, JSON.stringify(refusal), { "content-type": "text/html" }), "refused", "refused"],
  ["400", json(400, refusal), "refused", "refused"],
  ["422 without flags", json(422, { message: "Nao" }), "refused", "refused"],
  ["404", answer(404, sample("error-404.json")), "refused", "not_found"],
  ["403 in JSON", json(403, refusal), "refused", "blocked"],
  ["429 in JSON", json(429, refusal), "refused", "blocked"],
  ["403 for a scope", json(403, { error: true, message: "Scope invoice.refund is required" }), "refused", "missing_scope"],
  ["400 for a permission", json(400, { error: true, message: "Sem permissão para isso" }), "refused", "missing_scope"],
]

describe.each(Object.entries(WRITES))("%s", (_name, call) => {
  it.each(ANSWERS)("%s", async (_answer, respond, outcome, kind) => {
    gateway.next(respond)
    const { client, reports, gate, tokens } = makeClient(gateway.url, QUICK)
    expect(await errorOf(call(client))).toMatchObject({ name: "GatewayError", outcome, kind })
    expect(gateway.seen).toHaveLength(1)
    expect(reports.map((report) => report.outcome)).toEqual([outcome])
    expect([gate.entered, gate.blocks, tokens.renewals]).toEqual([[], [], []])
  })

  it("no connection is not sent", async () => {
    const { client } = makeClient(await closedPort())
    expect(await errorOf(call(client))).toMatchObject({ outcome: "not_sent", kind: "unavailable", httpStatus: null })
  })

  it("an unknown host is not sent", async () => {
    const { client } = makeClient("https://no-such-host.invalid")
    expect(await errorOf(call(client))).toMatchObject({ outcome: "not_sent" })
  })

  it("a failed TLS handshake is not sent", async () => {
    const { client } = makeClient(gateway.url.replace("http:", "https:"), QUICK)
    expect(await errorOf(call(client))).toMatchObject({ outcome: "not_sent" })
    expect(gateway.seen).toEqual([])
  })

  it("a TLS handshake that never ends is not sent", async () => {
    const mute = net.createServer()
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve))
    const sockets: net.Socket[] = []
    mute.on("connection", (socket) => sockets.push(socket.on("error", () => undefined)))
    const { client } = makeClient(`https://127.0.0.1:${(mute.address() as AddressInfo).port}`, QUICK)
    const error = await errorOf(call(client))
    sockets.forEach((socket) => socket.destroy())
    await new Promise((resolve) => mute.close(resolve))
    expect(error).toMatchObject({ outcome: "not_sent", kind: "timeout" })
  })
})

describe("create", () => {
  it.each([
    ["no invoice", { success: true, error: false }],
    ["an invoice without id", { success: true, invoice: { status: { code: 1 } } }],
    ["an empty list for an invoice", { success: true, invoice: [] }],
  ])("a yes with %s leaves the outcome unknown", async (_name, body) => {
    gateway.next(json(200, body))
    const error = await errorOf(makeClient(gateway.url).client.createInvoice(newInvoice()))
    expect(error).toMatchObject({ outcome: "unknown", kind: "bad_answer", httpStatus: 200 })
  })

  it("reads a yes by one flag, with 201", async () => {
    gateway.next(json(201, { error: false, invoice: { id: 7, amount: { gross: "10.10" } } }))
    const invoice = await makeClient(gateway.url).client.createInvoice(newInvoice())
    expect(invoice).toMatchObject({ id: "7", invoiceId: null, grossCents: 1010, statusCode: null })
  })

  it("has the time limit of its caller, the default one, and 40 s otherwise", async () => {
    gateway.next(silence, silence)
    const started = Date.now()
    const { client } = makeClient(gateway.url, { timeouts: { create: 60_000 } })
    expect(await errorOf(client.createInvoice(newInvoice(), { timeoutMs: 100 }))).toMatchObject({ kind: "timeout" })
    const other = makeClient(gateway.url, { timeouts: { create: 100 } })
    expect(await errorOf(other.client.createInvoice(newInvoice()))).toMatchObject({ kind: "timeout" })
    expect(Date.now() - started).toBeLessThan(5_000)
  })

  it("limits an answer that trickles, and one without end", async () => {
    gateway.next(
      (_request, response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write(" "), 20)
        response.on("close", () => clearInterval(timer))
      },
      (_request, response) => {
        response.writeHead(200)
        response.end(Buffer.alloc(5 * 1024 * 1024, 0x20))
      }
    )
    const { client } = makeClient(gateway.url, { timeouts: { create: 300 } })
    expect(await errorOf(client.createInvoice(newInvoice()))).toMatchObject({ kind: "timeout", outcome: "unknown" })
    const patient = makeClient(gateway.url).client
    expect(await errorOf(patient.createInvoice(newInvoice()))).toMatchObject({ kind: "bad_answer", outcome: "unknown" })
  })

  it("uses a connection of its own each time", async () => {
    const ports = new Set<unknown>()
    const respond = (_request: unknown, response: import("node:http").ServerResponse) => {
      ports.add(response.socket?.remotePort)
      response.end(sample("create-pix-200.json"))
    }
    gateway.next(respond, respond)
    const { client } = makeClient(gateway.url)
    await client.createInvoice(newInvoice())
    await client.createInvoice(newInvoice())
    expect(ports.size).toBe(2)
  })
})

describe("cancel", () => {
  const status = (value: unknown) => json(200, { success: true, error: false, fatura: { id: "1", status: value } })

  it.each([
    [{ code: 6, text: "whatever" }],
    [{ code: "6" }],
    [{ text: "Canceled" }],
  ])("is confirmed by %j", async (value) => {
    gateway.next(status(value))
    const result = await makeClient(gateway.url).client.cancelInvoice({ invoice: IDS })
    expect(result).toMatchObject({ canceled: true, invoice: { id: "1" } })
  })

  it.each([
    [{ code: 5, text: "canceled" }],
    [{ text: "pending" }],
    [{ code: 1 }],
    [null],
  ])("is not confirmed by %j", async (value) => {
    gateway.next(status(value))
    const error = await errorOf(makeClient(gateway.url).client.cancelInvoice({ invoice: IDS }))
    expect(error).toMatchObject({ outcome: "unknown", kind: "bad_answer" })
  })
})

describe("refund", () => {
  it("is a yes by its flags, also without an invoice in the answer", async () => {
    gateway.next(json(200, { success: true, error: false }))
    const invoice = await makeClient(gateway.url).client.refundInvoice({ invoice: IDS, amountCents: 100 })
    expect(invoice).toMatchObject({ id: null, statusCode: null, raw: { success: true, error: false } })
  })
})

describe("validate", () => {
  it.each([
    ["200 with a text for true", json(200, { success: "true" }), "invalid"],
    ["200 with false", json(200, { success: false }), "invalid"],
    ["200 with a page", page(200, FIREWALL), "invalid"],
    ["200 with nothing", answer(200, ""), "invalid"],
    ["404 with a page", page(404), "invalid"],
    ["200 declared as a page", answer(200, '{"success":true}', { "content-type": "text/html" }), "valid"],
  ] as const)("%s", async (_name, respond, expected) => {
    gateway.next(respond)
    expect(await makeClient(gateway.url).client.validateNotice("8a71f3c0b2d54e6f")).toBe(expected)
  })

  it.each([
    ["403", page(403, FIREWALL), "blocked", 1],
    ["429", json(429, {}), "blocked", 1],
    ["400", json(400, {}), "refused", 1],
    ["204", answer(204, ""), "bad_answer", 1],
    ["500, three times", json(500, {}), "unavailable", 3],
    ["a lost connection, three times", hangUp, "unavailable", 3],
  ] as const)("throws on %s", async (_name, respond, kind, calls) => {
    gateway.next(respond, respond, respond, respond)
    const { client, gate } = makeClient(gateway.url)
    expect(await errorOf(client.validateNotice("8a71f3c0b2d54e6f"))).toMatchObject({ kind })
    expect(gateway.seen).toHaveLength(calls)
    expect(gate.entered).toEqual([])
  })

  it("is repeated after a failure", async () => {
    gateway.next(page(502), hangUp, json(200, { success: true }))
    expect(await makeClient(gateway.url).client.validateNotice("8a71f3c0b2d54e6f")).toBe("valid")
  })
})

async function closedPort(): Promise<string> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}
