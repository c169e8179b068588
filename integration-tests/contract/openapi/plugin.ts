import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import type { z } from "zod"
import { querySchema as recordsQuery } from "../../../src/api/doors/records"
import { accountChangeSchema, newAccountSchema } from "../../../src/modules/fatura/accounts/account-schema"
import { settingsChangeSchema } from "../../../src/modules/fatura/settings/settings-desk"
import { parametersOf, schemaOf } from "./gateway"

type Json = Record<string, unknown>
type Request = { query?: z.ZodType; body?: z.ZodType }

const api = path.join(__dirname, "../../../src/api")

/** Request schemas that do not stand in the route's own file. */
const ELSEWHERE: Record<string, Request> = {
  "POST /admin/fatura/accounts": { body: newAccountSchema },
  "POST /admin/fatura/accounts/{id}": { body: accountChangeSchema },
  "POST /admin/fatura/settings": { body: settingsChangeSchema },
  "GET /admin/fatura/consumers": { query: recordsQuery },
  "GET /admin/fatura/mediations": { query: recordsQuery },
  "GET /admin/fatura/chargebacks": { query: recordsQuery },
}

/** What a shopper types is read piece by piece, so that each fault names its field. */
const PAYER = { type: "object", properties: { document: { type: "string", description: "CPF or CNPJ" }, name: { type: "string" }, phone: { type: "string" }, save: { type: "boolean" } } }
const CARD = {
  type: "object",
  properties: { token: { type: "string", description: "From the gateway's script; a card number is refused" }, holder_name: { type: "string" }, expires: { type: "string", description: "MM/YY" }, installments: { type: "integer" } },
  required: ["token", "holder_name", "expires"],
}
const TYPED: Record<string, Json> = {
  "POST /store/fatura/sessions/{id}": { type: "object", properties: { payer: PAYER, card: CARD } },
  "POST /store/fatura/orders/{id}/payment": { type: "object", properties: { provider_id: { type: "string" }, payer: PAYER, card: CARD } },
}

export type Route = { method: string; at: string; file: string; words: string }

/** Every route file with its methods, and the words above each. */
export function routesOf(folder = api): Route[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => path.basename(name) === "route.ts").sort()
  return files.flatMap((name) => {
    const file = path.join(folder, name)
    const at = `/${path.dirname(name).replaceAll(path.sep, "/").replace(/\[operation\]/, "test").replace(/\[(\w+)\]/g, "{$1}")}`
    const text = readFileSync(file, "utf8")
    const exported = [...text.matchAll(/(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?export (?:const|async function) (GET|POST|DELETE)\b/g)]
    return exported.map(([, comment = "", method]): Route => ({ method: method!, at, file, words: comment.replace(/^\s*\*? ?/gm, "").replace(/\s+/g, " ").trim() }))
  })
}

/** The plugin's own store, admin and notice routes. Words and answers are those that stand above each route. */
export function pluginDocument(): Json {
  const paths: Record<string, Json> = {}
  for (const route of routesOf()) {
    paths[route.at] = { ...paths[route.at], [route.method.toLowerCase()]: described(route) }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Routes of medusa-payment-fatura",
      version: "1",
      description: "Made from the routes by `npm run openapi`. Amounts are decimal reais, times ISO 8601 UTC. Errors are `{ type, message, code, fields? }`, in Brazilian Portuguese or English by `Accept-Language`.",
    },
    paths,
    components: {
      securitySchemes: {
        publishableKey: { type: "apiKey", in: "header", name: "x-publishable-api-key" },
        admin: { type: "http", scheme: "bearer", description: "A user of the dashboard: bearer token, session cookie or secret API key, as for Medusa's own admin routes" },
      },
      schemas: {
        error: {
          type: "object",
          properties: {
            type: { type: "string" }, message: { type: "string" }, code: { type: "string" },
            fields: { type: "array", items: { type: "object", properties: { path: { type: "string" }, message: { type: "string" } }, required: ["path", "message"] } },
          },
          required: ["type", "message"],
        },
      },
    },
  }
}

const SECURITY: Record<string, Json[]> = { store: [{ publishableKey: [] }], admin: [{ admin: [] }], hooks: [] }

function described({ method, at, file, words }: Route): Json {
  const name = `${method} ${at}`
  const { query, body } = requestOf(name, file)
  const typed = TYPED[name]
  const inPath = [...at.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({ name: parameter, in: "path", required: true, schema: { type: "string" } }))
  const schema = typed ?? (body && schemaOf(body))
  const members = membersOf(words)
  const area = at.split("/")[1]!
  return {
    tags: [area],
    summary: words,
    security: SECURITY[area],
    ...(inPath.length + (query ? 1 : 0) > 0 && { parameters: [...inPath, ...(query ? parametersOf(query) : [])] }),
    ...(schema && { requestBody: { content: { "application/json": { schema } } } }),
    responses: {
      200: { description: "Yes", ...(members.length && { content: { "application/json": { schema: { type: "object", properties: Object.fromEntries(members.map((member) => [member, {}])) } } } }) },
      default: { description: "An error", content: { "application/json": { schema: { $ref: "#/components/schemas/error" } } } },
    },
  }
}

function requestOf(name: string, file: string): Request {
  if (ELSEWHERE[name]) {
    return ELSEWHERE[name]
  }
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- which files there are is known when it runs
  const { querySchema, bodySchema } = require(file) as { querySchema?: z.ZodType; bodySchema?: z.ZodType }
  return name.startsWith("GET") ? { query: querySchema } : { body: bodySchema }
}

/** The outermost members of the answer that the words show, as `-> { invoice, result }`. */
export function membersOf(words: string): string[] {
  const answer = /-> `\{(.*?)\}`/.exec(words)?.[1]
  if (answer === undefined) {
    return []
  }
  let depth = 0
  const outermost = [...answer].filter((character) => {
    depth += "{[".includes(character) ? 1 : 0
    const isOuter = depth === 0
    depth -= "}]".includes(character) ? 1 : 0
    return isOuter
  }).join("")
  return outermost.split(",").map((part) => part.split(":")[0]!.replace("?", "").trim()).filter((member) => /^\w+$/.test(member))
}
