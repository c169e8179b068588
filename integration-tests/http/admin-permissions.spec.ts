import path from "node:path"
import { storeCommand } from "../../demo/lib/store"
import { dropDatabase } from "../../demo/lib/database"
import { adminApi, httpClient, startStore, type HttpClient, type Store } from "../support"
import { logFolder, noGateway, testSecrets, testServer } from "../support/environment"
import { cloneTemplate } from "../support/template"

/** A store that uses Medusa's roles: `featureFlags.rbac` and the module. */
const reader = { email: "leitora@loja-ipe.example", password: "loja-ipe-leitura" }

let databaseUrl: string
let store: Store
let owner: HttpClient
let limited: HttpClient

beforeAll(async () => {
  databaseUrl = await cloneTemplate(testServer())
  const env = { ...testSecrets, DATABASE_URL: databaseUrl, FATURA_BASE_URL: noGateway, FATURA_BACKEND_URL: "http://127.0.0.1:9000", STORE_RBAC: "true", STORE_WITHOUT_ADMIN: "true" }
  const run = { logFile: path.join(logFolder, "permissions.log"), env }
  await storeCommand("Migrating", ["db:migrate", "--execute-all-links"], run)
  await storeCommand("Adding a user", ["user", "-e", reader.email, "-p", reader.password], run)
  store = await startStore({ databaseUrl, env: { STORE_RBAC: "true" } })
  owner = await adminApi(store)
  await giveRole(["fatura_account:read"])
  const { token } = await httpClient(store.url).post<{ token: string }>("/auth/user/emailpass", reader)
  limited = httpClient(store.url, { authorization: `Bearer ${token}` })
}, 240_000)

afterAll(async () => {
  await store?.close()
  if (databaseUrl) await dropDatabase(databaseUrl)
})

/** The reader has exactly one role, with these policies. */
async function giveRole(keys: string[]): Promise<void> {
  const { policies } = await owner.get<{ policies: { id: string; key: string }[] }>("/admin/rbac/policies?limit=1000")
  const { role } = await owner.post<{ role: { id: string } }>("/admin/rbac/roles", {
    name: "Leitura",
    policy_ids: keys.map((key) => policies.find((policy) => policy.key === key)!.id),
  })
  const { users } = await owner.get<{ users: { id: string; email: string }[] }>("/admin/users?limit=100")
  const { id } = users.find(({ email }) => email === reader.email)!
  await owner.post(`/admin/rbac/roles/${role.id}/users`, { users: [id] })
  await owner.raw("DELETE", "/admin/rbac/roles/role_super_admin/users", { users: [id] })
}

it("declares the policies of this plugin", async () => {
  const { policies } = await owner.get<{ policies: { key: string }[] }>("/admin/rbac/policies?limit=1000")
  expect(policies.map(({ key }) => key).filter((key) => key.startsWith("fatura_")).sort()).toEqual([
    "fatura_account:read", "fatura_account:update", "fatura_invoice:read", "fatura_invoice:settle", "fatura_invoice:update",
    "fatura_problem:read", "fatura_problem:settle", "fatura_problem:update",
  ])
})

it("lets an owner do everything", async () => {
  for (const path of ["accounts", "settings", "settings/history", "health", "invoices", "problems"]) {
    expect([path, (await owner.raw("GET", `/admin/fatura/${path}`)).status]).toEqual([path, 200])
  }
  expect((await owner.raw("POST", "/admin/fatura/settings", { pix_expires_in_minutes: 9 })).status).toBe(200)
})

it.each([
  ["GET", "accounts", 200], ["GET", "accounts/facc_config_default", 200], ["GET", "settings", 200], ["GET", "settings/history", 200], ["GET", "health", 200],
  ["POST", "accounts", 403], ["POST", "accounts/facc_config_default", 403], ["DELETE", "accounts/facc_config_default", 403], ["POST", "accounts/facc_config_default/test", 403],
  ["POST", "settings", 403], ["POST", "health/self-test", 403],
  ["GET", "invoices", 403], ["GET", "invoices/finv_x", 403], ["POST", "invoices/finv_x/sync", 403], ["POST", "invoices/finv_x/cancel", 403],
  ["GET", "invoices/export", 403], ["GET", "notices", 403], ["POST", "notices/fnot_x/retry", 403], ["GET", "reports/fees", 403], ["GET", "consumers", 403], ["GET", "mediations", 403],
  ["GET", "chargebacks", 403], ["GET", "statement", 403], ["GET", "orders/order_x/invoices", 403], ["GET", "orders/order_x/fiscal-data", 403],
  ["GET", "problems", 403], ["POST", "problems/fprb_x/resolve", 403],
] as const)("%s %s is %i for who may only read accounts", async (method, path, status) => {
  expect((await limited.raw(method, `/admin/fatura/${path}`, method === "POST" ? {} : undefined)).status).toBe(status)
})
