import type { GatewayClient, GatewayErrorKind, Outcome } from "../../../src/gateway"
import { type Gateway, startGateway } from "../../support/gateway"
import { CARD, contractClient, failureOf, invoiceOf } from "../support/client"

let gateway: Gateway
let client: GatewayClient

beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.close())
beforeEach(async () => {
  await gateway.reset()
  client = contractClient(gateway.url).client
  await client.listInvoices()
  await gateway.forgetRequests()
})

const NOWHERE = { id: "99", invoiceId: "99" }
const WRITES: Record<string, { call: () => Promise<unknown>; request: string }> = {
  create: { call: () => client.createInvoice(invoiceOf()), request: "POST /invoices" },
  "due date": { call: () => client.updateDueDate({ invoice: NOWHERE, dueOn: "2099-02-28" }), request: "PATCH /invoices" },
  cancel: { call: () => client.cancelInvoice({ invoice: NOWHERE }), request: "DELETE /invoices" },
  refund: { call: () => client.refundInvoice({ invoice: NOWHERE, amountCents: 1 }), request: "PUT /invoices" },
  "tracking code": { call: () => client.addTrackingCode({ invoice: NOWHERE, code: "BR1" }), request: "POST /invoices/tracking" },
}

/** What the stand-in answers in place of the true answer, and what the client makes of it. */
const FAULTS: [kind: string, outcome: Outcome, as: GatewayErrorKind][] = [
  ["success-false", "refused", "refused"],
  ["500", "unknown", "unavailable"],
  ["502-html", "unknown", "unavailable"],
  ["html-200", "unknown", "bad_answer"],
  ["403", "unknown", "blocked"],
  ["429", "unknown", "blocked"],
  ["hang-up-before", "unknown", "unavailable"],
  ["hang-up-after", "unknown", "unavailable"],
]

describe.each(Object.entries(WRITES))("%s", (_name, { call, request }) => {
  it.each(FAULTS)("%s is %s (%s), and is sent once", async (kind, outcome, as) => {
    await gateway.fault({ kind, times: 1, match: { path: request.split(" ")[1], method: request.split(" ")[0] } })
    expect(await failureOf(call())).toMatchObject({ name: "GatewayError", outcome, kind: as })
    expect((await gateway.counts())[request]).toBe(1)
  })
})

describe("an unknown invoice", () => {
  it.each(Object.entries(WRITES).filter(([name]) => name !== "create"))("is a 404 to %s (observation: Errors and limits (D))", async (_name, { call }) => {
    expect(await failureOf(call())).toMatchObject({
      kind: "not_found", outcome: "refused", httpStatus: 404, gatewayMessage: "Sorry, we couldn't find this invoice id.",
    })
  })
})

describe("credentials", () => {
  it("that are refused are a 401 (observation: Authentication (B))", async () => {
    const wrong = contractClient(gateway.url, { token: "wrong" }).client
    expect(await failureOf(wrong.auth())).toMatchObject({ kind: "credentials", httpStatus: 401, gatewayMessage: "AccessToken is Invalid or Expired" })
    expect(await failureOf(wrong.createInvoice(invoiceOf()))).toMatchObject({ kind: "credentials", outcome: "not_sent" })
  })

  it("an access token that is refused is renewed once, and the call sent again", async () => {
    await gateway.revokeTokens()
    await client.createInvoice(invoiceOf())
    expect(await gateway.counts()).toEqual({ "POST /invoices": 2, "GET /auth": 1 })
  })

  it("GET /status says whether the token is valid (spec 4.2)", async () => {
    expect(await client.status()).toEqual({ valid: true })
    await gateway.revokeTokens()
    expect(await client.status()).toEqual({ valid: false })
  })

  it("a scope that nobody knows is refused (spec 5.2)", async () => {
    expect(await failureOf(contractClient(gateway.url, { scopes: ["invoice.all"] }).client.auth())).toMatchObject({ kind: expect.stringMatching(/refused|missing_scope/), outcome: "refused" })
  })
})

describe("scopes", () => {
  const ALL: [string, (client: GatewayClient) => Promise<unknown>, string][] = [
    ["create_invoice", (of) => of.createInvoice(invoiceOf()), "invoice.write"],
    ["refund_invoice", (of) => of.refundInvoice({ invoice: NOWHERE, amountCents: 1 }), "invoice.refund, invoice.write"],
    ["cancel_invoice", (of) => of.cancelInvoice({ invoice: NOWHERE }), "invoice.update, invoice.write"],
    ["update_due_date", (of) => of.updateDueDate({ invoice: NOWHERE, dueOn: "2099-02-28" }), "invoice.update, invoice.write"],
    ["list_invoices", (of) => of.listInvoices(), "invoice.read, invoice.write"],
    ["list_consumers", (of) => of.records("list_consumers"), "customer.read, customer.write"],
    ["list_chargebacks", (of) => of.records("list_chargebacks"), "disputes.read, invoice.write"],
    ["list_statement", (of) => of.statement({ from: new Date(0), to: new Date(0) }), "baas.statement"],
    ["validate_notice", (of) => of.validateNotice("8a71f3c0b2d54e6f"), "webhook.write"],
  ]

  it.each(ALL)("%s without its scope names the operation and the scopes to try", async (operation, call, scopes) => {
    await gateway.assume({ scopes_enforced: true })
    const poor = contractClient(gateway.url, { scopes: ["disputes.update"] }).client
    const error = await failureOf(call(poor))
    expect(error).toMatchObject({ kind: "missing_scope", operation, outcome: "refused" })
    expect(error.message).toContain(`${operation}: the credentials lack a permission; scopes to try: ${scopes} (option "scopes")`)
  })

  it.each([
    ["older", ["invoice.write", "customer.write", "webhook.write", "baas.statement"]],
    ["newer", ["invoice.write", "invoice.read", "invoice.update", "invoice.refund", "customer.read", "webhook.write", "disputes.read", "baas.statement"]],
  ])("the %s names do for every operation", async (_age, scopes) => {
    await gateway.assume({ scopes_enforced: true })
    const { client: rich } = contractClient(gateway.url, { scopes })
    const { account } = await rich.auth()
    expect(account.scopes).toEqual(scopes)
    const ids = await rich.createInvoice(invoiceOf({ method: "card", card: CARD }))
    await rich.refundInvoice({ invoice: ids, amountCents: 9980 })
    await rich.cancelInvoice({ invoice: await rich.createInvoice(invoiceOf()) })
    await rich.updateDueDate({ invoice: await rich.createInvoice(invoiceOf()), dueOn: "2099-02-28" })
    await rich.addTrackingCode({ invoice: ids, code: "BR1" })
    await rich.listInvoices()
    await rich.statement({ from: new Date(0), to: new Date() })
    for (const list of ["list_consumers", "list_mediations", "list_chargebacks"] as const) await rich.records(list)
    expect(await rich.validateNotice("8a71f3c0b2d54e6f")).toBe("invalid")
  })
})

describe("a notice's token", () => {
  it("is invalid by 404 and by any 200 that does not say success (spec 4.5)", async () => {
    for (const mode of ["normal", "404", "200-without-success", "html"] as const) {
      await gateway.optionsMode(mode)
      expect(await client.validateNotice("8a71f3c0b2d54e6f")).toBe("invalid")
    }
  })

  it("is neither while the gateway is down", async () => {
    await gateway.optionsMode("down")
    expect(await failureOf(client.validateNotice("8a71f3c0b2d54e6f"))).toMatchObject({ kind: "unavailable", outcome: "unknown" })
  })
})

it("resending is refused in PRODUCTION before any call (spec 8)", async () => {
  const { client: production } = contractClient(gateway.url, { token: "prod-store" })
  const resend = () => production.resendNotice({ url: "http://127.0.0.1:9/x", event: "invoice.update", webhookId: "wh_77" })
  await gateway.forgetRequests()
  expect(await failureOf(resend())).toMatchObject({ kind: "refused", outcome: "not_sent", operation: "resend_notice" })
  expect(await gateway.counts()).toEqual({})
  await production.listInvoices()
  await gateway.forgetRequests()
  const error = await failureOf(resend())
  expect(error.message).toContain("this account is in PRODUCTION, where the gateway puts on its block list whoever asks for notices again")
  expect(await gateway.counts()).toEqual({})
})

it.each([
  ["addTrackingCode", (of: GatewayClient) => of.addTrackingCode({ invoice: NOWHERE, code: "BR1" }), "endpoints.add_tracking_code.path"],
  ["mediations", (of: GatewayClient) => of.records("list_mediations"), "endpoints.list_mediations.path"],
  ["chargebacks", (of: GatewayClient) => of.records("list_chargebacks"), "endpoints.list_chargebacks.path"],
])("%s without a path says which option to set, before any call", async (_name, call, option) => {
  const { client: plain } = contractClient(gateway.url, { endpoints: {} })
  await gateway.forgetRequests()
  const error = await failureOf(call(plain))
  expect(error).toMatchObject({ kind: "not_configured", outcome: "not_sent" })
  expect(error.message).toContain(option)
  expect(await gateway.counts()).toEqual({})
})
