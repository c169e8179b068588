import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import express, { type Request, type Response } from "express"
import { adminPolicies } from "../policies"

const folder = path.resolve(__dirname, "../../admin/fatura")

/** Every route of the admin, as `GET accounts/:id`, read from its file. */
const routes = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "route.ts")
  .flatMap((file) => [...readFileSync(path.join(folder, file), "utf8").matchAll(/^export (?:const|async function) (GET|POST|PUT|PATCH|DELETE)\b/gm)].map(([, method]) => `${method} ${path.dirname(file).replace(/\[(\w+)\]/g, ":$1")}`))

/** What Medusa asks for before a route, by the way in which it mounts the guards. */
function asked(route: string): string[] {
  const [method, address] = route.split(" ") as [string, string]
  const found: string[] = []
  const router = express.Router()
  for (const { matcher, methods, policies } of adminPolicies) {
    for (const guarded of methods) {
      router[guarded.toLowerCase() as "get" | "post" | "delete"](matcher, (_req, _res, next) => {
        found.push(...policies.map(({ resource, operation }) => `${resource}:${operation}`))
        next()
      })
    }
  }
  router({ method, url: `/admin/fatura/${address.replace(/:\w+/g, "x_1")}` } as Request, {} as Response, () => undefined)
  return [...new Set(found)]
}

it("asks for these policies before each route of the admin", () => {
  expect(Object.fromEntries(routes.map((route) => [route, asked(route).join(" ")]))).toEqual({
    "GET accounts": "fatura_account:read",
    "POST accounts": "fatura_account:update",
    "GET accounts/:id": "fatura_account:read",
    "POST accounts/:id": "fatura_account:update",
    "DELETE accounts/:id": "fatura_account:update",
    "POST accounts/:id/:operation": "fatura_account:update",
    "GET chargebacks": "fatura_invoice:read",
    "GET consumers": "fatura_invoice:read",
    "GET gateway-invoices": "fatura_invoice:read",
    "POST health/checks": "fatura_account:update",
    "GET health": "fatura_account:read",
    "POST health/self-test": "fatura_account:update",
    "POST invoices/:id/cancel": "fatura_invoice:update",
    "POST invoices/:id/due-date": "fatura_invoice:update",
    "POST invoices/:id/resend-notice": "fatura_invoice:update",
    "GET invoices/:id": "fatura_invoice:read",
    "POST invoices/:id/send-instructions": "fatura_invoice:update",
    "POST invoices/:id/sync": "fatura_invoice:update",
    "POST invoices/:id/tracking": "fatura_invoice:update",
    "GET invoices/export": "fatura_invoice:read",
    "POST invoices/export": "fatura_invoice:read",
    "GET invoices": "fatura_invoice:read",
    "POST invoices/search": "fatura_invoice:read",
    "GET mediations": "fatura_invoice:read",
    "POST notices/:id/retry": "fatura_invoice:update",
    "GET notices": "fatura_invoice:read",
    "GET orders/:id/fiscal-data": "fatura_invoice:read fatura_invoice:settle",
    "GET orders/:id/invoices": "fatura_invoice:read",
    // And `settle` where the decision says what becomes of money.
    "POST problems/:id/resolve": "fatura_problem:update",
    "GET problems": "fatura_problem:read",
    "GET reports/fees/export": "fatura_invoice:read",
    "GET reports/fees": "fatura_invoice:read",
    // And what the changes themselves needed, as those of accounts and settings do.
    "POST sensitive-changes/:id/undo": "fatura_account:update",
    "GET sensitive-changes": "fatura_account:read",
    "POST settings/discounts/:method": "fatura_account:update",
    "GET settings/history": "fatura_account:read",
    "GET settings": "fatura_account:read",
    "POST settings": "fatura_account:update",
    "GET statement": "fatura_invoice:read",
  })
})

/** By routes themselves, of what they are asked to do. */
const ASKED_WITHIN = ["fatura_account:credentials", "fatura_account:redirect", "fatura_problem:settle"]

it("declares no policy that nothing asks for, and asks for none that is not declared", () => {
  const declared = [...readFileSync(path.resolve(__dirname, "../../../policies/fatura.ts"), "utf8").matchAll(/resource: "(\w+)", operation: "(\w+)"/g)].map(([, resource, operation]) => `${resource}:${operation}`)
  expect([...new Set([...routes.flatMap(asked), ...ASKED_WITHIN])].sort()).toEqual(declared.sort())
})
