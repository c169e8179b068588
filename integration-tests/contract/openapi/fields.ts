import type { z } from "zod"
import { DOCUMENTED, endpointsWith, type Message, OPERATIONS, type Operation } from "../../../src/gateway"
import { REQUESTS } from "../../../src/gateway/documented/requests"
import { schemaOf } from "./gateway"
import { fieldsRead } from "./read-fields"

type Shape = { type?: string | string[]; properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[]; enum?: unknown[]; const?: unknown; required?: string[]; "x-source"?: string; "x-assumed"?: boolean }

export type FieldRow = { field: string; type: string; required: boolean; source: string; assumed: boolean }

/** Where reading a message is tested. */
const INVOICE = ["samples.spec.ts", "details.spec.ts", "outcomes.spec.ts"]
const TESTS: Record<Message, string[]> = {
  auth: ["samples.spec.ts", "tokens.spec.ts"],
  status: ["samples.spec.ts"],
  create_invoice: INVOICE,
  update_due_date: INVOICE,
  cancel_invoice: INVOICE,
  refund_invoice: INVOICE,
  list_invoices: ["samples.spec.ts", "look-ups.spec.ts"],
  validate_notice: ["outcomes.spec.ts"],
  resend_notice: ["samples.spec.ts"],
  add_tracking_code: ["requests.spec.ts"],
  list_consumers: ["requests.spec.ts"],
  list_mediations: ["requests.spec.ts"],
  list_chargebacks: ["requests.spec.ts"],
  list_statement: ["samples.spec.ts"],
  notice: ["notice.spec.ts"],
}

/** Where an operation is in the code and in the plugin's routes. */
const PLACES: Record<Operation, { method: string; module: string; route: string }> = {
  auth: { method: "auth", module: "accounts/account-tokens.ts, accounts/connection-test.ts", route: "`POST accounts/:id/test`, `POST health/checks`" },
  status: { method: "status", module: "accounts/connection-test.ts", route: "`POST accounts/:id/test`, `POST health/checks`" },
  create_invoice: { method: "createInvoice", module: "issuing/send-attempt.ts", route: "Medusa's `POST /store/carts/:id/complete`; `POST /store/fatura/orders/:id/payment`" },
  update_due_date: { method: "updateDueDate", module: "ledger/change-due-date.ts", route: "`POST invoices/:id/due-date`" },
  cancel_invoice: { method: "cancelInvoice", module: "canceling/cancel.ts", route: "`POST invoices/:id/cancel`" },
  refund_invoice: { method: "refundInvoice", module: "refunds/refunds.ts", route: "Medusa's `POST /admin/payments/:id/refund`; `POST problems/:id/resolve`" },
  list_invoices: { method: "listInvoices", module: "ledger/look-up.ts, reconciliation/, view/invoice-desk.ts", route: "`POST invoices/:id/sync`, `GET gateway-invoices`" },
  validate_notice: { method: "validateNotice", module: "inbox/read-and-take.ts", route: "`POST /hooks/fatura/:ticket`, `POST notices/:id/retry`" },
  resend_notice: { method: "resendNotice", module: "view/invoice-desk.ts", route: "`POST invoices/:id/resend-notice`" },
  add_tracking_code: { method: "addTrackingCode", module: "shipments/shipments.ts, view/invoice-desk.ts", route: "`POST invoices/:id/tracking`; by itself on `shipment.created`" },
  list_consumers: { method: "records", module: "view/invoice-desk.ts", route: "`GET consumers`" },
  list_mediations: { method: "records", module: "view/invoice-desk.ts", route: "`GET mediations`" },
  list_chargebacks: { method: "records", module: "view/invoice-desk.ts", route: "`GET chargebacks`" },
  list_statement: { method: "statement", module: "view/invoice-desk.ts", route: "`GET statement`" },
}

/** Every field of a schema, with what is inherited of where it is known from. */
export function fieldsOf(schema: z.ZodType): FieldRow[] {
  const rows: FieldRow[] = []
  const visit = (shape: Shape, field: string, inherited: { source: string; assumed: boolean }, required: boolean): void => {
    const forms = shape.anyOf ?? [shape]
    // What may be null has its words inside.
    const marked = [shape, ...forms].find((one) => one["x-source"])
    const source = marked?.["x-source"] ?? inherited.source
    const assumed = marked ? marked["x-assumed"] === true : inherited.assumed
    if (field !== "") {
      rows.push({ field, type: typesOf(forms), required, source, assumed })
    }
    for (const form of forms) {
      for (const [name, member] of Object.entries(form.properties ?? {})) {
        visit(member, field === "" ? name : `${field}.${name}`, { source, assumed }, form.required?.includes(name) ?? false)
      }
      if (form.items) {
        visitItems(form.items, field, { source, assumed })
      }
    }
  }
  const visitItems = (items: Shape, field: string, inherited: { source: string; assumed: boolean }): void => {
    for (const [name, member] of Object.entries(items.properties ?? {})) {
      visit(member, `${field}[].${name}`, { source: items["x-source"] ?? inherited.source, assumed: items["x-assumed"] ?? inherited.assumed }, items.required?.includes(name) ?? false)
    }
  }
  visit(schemaOf(schema) as Shape, "", { source: "", assumed: false }, false)
  return rows
}

function typesOf(forms: Shape[]): string {
  const types = forms.flatMap(({ type, enum: values, const: one }) => type ?? (values || one !== undefined ? "string" : "any"))
  return [...new Set(types)].join(" or ")
}

const mark = ({ source, assumed }: FieldRow) => `${assumed ? "assumed" : source.startsWith("spec") ? "specified" : "observed"} (${source.replace(/^observation: assumed, /, "")})`

/** `docs/interface.md` */
export function interfaceDocument(): string {
  const endpoints = endpointsWith()
  const operations = OPERATIONS.map((operation) => {
    const { method, path: at } = endpoints[operation]
    const { method: name, module, route } = PLACES[operation]
    return `| ${operation} | ${method} ${at ?? `(option \`endpoints.${operation}.path\`)`} | \`GatewayClient.${name}\` | ${module} | ${route} |`
  })
  const sections = [...OPERATIONS, "notice" as const].flatMap((message) => [
    `### ${message === "notice" ? "notice (what the gateway sends)" : message}`, "",
    ...(message === "notice" ? [] : requestTable(message)),
    ...answerTable(message),
  ])
  return `${HEAD}\n## Operations\n\nAdmin routes are below \`/admin/fatura\`; module files below \`src/modules/fatura\`. Every operation is called against the sandbox, and each of its requests held against a field table, in \`integration-tests/contract/__tests__/requests.spec.ts\`; its errors in \`errors.spec.ts\`; the sandbox against every wire sample in \`wire-samples.spec.ts\`; mutations of every sample in \`tolerance-*.spec.ts\`.\n\n| operation | method and path | client | module | route |\n|---|---|---|---|---|\n${operations.join("\n")}\n\n## Fields\n\n${sections.join("\n")}`
}

function requestTable(operation: Operation): string[] {
  const request = REQUESTS[operation]
  if (!request) {
    return ["Sent: no body.", ""]
  }
  const rows = fieldsOf((request.body ?? request.query)!)
  const file = operation === "create_invoice" ? "create-request.ts" : "client.ts"
  return [
    `Sent (${request.body ? "body" : "query"}), written in \`${file}\`, tested in \`requests.spec.ts\` and the contract suite:`, "",
    "| field | type | required | known from |", "|---|---|---|---|",
    ...rows.map((row) => `| \`${row.field}\` | ${row.type} | ${row.required ? "yes" : ""} | ${mark(row)} |`), "",
  ]
}

function answerTable(message: Message): string[] {
  const rows = fieldsOf(DOCUMENTED[message])
  const read = fieldsRead(message)
  const tests = [...TESTS[message], "drift.spec.ts"].map((test) => `\`${test}\``).join(", ")
  if (!rows.length) {
    return [`Answered: records that no source shows; taken as they come (\`client.ts\`), redacted before they are shown. Tested in ${tests}.`, ""]
  }
  return [
    `${message === "notice" ? "Read" : "Answered"}; tested in ${tests}:`, "",
    "| field | type | read in | known from |", "|---|---|---|---|",
    ...rows.map((row) => `| \`${row.field}\` | ${row.type} | ${read.get(row.field) ?? "described only"} | ${mark(row)} |`), "",
  ]
}

const HEAD = `# The gateway's interface in the code

Made from the schemas by \`npm run openapi\`; a unit test fails while it is not up to date. *Specified* is what the interface
specification says, *observed* what was seen of the same platform (grades A to C), *assumed* what is not confirmed (grades D and E,
or no source). Assumed parts are options wherever another value is possible: see "Options" in the README, and
\`npx medusa-payment-fatura doctor --calibrate\`.

Every field is typed in \`src/gateway/documented/\`. "Described only" means that nothing needs it: it is typed, part of the OpenAPI
document (\`docs/openapi/gateway.json\`), and a change of it is noticed as drift (Settings > Fatura > Health). Tokens, names and
documents are deliberately not taken out of an answer. The column "read in" is not written by hand: the readers are given a
message with every field, which remembers what they look at.

Read, but moved by nothing: the whole answer to create is kept without secrets and shown to staff with the invoice
(title, description and sub-text of the status, \`uuid\`, the ids of customer, subscription, secure page and split, dates of the payment,
\`refunds.*\`, PIX \`ete.refund_id\`, the card's type, BIN and acquirer, products, \`referencia\`); a notice is kept byte for byte until it is
forgotten (\`title\`, \`description\`, \`token\`, \`customer\`, \`gateway\`, \`details.barcode\`, \`details.qrcode\`, \`details.url\`: codes are shown from the answer to create,
never from a notice); \`sac\` is kept with the profile of its account and shown nowhere. Of the list nothing is kept but status, amounts, fees and dates.

Not used: the QR image (\`GET /invoices/qrcode/{id}\`, observation (D)); the picture is drawn from the code itself.
`
