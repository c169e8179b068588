import { cents } from "../../../src/domain/money"
import { type GatewayClient, type InvoiceIds, OPERATIONS, type Operation } from "../../../src/gateway"
import { type Gateway, startGateway } from "../../support/gateway"
import { startWireTap, type WireTap } from "../../support/wire-tap"
import { CARD, contractClient, INVENTED_PATHS, invoiceOf } from "../support/client"
import {
  BY_CARD, CANCEL, CREATE, DUE_DATE, type FieldTable, faultsOf, GLOBAL, LIST_QUERY, NATIONAL_PHYSICAL, PAGE_QUERY, REFUND, RESEND,
  STATEMENT_QUERY, TRACKING, VALIDATE,
} from "../support/field-tables"

let gateway: Gateway
let tap: WireTap
let client: GatewayClient

beforeAll(async () => {
  gateway = await startGateway()
  tap = await startWireTap(gateway.url)
})
afterAll(async () => {
  await tap.close()
  await gateway.close()
})
beforeEach(async () => {
  await gateway.reset()
  client = contractClient(tap.url).client
  await client.listInvoices()
  tap.heard.length = 0
})

const issued = async (change = {}): Promise<InvoiceIds> => {
  const ids = await client.createInvoice(invoiceOf(change))
  tap.heard.length = 0
  return ids
}
const paidCard = () => issued({ method: "card", card: CARD })
const NO_BODY: FieldTable = {}

type Case = {
  operation: Operation
  name: string
  call: () => Promise<unknown>
  method: string
  path: string
  body?: FieldTable
  also?: string[]
  query?: FieldTable
}

const abroad = { name: "Ann Example", document: null, email: "ann@example.com", phone: null, ip: null, address: null }
const period = { from: new Date("2026-11-20T03:00:00Z"), to: new Date("2026-11-22T02:59:59Z") }

const CASES: Case[] = [
  { operation: "create_invoice", name: "a PIX", call: () => client.createInvoice(invoiceOf()), method: "POST", path: "/invoices", body: CREATE, also: NATIONAL_PHYSICAL },
  { operation: "create_invoice", name: "a boleto", call: () => client.createInvoice(invoiceOf({ method: "boleto" })), method: "POST", path: "/invoices", body: CREATE, also: NATIONAL_PHYSICAL },
  {
    operation: "create_invoice", name: "a card in installments with discounts and freight",
    call: () => client.createInvoice(invoiceOf({
      method: "card", card: CARD, installments: 12, ecommerce: { storeId: 7, checkout: 12 }, shipping: cents(1590), discount: cents(500),
      lines: [{ id: "item_1", title: "Tênis", quantity: 2, amount: cents(29990), discount: cents(1005) }],
    })),
    method: "POST", path: "/invoices", body: CREATE, also: [...NATIONAL_PHYSICAL, ...BY_CARD, "ecommerce", "ecommerce.store_id", "ecommerce.checkout"],
  },
  {
    operation: "create_invoice", name: "a card of a payer abroad",
    call: () => client.createInvoice(invoiceOf({ method: "card", card: CARD, payer: abroad, productType: 2 })),
    method: "POST", path: "/invoices", body: CREATE, also: [...GLOBAL, ...BY_CARD],
  },
  { operation: "update_due_date", name: "", call: async () => client.updateDueDate({ invoice: await issued({ method: "boleto" }), dueOn: "2099-02-28" }), method: "PATCH", path: "/invoices", body: DUE_DATE },
  { operation: "cancel_invoice", name: "", call: async () => client.cancelInvoice({ invoice: await issued() }), method: "DELETE", path: "/invoices", body: CANCEL },
  { operation: "refund_invoice", name: "", call: async () => client.refundInvoice({ invoice: await paidCard(), amountCents: 9980 }), method: "PUT", path: "/invoices", body: REFUND },
  { operation: "list_invoices", name: "of all", call: () => client.listInvoices(), method: "GET", path: "/invoices", query: LIST_QUERY },
  { operation: "list_invoices", name: "by page and status", call: () => client.listInvoices({ page: 2, status: 5 }), method: "GET", path: "/invoices", query: LIST_QUERY },
  { operation: "list_invoices", name: "by id", call: async () => client.listInvoices({ id: await issued() }), method: "GET", path: "/invoices", query: LIST_QUERY },
  { operation: "validate_notice", name: "", call: () => client.validateNotice("8a71f3c0b2d54e6f"), method: "OPTIONS", path: "/webhooks", body: VALIDATE },
  {
    operation: "resend_notice", name: "",
    call: async () => {
      await issued()
      return client.resendNotice({ url: "http://127.0.0.1:9/x", event: "invoice.update", webhookId: "wh_77" })
    },
    method: "COPY", path: "/webhooks", body: RESEND,
  },
  { operation: "add_tracking_code", name: "", call: async () => client.addTrackingCode({ invoice: await paidCard(), code: "BR123456789BR" }), method: "POST", path: "/invoices/tracking", body: TRACKING },
  { operation: "list_consumers", name: "", call: () => client.records("list_consumers"), method: "GET", path: "/costumers", query: PAGE_QUERY },
  { operation: "list_mediations", name: "", call: () => client.records("list_mediations", { page: 1 }), method: "GET", path: "/mediations", query: PAGE_QUERY },
  { operation: "list_chargebacks", name: "", call: () => client.records("list_chargebacks", { page: 1 }), method: "GET", path: "/chargebacks", query: PAGE_QUERY },
  { operation: "list_statement", name: "", call: () => client.statement({ page: 0, ...period }), method: "GET", path: "/baas/statement", query: STATEMENT_QUERY },
  { operation: "status", name: "", call: () => client.status(), method: "GET", path: "/status" },
]

it.each(CASES)("$operation $name: is taken by the gateway and is what its field table says", async ({ call, method, path, body, also, query }) => {
  await call()
  expect(tap.heard).toHaveLength(1)
  const [request] = tap.heard
  const url = new URL(request!.path, "http://gateway.example")
  expect([request!.method, url.pathname]).toEqual([method, path])
  expect(faultsOf(query ?? NO_BODY, Object.fromEntries(url.searchParams))).toEqual([])
  if (body) {
    expect(faultsOf(body, JSON.parse(request!.body), also)).toEqual([])
    expect(request!.headers["content-type"]).toBe("application/json")
  } else {
    expect(request!.body).toBe("")
  }
  expect(request!.authorization).toMatch(/^Bearer \S+$/)
  expect(request!.headers.scope).toBeUndefined()
})

it("auth: Basic of token and secret, the scopes in one header, no body (spec 4.1)", async () => {
  await contractClient(tap.url).client.auth()
  const [request] = tap.heard
  expect([request!.method, request!.path, request!.body]).toEqual(["GET", "/auth", ""])
  expect(request!.authorization).toBe(`Basic ${Buffer.from("a-store:c2VjcmV0==").toString("base64")}`)
  expect(request!.headers.scope).toBe("invoice.write,customer.write,webhook.write,baas.statement")
})

it("every operation has its case", () => {
  expect(new Set([...CASES.map(({ operation }) => operation), "auth"])).toEqual(new Set(OPERATIONS))
  expect(Object.keys(INVENTED_PATHS!).sort()).toEqual(["add_tracking_code", "list_chargebacks", "list_mediations"])
})

describe("the tables themselves notice", () => {
  const good = () => ({ payment: { invoice_id: "7", due_at: "2099-01-31" } })

  it.each([
    ["another name", { payment: { id: "7", due_at: "2099-01-31" } }, ["payment.id: is not in the table", "payment.invoice_id: is missing"]],
    ["another type", { payment: { invoice_id: 7, due_at: "2099-01-31" } }, ["payment.invoice_id: is no string"]],
    ["another format", { payment: { invoice_id: "7", due_at: "31/01/2099" } }, ['payment.due_at: "31/01/2099" has another format']],
    ["what is missing", {}, ["payment: is missing", "payment.invoice_id: is missing", "payment.due_at: is missing"]],
    ["what is too much", { ...good(), webhook: "x" }, ["webhook: is not in the table"]],
  ])("%s", (_name, body, faults) => {
    expect(faultsOf(DUE_DATE, good())).toEqual([])
    expect(faultsOf(DUE_DATE, body)).toEqual(faults)
  })
})
