import { answer, FakeGateway, hangUp, json, page, sample, sampleJson, silence } from "./support/fake-gateway"
import { ACCESS_TOKEN, cachedToken, errorOf, IDS, makeClient, MemoryTokens, newInvoice, NOW } from "./support/client"

const gateway = new FakeGateway()
beforeAll(() => gateway.start())
afterAll(() => gateway.stop())
beforeEach(() => gateway.reset())

const unauthorized = () => answer(401, sample("error-401.json"))
const created = () => answer(200, sample("create-pix-200.json"))
const tokenAnswer = (accessToken: string, extra: Record<string, unknown> = {}) =>
  json(200, { ...sampleJson("auth-200.json"), access_token: accessToken, ...extra })
const bearers = () => gateway.calls.map((request) => request.headers.authorization)

it("gets a token when there is none, once for all callers", async () => {
  gateway.authAnswer = (request, response) => setTimeout(() => tokenAnswer("first-token")(request, response), 50)
  const tokens = new MemoryTokens(null)
  const { client } = makeClient(gateway.url, { tokens })
  gateway.next(...Array.from({ length: 5 }, created))
  await Promise.all(Array.from({ length: 5 }, () => client.createInvoice(newInvoice())))
  expect(gateway.auths).toBe(1)
  expect(tokens.renewals).toEqual([null])
  expect(bearers()).toEqual(Array.from({ length: 5 }, () => "Bearer first-token"))
})

it("renews a token that expires within five minutes", async () => {
  gateway.authAnswer = tokenAnswer("second-token")
  const tokens = new MemoryTokens(cachedToken(ACCESS_TOKEN, new Date(NOW.getTime() + 4 * 60_000)))
  gateway.next(created())
  await makeClient(gateway.url, { tokens }).client.createInvoice(newInvoice())
  expect(tokens.renewals).toEqual([ACCESS_TOKEN])
  expect(bearers()).toEqual(["Bearer second-token"])
})

it("after a 401 renews once and sends again", async () => {
  gateway.authAnswer = tokenAnswer("second-token")
  gateway.next(unauthorized(), created())
  const { client, tokens, reports } = makeClient(gateway.url)
  expect(await client.createInvoice(newInvoice())).toMatchObject({ id: "1795194190" })
  expect(tokens.renewals).toEqual([ACCESS_TOKEN])
  expect(bearers()).toEqual([`Bearer ${ACCESS_TOKEN}`, "Bearer second-token"])
  expect(gateway.calls[0]?.body).toBe(gateway.calls[1]?.body)
  expect(reports.map(({ operation, outcome }) => [operation, outcome])).toEqual([
    ["create_invoice", "refused"], ["auth", "ok"], ["create_invoice", "ok"],
  ])
})

it("many 401 at once share one renewal", async () => {
  gateway.authAnswer = (request, response) => setTimeout(() => tokenAnswer("second-token")(request, response), 50)
  const { client } = makeClient(gateway.url)
  const canceled = () => answer(200, sample("delete-cancel-200.json"))
  gateway.next(...[1, 2, 3].map(unauthorized), ...[1, 2, 3].map(canceled))
  await Promise.all([1, 2, 3].map(() => client.cancelInvoice({ invoice: IDS })))
  expect(gateway.auths).toBe(1)
})

it("a second 401 is the credentials' fault, and asks for no more tokens for a minute", async () => {
  gateway.authAnswer = tokenAnswer("second-token")
  gateway.next(...[1, 2, 3, 4, 5].map(unauthorized))
  const clock = { now: NOW }
  const { client } = makeClient(gateway.url, { now: () => clock.now })
  const refused = { kind: "credentials", outcome: "refused", httpStatus: 401, operation: "create_invoice" }
  expect(await errorOf(client.createInvoice(newInvoice()))).toMatchObject({
    ...refused, gatewayMessage: "AccessToken is Invalid or Expired",
  })
  expect([gateway.calls.length, gateway.auths]).toEqual([2, 1])
  expect(await errorOf(client.createInvoice(newInvoice()))).toMatchObject(refused)
  expect([gateway.calls.length, gateway.auths]).toEqual([3, 1])
  clock.now = new Date(NOW.getTime() + 61_000)
  gateway.authAnswer = tokenAnswer("third-token")
  expect(await errorOf(client.createInvoice(newInvoice()))).toMatchObject(refused)
  expect([gateway.calls.length, gateway.auths]).toEqual([5, 2])
})

it("uses the token that another process has put in place meanwhile", async () => {
  const tokens = new MemoryTokens()
  gateway.next(
    (request, response) => {
      tokens.kept = cachedToken("from-another-process")
      unauthorized()(request, response)
    },
    created()
  )
  await makeClient(gateway.url, { tokens }).client.createInvoice(newInvoice())
  expect(gateway.auths).toBe(0)
  expect(bearers()).toEqual([`Bearer ${ACCESS_TOKEN}`, "Bearer from-another-process"])
})

it.each([
  ["refused credentials", unauthorized(), "credentials"],
  ["a firewall page", page(403), "blocked"],
  ["a lost connection", hangUp, "unavailable"],
  ["no answer", silence, "timeout"],
  ["an answer without token", json(200, { success: true }), "bad_answer"],
  ["a token that no header can carry", tokenAnswer("line\nbreak"), "bad_answer"],
] as const)("without a token (%s) nothing is sent", async (_name, respond, kind) => {
  gateway.authAnswer = respond
  const { client } = makeClient(gateway.url, { tokens: new MemoryTokens(null), timeouts: { default: 200, create: 500 } })
  const error = await errorOf(client.createInvoice(newInvoice()))
  expect(error).toMatchObject({ name: "GatewayError", operation: "auth", outcome: "not_sent", kind })
  expect(gateway.calls).toEqual([])
  expect(gateway.auths).toBe(1)
})

it("a token store that fails is not sent either", async () => {
  const tokens = new MemoryTokens()
  tokens.read = () => Promise.reject(new Error("password of the database"))
  const error = await errorOf(makeClient(gateway.url, { tokens }).client.createInvoice(newInvoice()))
  expect(error).toMatchObject({ name: "GatewayError", outcome: "not_sent", kind: "unavailable" })
  expect(error.message).not.toContain("password")
})

it("asks again after a failed renewal", async () => {
  const { client } = makeClient(gateway.url, { tokens: new MemoryTokens(null) })
  gateway.authAnswer = page(502)
  expect(await errorOf(client.createInvoice(newInvoice()))).toMatchObject({ outcome: "not_sent" })
  gateway.authAnswer = tokenAnswer("first-token")
  gateway.next(created())
  expect(await client.createInvoice(newInvoice())).toMatchObject({ id: "1795194190" })
})

it("the time limit of a call is for its token too", async () => {
  gateway.authAnswer = (request, response) => setTimeout(() => tokenAnswer("late-token")(request, response), 200)
  const { client } = makeClient(gateway.url, { tokens: new MemoryTokens(null) })
  const error = await errorOf(client.createInvoice(newInvoice(), { timeoutMs: 100 }))
  expect(error).toMatchObject({ kind: "timeout", outcome: "not_sent", operation: "create_invoice" })
  expect(gateway.calls).toEqual([])
})

it.each([
  ["Unix seconds", 1_826_730_001, "2027-11-20T17:00:01.000Z"],
  ["a text", "1826730001", "2027-11-20T17:00:01.000Z"],
  ["milliseconds", 1_826_730_001_000, "2027-11-20T17:00:01.000Z"],
  ["a duration", 3600, "2026-11-20T18:00:00.000Z"],
  ["a time in the past", 1_500_000_000, "2027-11-20T17:00:00.000Z"],
  ["nothing", null, "2027-11-20T17:00:00.000Z"],
])("expires_in as %s", async (_name, expiresIn, expected) => {
  gateway.authAnswer = tokenAnswer("any-token", { expires_in: expiresIn })
  const { expiresAt } = await makeClient(gateway.url).client.auth()
  expect(expiresAt.toISOString()).toBe(expected)
})
