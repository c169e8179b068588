import { readdirSync } from "node:fs"
import { join } from "node:path"
import { driftOf, type Message } from "../index"
import { answer, FakeGateway, json, sample, sampleJson } from "./support/fake-gateway"
import { makeClient, newInvoice } from "./support/client"

/** Which message each wire sample is, and the version of the interface that it tells. */
const SAMPLES: Record<string, [Message, string | null]> = {
  "auth-200.json": ["auth", null],
  "assumed-status-200.json": ["status", null],
  "create-pix-200.json": ["create_invoice", "1.9"],
  "create-pix-fatura-200.json": ["create_invoice", "1.6"],
  "create-pix-static-no-image-200.json": ["create_invoice", "1.9"],
  "create-card-200.json": ["create_invoice", "1.9"],
  "assumed-create-boleto-200.json": ["create_invoice", "1.9"],
  "assumed-create-card-action-200.json": ["create_invoice", "1.9"],
  "assumed-create-card-denied-200.json": ["create_invoice", "1.9"],
  "patch-due-date-200.json": ["update_due_date", "1.8"],
  "delete-cancel-200.json": ["cancel_invoice", "1.8"],
  "assumed-put-refund-200.json": ["refund_invoice", "1.8"],
  "list-200.json": ["list_invoices", null],
  "options-webhooks-200.json": ["validate_notice", null],
  "copy-webhooks-200.json": ["resend_notice", null],
  "baas-statement-200.json": ["list_statement", "4"],
  "notice-paid-pix.json": ["notice", null],
  "notice-paid-pix-second-event.json": ["notice", null],
  "notice-legacy.json": ["notice", null],
  "assumed-notice-paid-boleto.json": ["notice", null],
  "assumed-notice-overdue-boleto.json": ["notice", null],
  "assumed-notice-disputed-card.json": ["notice", null],
  "assumed-notice-partly-refunded-card.json": ["notice", null],
}
/** Refusals and pages are no messages of an operation; the header lines are no message. */
const NO_MESSAGES = ["assumed-error-403.html", "assumed-error-429.html", "error-502.html", "error-401.json", "error-404.json", "options-webhooks-404.json", "assumed-refused-200.json", "notice-headers.json"]

it("knows every wire sample", () => {
  expect([...Object.keys(SAMPLES), ...NO_MESSAGES].sort()).toEqual(readdirSync(join(__dirname, "wire")).sort())
})

it.each(Object.entries(SAMPLES))("%s holds nothing that is not documented", (name, [message, version]) => {
  const expected = version === null ? [] : [{ kind: "api_version", path: "api.version", found: version }]
  expect(driftOf(message, sampleJson(name))).toEqual(expected)
})

it("tells new members, changed types and the version, by name and type alone", () => {
  const pix = sampleJson("create-pix-200.json")
  const invoice = pix["invoice"] as Record<string, unknown>
  const changed = {
    ...pix,
    success: "true",
    api: { by: "GATEWAY", version: "2.0", updated: "2027-01-01" },
    trace: "abc",
    invoice: {
      ...invoice,
      installments: 1,
      amount: { ...(invoice["amount"] as object), gross: "115.70", tip: 3 },
      products: [{ description: "Camiseta P", quantity: "2", sku: "X" }],
      metadata: { "52998224725": "Joana Prado" },
      "52998224725": 1,
    },
  }
  expect(driftOf("create_invoice", changed).sort((a, b) => a.path.localeCompare(b.path))).toEqual([
    { kind: "api_version", path: "api.version", found: "2.0" },
    { kind: "unknown_member", path: "invoice.*", found: "integer" },
    { kind: "changed_type", path: "invoice.amount.gross", found: "string" },
    { kind: "unknown_member", path: "invoice.amount.tip", found: "integer" },
    { kind: "unknown_member", path: "invoice.metadata", found: "object" },
    { kind: "changed_type", path: "invoice.products[].quantity", found: "string" },
    { kind: "unknown_member", path: "invoice.products[].sku", found: "string" },
    { kind: "changed_type", path: "success", found: "string" },
    { kind: "unknown_member", path: "trace", found: "string" },
  ])
})

it("what is null, missing or an empty PHP list is no drift, and no more than 25 differences are told", () => {
  expect(driftOf("create_invoice", { success: true, invoice: { card: [], secure: null } })).toEqual([])
  const many = Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`member_${String.fromCharCode(97 + index)}`, index]))
  expect(driftOf("create_invoice", many)).toHaveLength(25)
})

it.each([[null], ["text"], [[]], [3], [undefined]])("takes %j for no message", (value) => {
  expect(driftOf("notice", value)).toEqual([])
})

describe("of the client's calls", () => {
  const gateway = new FakeGateway()
  beforeAll(() => gateway.start())
  afterAll(() => gateway.stop())

  it("is told with an answer that is a yes, and changes nothing of it", async () => {
    const { client, reports } = makeClient(gateway.url)
    gateway.next(
      json(200, { ...sampleJson("create-pix-200.json"), brand_new: { secret: "Joana" } }),
      answer(200, sample("assumed-refused-200.json"))
    )
    expect(await client.createInvoice(newInvoice())).toMatchObject({ invoiceId: "1795194190", grossCents: 11570 })
    await client.createInvoice(newInvoice()).catch(() => null)
    expect(reports.map(({ drift }) => drift)).toEqual([
      [{ kind: "unknown_member", path: "brand_new", found: "object" }, { kind: "api_version", path: "api.version", found: "1.9" }],
      [],
    ])
  })
})
