import { answer, FakeGateway, hangUp, json, page, sample, silence } from "./support/fake-gateway"
import { errorOf, makeClient } from "./support/client"
import { pausedError } from "../index"

const gateway = new FakeGateway()
beforeAll(() => gateway.start())
afterAll(() => gateway.stop())
beforeEach(() => gateway.reset())

const list = () => answer(200, sample("list-200.json"))

it("enters the gate and tells it of success", async () => {
  gateway.next(list())
  const { client, gate } = makeClient(gateway.url)
  await client.listInvoices()
  expect([gate.entered, gate.successes, gate.blocks]).toEqual([["list_invoices"], 1, []])
})

it("is held back by the gate", async () => {
  const { client, gate } = makeClient(gateway.url)
  gate.refusal = pausedError("list_invoices", 60_000)
  expect(await errorOf(client.listInvoices())).toMatchObject({ kind: "paused", outcome: "not_sent", retryAfterMs: 60_000 })
  gate.refusal = new Error("the database is down")
  expect(await errorOf(client.listInvoices())).toMatchObject({ kind: "paused", outcome: "not_sent" })
  expect(gateway.seen).toEqual([])
})

it.each([
  ["403 page", page(403, sample("assumed-error-403.html")), 403, "blocked", null],
  ["429 page", page(429, sample("assumed-error-429.html")), 429, "blocked", null],
  ["429 with Retry-After", answer(429, "{}", { "retry-after": "120" }), 429, "blocked", 120_000],
  ["429 with a date", answer(429, "{}", { "retry-after": "Fri, 20 Nov 2026 17:10:00 GMT" }), 429, "blocked", 600_000],
  ["403 in JSON", json(403, { error: true, message: "no" }), 403, "blocked", null],
  ["403 for a scope", json(403, { error: true, message: "scope" }), 403, "missing_scope", null],
  ["200 page", page(200, sample("assumed-error-403.html")), 200, "blocked", null],
  ["404 page", page(404), 404, "blocked", null],
] as const)("%s: tells the gate and is not repeated", async (_name, respond, httpStatus, kind, retryAfterMs) => {
  gateway.next(respond, list())
  const { client, gate } = makeClient(gateway.url)
  expect(await errorOf(client.listInvoices())).toMatchObject({ kind, httpStatus, retryAfterMs })
  expect(gate.blocks).toEqual([{ httpStatus, retryAfterMs }])
  expect([gateway.seen.length, gate.entered.length, gate.successes]).toEqual([1, 1, 0])
})

it.each([
  ["5xx", json(500, {})],
  ["a proxy's page", page(502)],
  ["a lost connection", hangUp],
])("repeats after %s, each time through the gate", async (_name, respond) => {
  gateway.next(respond, respond, list())
  const { client, gate } = makeClient(gateway.url)
  expect((await client.listInvoices()).invoices).toHaveLength(3)
  expect([gateway.seen.length, gate.entered.length, gate.successes, gate.blocks.length]).toEqual([3, 3, 1, 0])
})

it("gives up after three", async () => {
  gateway.next(...[1, 2, 3, 4].map(() => page(502)))
  const { client, gate } = makeClient(gateway.url)
  expect(await errorOf(client.listInvoices())).toMatchObject({ kind: "unavailable", httpStatus: 502 })
  expect([gateway.seen.length, gate.entered.length]).toEqual([3, 3])
})

it("does not repeat what asks for a longer wait, a time-out, or a refusal", async () => {
  const { client } = makeClient(gateway.url, { timeouts: { default: 150 } })
  gateway.next(answer(503, "", { "retry-after": "30" }), silence, json(400, { error: true, message: "no" }))
  expect(await errorOf(client.listInvoices())).toMatchObject({ kind: "unavailable", retryAfterMs: 30_000 })
  expect(await errorOf(client.listInvoices())).toMatchObject({ kind: "timeout" })
  expect(await errorOf(client.listInvoices())).toMatchObject({ kind: "refused" })
  expect(gateway.seen).toHaveLength(3)
})

it("pauses itself in a storm of failures, and its own pause costs no budget", async () => {
  gateway.next(...Array.from({ length: 10 }, () => json(500, {})))
  const { client, gate } = makeClient(gateway.url)
  await errorOf(client.listInvoices())
  await errorOf(client.listInvoices())
  expect(await errorOf(client.listInvoices())).toMatchObject({ kind: "paused", outcome: "not_sent", retryAfterMs: 30_000 })
  expect([gateway.seen.length, gate.entered.length]).toEqual([5, 5])
})

it("a 404 in JSON is an answer", async () => {
  gateway.next(answer(404, sample("error-404.json")))
  const { client, gate } = makeClient(gateway.url)
  expect(await errorOf(client.listInvoices({ id: "1" }))).toMatchObject({ kind: "not_found", outcome: "refused" })
  expect([gate.successes, gate.blocks.length]).toEqual([1, 0])
})

it("a note that the gate cannot take does not cost the answer", async () => {
  gateway.next(list())
  const { client, gate } = makeClient(gateway.url)
  gate.succeeded = () => Promise.reject(new Error("the database is down"))
  expect((await client.listInvoices()).invoices).toHaveLength(3)
})

it.each([
  ["an empty list", { invoices: [] }, 0],
  ["null and a count of none", { invoices: null, total: { invoices: "0" } }, 0],
  ["an object for one", { invoices: { id: 7 } }, 1],
  ["entries that name no invoice", { invoices: [null, 5, {}, { id: null }, { id: 7 }] }, 1],
])("reads %s", async (_name, body, count) => {
  gateway.next(json(200, body))
  const page = await makeClient(gateway.url).client.listInvoices({ page: 4 })
  expect(page).toMatchObject({ page: 4, pages: 4 })
  expect(page.invoices).toHaveLength(count)
})

it("an answer without a list is none", async () => {
  gateway.next(json(200, { pages: {} }))
  expect(await errorOf(makeClient(gateway.url).client.listInvoices())).toMatchObject({ kind: "bad_answer" })
})

it("reads the other spellings of a listed invoice", async () => {
  const other = {
    id: "8", status: "9", prices: { total: "1.015,90", refound: "15.9" }, type: "CREDIT_CARD", data: "2026-11-20 14:03:10",
  }
  gateway.next(json(200, { invoices: [other, { id: 9, type: 3 }] }))
  const { client } = makeClient(gateway.url, { paymentTypes: { pix: 7, boleto: 3 } })
  const { invoices } = await client.listInvoices()
  expect(invoices[0]).toEqual({
    id: "8", reference: null, statusCode: 9, amountCents: 101590, refundedCents: 1590, othersCents: null,
    discountCents: null, shippingCents: null, method: "card", createdAt: new Date("2026-11-20T17:03:10Z"), paidAt: null, dueOn: null,
  })
  expect(invoices[1]?.method).toBe("boleto")
})

it("reuses its connection", async () => {
  const ports = new Set<unknown>()
  const respond = (_request: unknown, response: import("node:http").ServerResponse) => {
    ports.add(response.socket?.remotePort)
    response.end(sample("list-200.json"))
  }
  gateway.next(respond, respond, respond)
  const { client } = makeClient(gateway.url)
  for (let call = 0; call < 3; call += 1) {
    await client.listInvoices()
  }
  expect(ports.size).toBe(1)
})
