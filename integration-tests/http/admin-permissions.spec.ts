import { sql, startStoreWithRoles, type HttpClient, type StoreWithRoles } from "../support"

let shop: StoreWithRoles
let owner: HttpClient
let limited: HttpClient

beforeAll(async () => {
  shop = await startStoreWithRoles(["fatura_account:read"])
  ;({ owner, limited } = shop)
}, 240_000)

afterAll(() => shop?.close())

it("declares the policies of this plugin", async () => {
  const { policies } = await owner.get<{ policies: { key: string }[] }>("/admin/rbac/policies?limit=1000")
  expect(policies.map(({ key }) => key).filter((key) => key.startsWith("fatura_")).sort()).toEqual([
    "fatura_account:credentials", "fatura_account:read", "fatura_account:redirect", "fatura_account:update", "fatura_invoice:read", "fatura_invoice:settle", "fatura_invoice:update",
    "fatura_problem:read", "fatura_problem:settle", "fatura_problem:update",
  ])
})

it("lets an owner do everything", async () => {
  for (const path of ["accounts", "settings", "settings/history", "sensitive-changes", "health", "invoices", "problems"]) {
    expect([path, (await owner.raw("GET", `/admin/fatura/${path}`)).status]).toEqual([path, 200])
  }
  expect((await owner.raw("POST", "/admin/fatura/settings", { pix_expires_in_minutes: 9 })).status).toBe(200)
})

it.each([
  ["GET", "accounts", 200], ["GET", "accounts/facc_config_default", 200], ["GET", "settings", 200], ["GET", "settings/history", 200], ["GET", "health", 200],
  ["POST", "accounts", 403], ["POST", "accounts/facc_config_default", 403], ["DELETE", "accounts/facc_config_default", 403], ["POST", "accounts/facc_config_default/test", 403],
  ["POST", "settings", 403], ["POST", "health/self-test", 403], ["GET", "sensitive-changes", 403], ["POST", "sensitive-changes/fchg_x/undo", 403],
  ["GET", "invoices", 403], ["POST", "invoices/search", 403], ["POST", "invoices/export", 403], ["GET", "invoices/finv_x", 403], ["POST", "invoices/finv_x/sync", 403], ["POST", "invoices/finv_x/cancel", 403],
  ["GET", "invoices/export", 403], ["GET", "notices", 403], ["POST", "notices/fnot_x/retry", 403], ["GET", "reports/fees", 403], ["GET", "consumers", 403], ["GET", "mediations", 403],
  ["GET", "chargebacks", 403], ["GET", "statement", 403], ["GET", "orders/order_x/invoices", 403], ["GET", "orders/order_x/fiscal-data", 403],
  ["GET", "problems", 403], ["POST", "problems/fprb_x/resolve", 403],
] as const)("%s %s is %i for who may only read accounts", async (method, path, status) => {
  expect((await limited.raw(method, `/admin/fatura/${path}`, method === "POST" ? {} : undefined)).status).toBe(status)
})

it("lets who may only read invoices search and export them, and change nothing", async () => {
  const searching = await shop.alsoMay(["fatura_invoice:read"])
  const answers = { search: 200, export: 200, "finv_x/sync": 403, "finv_x/cancel": 403, "finv_x/tracking": 403, "search/sync": 403 }
  for (const [route, status] of Object.entries(answers)) {
    expect([route, (await searching.raw("POST", `/admin/fatura/invoices/${route}`, {})).status]).toEqual([route, status])
  }
})

it("asks for settling where money is at stake in a problem, and for updating alone elsewhere", async () => {
  const { store } = shop
  const kinds = { fprb_money: "paid_twice", fprb_clock: "clock_skew" }
  for (const [id, kind] of Object.entries(kinds)) {
    await sql(store.databaseUrl, `insert into fatura_problem (id, kind, cause_key, last_seen_at) values ('${id}', '${kind}', '${id}', now())`)
  }
  const dismiss = async (client: HttpClient, id: string) => (await client.raw("POST", `/admin/fatura/problems/${id}/resolve`, { action: "dismiss", reason: "as agreed" })).status
  const reading = await shop.alsoMay(["fatura_problem:read"])
  expect([await dismiss(reading, "fprb_money"), await dismiss(reading, "fprb_clock")]).toEqual([403, 403])
  const updating = await shop.alsoMay(["fatura_problem:update"])
  const refused = await updating.raw("POST", "/admin/fatura/problems/fprb_money/resolve", { action: "dismiss", reason: "as agreed" })
  expect([refused.status, refused.body]).toEqual([403, {
    type: "forbidden", code: "problem_permission",
    message: "Esta decisão diz para onde vai o dinheiro, e exige uma permissão própria: fatura_problem:settle. Peça a quem administra a loja.",
  }])
  expect(await dismiss(updating, "fprb_clock")).toBe(200)
  expect(await dismiss(await shop.alsoMay(["fatura_problem:settle"]), "fprb_money")).toBe(200)
})
