import { existsSync, readFileSync } from "node:fs"
import path from "node:path"
import { OPERATIONS } from "../../../src/gateway"
import { DOCUMENTS } from "../openapi/documents"
import { fieldsOf } from "../openapi/fields"
import { gatewayDocument } from "../openapi/gateway"
import { membersOf, pluginDocument, routesOf } from "../openapi/plugin"
import { DOCUMENTED } from "../../../src/gateway"

it.each(Object.keys(DOCUMENTS).map((file) => [path.relative(process.cwd(), file), file]))("%s is up to date (npm run openapi)", (_name, file) => {
  expect(existsSync(file)).toBe(true)
  expect(readFileSync(file, "utf8") === DOCUMENTS[file]!()).toBe(true)
})

type Operation = { operationId: string; "x-assumed"?: boolean; "x-scopes-to-try"?: string[] }

describe("the gateway's document", () => {
  const document = gatewayDocument() as {
    paths: Record<string, Record<string, Operation>>
    "x-operations-without-place": { operations: (Operation & { method: string; path: string | null })[] }
  }
  const placed = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const all = [...placed, ...document["x-operations-without-place"].operations]

  it("has every operation once", () => {
    expect(all.map(({ operationId }) => operationId).sort()).toEqual([...OPERATIONS].sort())
  })

  it("has COPY and the operations without a path in a place of their own", () => {
    expect(document["x-operations-without-place"].operations.map(({ operationId, method, path: at }) => [operationId, method, at])).toEqual([
      ["resend_notice", "COPY", "/webhooks"], ["add_tracking_code", "POST", null], ["list_mediations", "GET", null], ["list_chargebacks", "GET", null],
    ])
  })

  it("marks what is not confirmed, and nothing else", () => {
    expect(all.filter((operation) => operation["x-assumed"]).map(({ operationId }) => operationId).sort()).toEqual([
      "add_tracking_code", "cancel_invoice", "list_chargebacks", "list_consumers", "list_mediations", "refund_invoice", "status",
    ])
  })

  it("resolves all that it refers to", () => {
    for (const made of [gatewayDocument(), pluginDocument()]) {
      const schemas = (made.components as { schemas: Record<string, unknown> }).schemas
      const references = [...JSON.stringify(made).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!)
      expect(references.filter((name) => !(name in schemas))).toEqual([])
    }
  })
})

describe("the plugin's document", () => {
  it("has every route, each with words and its answer", () => {
    const routes = routesOf().filter(({ at }) => !at.startsWith("/hooks"))
    expect(routes.length).toBeGreaterThan(35)
    expect(routes.filter(({ words }) => words === "").map(({ at }) => at)).toEqual([])
    const members = Object.fromEntries(routes.map(({ method, at, words }) => [`${method} ${at}`, membersOf(words)]))
    expect(members["POST /admin/fatura/invoices/{id}/cancel"]).toEqual(["invoice", "result"])
    expect(members["GET /store/fatura/sessions/{id}"]).toEqual(["session"])
    expect(members["GET /admin/fatura/invoices/export"]).toEqual([])
  })

  it("takes the outermost members from the words", () => {
    expect(membersOf("`GET /x` -> `{ statement: [{ id, kind }], account_id, page? }`: more `{ not }`")).toEqual(["statement", "account_id", "page"])
    expect(membersOf("a file")).toEqual([])
  })
})

it("tells of each field where it is known from", () => {
  const gross = fieldsOf(DOCUMENTED.create_invoice).find(({ field }) => field === "invoice.amount.gross")
  expect(gross).toEqual({ field: "invoice.amount.gross", type: "number", required: false, source: "spec 2.2", assumed: false })
  const barcode = fieldsOf(DOCUMENTED.create_invoice).find(({ field }) => field === "invoice.billet.barcode")
  expect(barcode).toMatchObject({ type: "string or null", assumed: true })
  const fields = Object.values(DOCUMENTED).flatMap((schema) => fieldsOf(schema))
  expect(fields.filter(({ source }) => source === "")).toEqual([])
})
