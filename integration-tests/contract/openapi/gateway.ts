import { z } from "zod"
import { DOCUMENTED, endpointsWith, OPERATIONS, type Operation, scopesToTry } from "../../../src/gateway"
import { refusal } from "../../../src/gateway/documented"
import { REQUESTS } from "../../../src/gateway/documented/requests"

type Json = Record<string, unknown>

/** What each operation is, and where its method and path are known from. */
const ABOUT: Record<Operation, { summary: string; source: string }> = {
  auth: { summary: "Access token and account", source: "spec 4.1" },
  status: { summary: "Whether an access token is still valid", source: "spec 4.2; its answer is assumed: 2xx is valid, 401 is not (observation: Authentication (E))" },
  create_invoice: { summary: "Issue an invoice", source: "spec 4.3; some installations have it at /v4/invoices (observation: Codes and units (C))" },
  update_due_date: { summary: "New due date of a PIX or boleto in state 1 or 15", source: "spec 4.4" },
  cancel_invoice: { summary: "Cancel an invoice", source: "spec 4.7; path and body by observation: Cancel (A). Which id it takes is assumed (E)" },
  refund_invoice: { summary: "Refund in full or in part", source: "spec 4.7; path and body assumed by observation: Refund (D). Which id it takes is assumed (E)" },
  list_invoices: { summary: "List invoices", source: "spec 4.7; path, parameters and answer by observation: List (A)" },
  validate_notice: { summary: "Whether a notice's token is genuine", source: "spec 4.5" },
  resend_notice: { summary: "Have a webhook sent again, for tests; never in production", source: "spec 4.6, 8" },
  add_tracking_code: { summary: "Add a tracking code", source: "spec 4.7; path, body and answer are assumed" },
  list_consumers: { summary: "List consumers", source: "spec 4.7; path by observation (C), records are assumed" },
  list_mediations: { summary: "List mediations", source: "spec 4.7; path and records are assumed" },
  list_chargebacks: { summary: "List chargebacks", source: "spec 4.7; path and records are assumed" },
  list_statement: { summary: "Movements of the balance", source: "spec 2 (BAAS); all by observation: Statement (A)" },
}

/** Methods that OpenAPI 3.1 has no place for. */
const KNOWN_METHODS = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "PATCH"]

export function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json
  return json
}

/** The gateway's interface as this client understands it; what is not confirmed carries `x-assumed`. */
export function gatewayDocument(): Json {
  const endpoints = endpointsWith()
  const paths: Record<string, Json> = {}
  const others: Json[] = []
  for (const operation of OPERATIONS) {
    const { method, path, invoiceId } = endpoints[operation]
    const described = operationOf(operation, invoiceId)
    if (path !== null && KNOWN_METHODS.includes(method)) {
      paths[path] = { ...paths[path], [method.toLowerCase()]: described }
    } else {
      others.push({ method, path, ...(path === null && { "x-path-option": `endpoints.${operation}.path` }), ...described })
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "The gateway, as medusa-payment-fatura understands it",
      version: "1",
      description: "Made from the plugin's schemas by `npm run openapi`. `x-source` says where a part is known from; `x-assumed: true` marks what no source confirms. Reading is tolerant: every member of an answer may be missing, and unknown ones are noticed, not refused.",
    },
    paths,
    "x-operations-without-place": { description: "Methods that OpenAPI 3.1 does not know, and operations whose path no source shows: it is an option of the plugin", operations: others },
    webhooks: {
      notice: {
        post: {
          summary: "A notification about one invoice",
          "x-source": "spec 6; its body by observation: Notifications (B)",
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/notice" } } } },
          responses: { 200: { description: "Stored" } },
        },
      },
    },
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" }, basic: { type: "http", scheme: "basic", description: "User name: the credential's token; password: its secret key (observation: Authentication (C))" } },
      schemas: { ...Object.fromEntries(Object.entries(DOCUMENTED).map(([name, schema]) => [name, schemaOf(schema)])), refusal: schemaOf(refusal) },
    },
  }
}

function operationOf(operation: Operation, invoiceId: string): Json {
  const { summary, source } = ABOUT[operation]
  const request = REQUESTS[operation]
  const scopes = scopesToTry(operation)
  const json = (name: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${name}` } } })
  return {
    operationId: operation,
    summary,
    "x-source": source,
    ...(/assumed/.test(source) && { "x-assumed": true }),
    ...(["cancel_invoice", "refund_invoice", "list_invoices"].includes(operation) && { "x-invoice-id": invoiceId }),
    ...(scopes.length && { "x-scopes-to-try": scopes }),
    security: [operation === "auth" ? { basic: [] } : { bearer: [] }],
    ...(operation === "auth" && { parameters: [{ name: "scope", in: "header", required: true, description: "Scopes, comma-separated", schema: { type: "string" } }] }),
    ...(request?.query && { parameters: parametersOf(request.query) }),
    ...(request?.body && { requestBody: { required: true, content: { "application/json": { schema: schemaOf(request.body) } } } }),
    responses: {
      200: { description: "Yes (`success: true`), or no (`success: false`, see the schema refusal)", content: json(operation) },
      401: { description: "The access token or the credentials are refused (observation: Authentication (B))", content: json("refusal") },
      404: { description: operation === "validate_notice" ? "The token is not genuine (spec 4.5)" : "Unknown (observation: Errors and limits (D))", content: json("refusal") },
    },
  }
}

/** Members of an object schema as parameters of the query. */
export function parametersOf(query: z.ZodType): Json[] {
  const schema = schemaOf(query) as { properties?: Record<string, Json>; required?: string[]; anyOf?: { properties?: Record<string, Json> }[] }
  const properties = schema.properties ?? Object.assign({}, ...(schema.anyOf ?? []).map((one) => one.properties ?? {})) as Record<string, Json>
  return Object.entries(properties).map(([name, member]) => ({ name, in: "query", required: (schema.required ?? []).includes(name) && member.default === undefined, schema: member }))
}
