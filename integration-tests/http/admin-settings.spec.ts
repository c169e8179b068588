import {
  addPaymentSession, adminApi, cpf, createCart, dumpDatabase, httpClient, poll, rotateKeys, sessionView, sql, startGateway, startStore, testSecrets,
  untilCaptured, untilNoticesDone, type Gateway, type HttpClient, type RawAnswer, type Store,
} from "../support"
import { noAccount, pixOf, pixOrderIn, secrets, type Account } from "../support/accounts"

const providerId = "pp_pix_fatura"

type Test = { ok: boolean; code?: string; message?: string; environment?: string; scopes?: string[]; token_expires_at?: string; fees?: { card: { installments: Record<string, number> } } }
type Settings = { values: Record<string, unknown>; defaults: Record<string, unknown>; overridden: string[]; accounts: Record<string, unknown> }
type Refusal = { type: string; message: string; code: string; fields?: { path: string; message: string }[] }

let gateway: Gateway
let store: Store
/** A second process of the same shop. */
let second: Store
let staff: HttpClient
/** Every answer of the admin's routes in this suite, as text. */
const answers: string[] = []

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ env: noAccount })
  second = await startStore({ databaseUrl: store.databaseUrl, workerMode: "server", env: { ...noAccount, FATURA_BACKEND_URL: store.url } })
  const admin = await adminApi(store)
  staff = {
    ...admin,
    raw: async (method, path, body, headers) => {
      const answer = await admin.raw(method, path, body, headers)
      answers.push(answer.text)
      return answer
    },
  }
})

afterAll(async () => {
  await second?.close()
  await store?.close()
  await gateway?.close()
})

afterEach(() => gateway.clearFaults())

const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await staff.raw(method, path, body)
  expect([method, path, answer.status, answer.status < 300 ? "" : answer.text]).toEqual([method, path, expect.any(Number), ""])
  return answer.body as T
}
const refused = async (status: number, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Refusal> => {
  const answer: RawAnswer = await staff.raw(method, path, body, headers)
  expect([answer.status, answer.text]).toEqual([status, expect.any(String)])
  return answer.body as Refusal
}
const newAccount = (more: Record<string, unknown> = {}) => ({ name: "Matriz", base_url: gateway.url, ...secrets, ...more })
const accounts = async () => (await call<{ accounts: Account[] }>("GET", "/admin/fatura/accounts")).accounts

describe("without a log-in", () => {
  it.each([
    ["GET", "/admin/fatura/accounts"], ["POST", "/admin/fatura/accounts"], ["GET", "/admin/fatura/accounts/facc_x"], ["POST", "/admin/fatura/accounts/facc_x"],
    ["DELETE", "/admin/fatura/accounts/facc_x"], ["POST", "/admin/fatura/accounts/facc_x/test"], ["GET", "/admin/fatura/settings"], ["POST", "/admin/fatura/settings"],
    ["GET", "/admin/fatura/settings/history"], ["GET", "/admin/fatura/health"], ["POST", "/admin/fatura/health/self-test"],
  ])("%s %s is 401", async (method, path) => {
    expect((await httpClient(store.url).raw(method, path, method === "POST" ? {} : undefined)).status).toBe(401)
  })
})

describe("from the first run to a paid order, with the admin alone", () => {
  let id: string

  it("offers nothing before there is an account, and says so to the shopper", async () => {
    expect(await accounts()).toEqual([])
    expect(await pixOf(store)).toMatchObject({ available: false, reason: "Este meio de pagamento está indisponível no momento. Escolha outro." })
    const cart = await createCart(store)
    await expect(addPaymentSession(store, cart.id, providerId, { payer: { document: cpf() } })).rejects.toMatchObject({ status: 400 })
  })

  it("refuses what is incomplete or leads nowhere, field by field", async () => {
    const empty = await refused(400, "POST", "/admin/fatura/accounts", {})
    expect(empty).toMatchObject({ code: "invalid_fields", type: "invalid_data" })
    expect(empty.fields!.map(({ path }) => path)).toEqual(["name", "base_url", "token", "secret_key"])
    const bad = await refused(400, "POST", "/admin/fatura/accounts", newAccount({ base_url: "http://gateway.example" }), { "accept-language": "en" })
    expect(bad.fields).toEqual([{ path: "base_url", message: "Use an https:// address without user, password, query or fragment." }])
    expect(bad.message).toBe("Check the fields that are named.")
  })

  it("takes an account, and tells of its secrets the last four characters of one", async () => {
    const { account } = await call<{ account: Account }>("POST", "/admin/fatura/accounts", newAccount({ token: ` ${secrets.token}\n` }))
    id = account.id
    expect(account).toMatchObject({
      name: "Matriz", source: "admin", state: "ready", base_url: gateway.url, is_default: true, secret_last4: "1f==", has_merchant_webhook_token: true, environment: null, company: null,
    })
  })

  it("tests the connection", async () => {
    const { test, account } = await call<{ test: Test; account: Account }>("POST", `/admin/fatura/accounts/${id}/test`)
    expect(test).toMatchObject({
      ok: true,
      environment: "SANDBOX",
      company: { legal_name: "Loja Exemplo Comercio Ltda", trade_name: "Loja Exemplo", statement_descriptor: "LOJAEXEMPLO", document_masked: expect.stringContaining("*") },
      scopes: ["invoice.write", "customer.write", "webhook.write"],
      missing_scopes: [],
      token_valid: true,
    })
    expect(Object.keys(test.fees!.card.installments)).toEqual(Array.from({ length: 12 }, (_, index) => `x${index + 1}`))
    expect(new Date(test.token_expires_at!).getTime()).toBeGreaterThan(Date.now() + 300 * 86_400_000)
    expect(account).toMatchObject({ environment: "SANDBOX", company: { trade_name: "Loja Exemplo" } })
  })

  it("sells in another process at once", async () => {
    await poll(async () => (await pixOf(second)).available, 5_000)
    const placed = await pixOrderIn(second)
    const invoice = await gateway.invoiceOf(placed.sessionId)
    await gateway.act(invoice.id, "pay")
    await untilCaptured(store, placed.orderId)
  })

  it.each([
    ["wrong credentials", { secret_key: "wrong" }, undefined, "credentials_refused"],
    ["a gateway that is blocking", { secret_key: secrets.secret_key }, "403", "blocked"],
    ["a page where the gateway should be", { secret_key: secrets.secret_key }, "html-200", "no_gateway"],
  ])("says in words what is wrong with %s", async (_what, change, fault, code) => {
    await call("POST", `/admin/fatura/accounts/${id}`, { ...change, token: secrets.token })
    if (fault) {
      await gateway.fault({ match: { path: "/auth" }, kind: fault })
    }
    const { test } = await call<{ test: Test }>("POST", `/admin/fatura/accounts/${id}/test`)
    expect(test).toMatchObject({ ok: false, code, message: expect.stringMatching(/\.$/) })
  })

  it("says that an address does not answer", async () => {
    const { account } = await call<{ account: Account }>("POST", "/admin/fatura/accounts", newAccount({ name: "Nowhere", base_url: "http://127.0.0.1:9" }))
    const { test } = await call<{ test: Test }>("POST", `/admin/fatura/accounts/${account.id}/test`)
    expect(test).toMatchObject({ ok: false, code: "not_reachable" })
    expect(await call("DELETE", `/admin/fatura/accounts/${account.id}`)).toEqual({ id: account.id, object: "fatura_account", deleted: true, archived: false })
    expect((await accounts()).map(({ name }) => name)).toEqual(["Matriz"])
  })

  it("demands token and secret again for another address", async () => {
    const { fields } = await refused(400, "POST", `/admin/fatura/accounts/${id}`, { base_url: "http://127.0.0.1:9" }, { "accept-language": "pt-BR" })
    expect(fields!.map(({ path }) => path)).toEqual(["token", "secret_key"])
    expect(fields![0]!.message).toBe("O endereço mudou: informe de novo o token e a chave secreta.")
    expect((await accounts())[0]!.base_url).toBe(gateway.url)
  })

  it("is not removed while an open invoice needs it, and archived when only old ones remain", async () => {
    await call("POST", `/admin/fatura/accounts/${id}`, { token: secrets.token, secret_key: secrets.secret_key })
    const placed = await pixOrderIn(store)
    const inUse = await refused(409, "DELETE", `/admin/fatura/accounts/${id}`)
    expect(inUse).toMatchObject({ code: "account_in_use", message: expect.stringContaining("(1)") })
    const invoice = await gateway.invoiceOf(placed.sessionId)
    await gateway.act(invoice.id, "pay")
    await untilCaptured(store, placed.orderId)
    const { account } = await call<{ account: Account }>("POST", "/admin/fatura/accounts", newAccount({ name: "Filial" }))
    await poll(async () => (await staff.raw("DELETE", `/admin/fatura/accounts/${id}`)).status === 200, 5_000)
    expect((await accounts()).map(({ name, state, is_default }) => [name, state, is_default])).toEqual([["Matriz", "archived", false], ["Filial", "ready", true]])
    // What was paid through it can still be refunded through it.
    await refundAll(placed.orderId)
    expect((await gateway.invoice(invoice.id))._sandbox.refunded_cents).toBe(invoice._sandbox.due_cents)
    id = account.id
  })
})

async function refundAll(orderId: string): Promise<void> {
  const { order } = await staff.get<{ order: { payment_collections: { payments: { id: string; amount: number }[] }[] } }>(`/admin/orders/${orderId}?fields=*payment_collections.payments`)
  const payment = order.payment_collections.flatMap(({ payments }) => payments)[0]!
  await call("POST", `/admin/payments/${payment.id}/refund`, { amount: payment.amount })
}

describe("settings", () => {
  const read = async () => (await call<{ settings: Settings }>("GET", "/admin/fatura/settings")).settings
  const change = async (values: Record<string, unknown>) => (await call<{ settings: Settings }>("POST", "/admin/fatura/settings", values)).settings

  it("show the options as defaults", async () => {
    expect(await read()).toMatchObject({ values: { pix_expires_in_minutes: 60, on_expiry: "cancel_order", tokenization: { script_url: expect.stringMatching(/\/_sandbox\/tokenize\.js$/) } }, defaults: { pix_expires_in_minutes: 60, boleto_due_in_days: 3 }, overridden: [] })
  })

  it("give the next PIX of another process its minutes, at once", async () => {
    await sessionView(second, (await pixOrderIn(second)).sessionId)
    await change({ pix_expires_in_minutes: 7 })
    const view = await sessionView(second, (await pixOrderIn(second)).sessionId)
    const minutes = (Date.parse((view as unknown as { pix: { expires_at: string } }).pix.expires_at) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(6)
    expect(minutes).toBeLessThanOrEqual(7)
    expect(await change({ pix_expires_in_minutes: null })).toMatchObject({ values: { pix_expires_in_minutes: 60 }, overridden: [] })
  })

  it("switch a method off in every process, for all or for one account", async () => {
    await change({ pix_enabled: false })
    await poll(async () => !(await pixOf(second)).available, 5_000)
    await change({ pix_enabled: null })
    await poll(async () => (await pixOf(second)).available, 5_000)
    const [, account] = await accounts()
    await change({ accounts: { [account!.id]: { pix: false } } })
    await poll(async () => !(await pixOf(second)).available, 5_000)
    const cart = await createCart(second)
    await expect(addPaymentSession(second, cart.id, providerId, { payer: { document: cpf() } })).rejects.toMatchObject({ status: 400 })
    await change({ accounts: { [account!.id]: { pix: null } } })
    // The other process learns of it within two seconds; the tests after this one sell there.
    await poll(async () => (await pixOf(second)).available, 5_000)
  })

  it("have the limits of the options", async () => {
    const { fields, code } = await refused(400, "POST", "/admin/fatura/settings", { pix_expires_in_minutes: 0, card_max_installments: 13, colour: "red" })
    expect(code).toBe("invalid_fields")
    expect(fields!.map(({ path }) => path).sort()).toEqual(["card_max_installments", "colour", "pix_expires_in_minutes"])
    expect((await read()).overridden).toEqual([])
  })

  it("have a timeline with the user, and without secrets", async () => {
    const { history } = await call<{ history: { action: string; actor: { email: string }; changes: Record<string, unknown> }[] }>("GET", "/admin/fatura/settings/history?limit=100")
    expect(history.map(({ action }) => action)).toEqual(expect.arrayContaining(["account_created", "account_changed", "account_removed", "account_archived", "settings_changed"]))
    expect(new Set(history.map(({ actor }) => actor.email))).toEqual(new Set(["admin@loja-ipe.example"]))
    expect(history.find(({ changes }) => "secret_key" in changes)!.changes.secret_key).toBe("changed")
  })
})

describe("health", () => {
  type Health = { health: { notifications: Record<string, unknown>; encryption_key: { state: string }; accounts: Record<string, unknown>[]; problems: { open: number }; backlog: Record<string, unknown> } }
  type SelfTest = { self_test: { ok: boolean; code: string; http_status: number | null } }

  it("says how it stands", async () => {
    await untilNoticesDone(store)
    const { health } = await call<Health>("GET", "/admin/fatura/health")
    expect(health).toMatchObject({
      encryption_key: { state: "ok", message: null },
      notifications: { address: `${store.url}/hooks/fatura`, reachable_from_outside: false, merchant_token_set: true, last_notice_at: expect.any(String), last_verified_notice_at: expect.any(String) },
      backlog: { notices: 0, dead_letters: 0 },
      accounts: [{ name: "Filial", breaker: "closed", look_ups: { per_minute: 5, per_day: 1_500 } }],
    })
  })

  it("finds its own notification address", async () => {
    expect((await call<SelfTest>("POST", "/admin/fatura/health/self-test")).self_test).toMatchObject({ ok: true, code: "arrived_locally", http_status: 200 })
    // The probe was used up, and a stranger can't make one.
    expect(await sql(store.databaseUrl, "select probe from fatura_settings")).toEqual([{ probe: null }])
    const forged = await httpClient(store.url).raw("POST", "/hooks/fatura/self-test.AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", {})
    expect(forged.status).toBe(404)
  })

  it("is counted by the table of problems", async () => {
    await sql(store.databaseUrl, "insert into fatura_problem (id, kind, cause_key, last_seen_at) values ('fprb_1', 'paid_twice', 'paid_twice:x', now()), ('fprb_2', 'unknown_status', 'unknown_status:x', now())")
    const before = (await call<Health>("GET", "/admin/fatura/health")).health.problems
    expect(before).toMatchObject({ open: expect.any(Number), money: expect.any(Number), warning: expect.any(Number) })
    await sql(store.databaseUrl, "delete from fatura_problem where id in ('fprb_1', 'fprb_2')")
    const after = (await call<Health>("GET", "/admin/fatura/health")).health.problems as Record<string, number>
    expect(after).toEqual({ open: before.open - 2, money: (before as Record<string, number>).money! - 1, warning: (before as Record<string, number>).warning! - 1 })
  })
})

describe("secrets", () => {
  const values = Object.values(secrets)

  it("stand in no answer and no log", () => {
    expect(answers.length).toBeGreaterThan(30)
    expect(answers.filter((text) => values.some((value) => text.includes(value)))).toEqual([])
    expect(values.filter((value) => store.logs().includes(value) || second.logs().includes(value))).toEqual([])
  })

  it("stand nowhere in the database but sealed", async () => {
    const dump = await dumpDatabase(store.databaseUrl)
    expect(dump.filter(({ table }) => table === "fatura_account")).toHaveLength(2)
    expect(dump.filter(({ row }) => values.some((value) => row.includes(value))).map(({ table }) => table)).toEqual([])
  })
})

describe("another encryption key", () => {
  const newKey = Buffer.alloc(32, "replacing-key").toString("base64")
  const ring = `${newKey},${testSecrets.FATURA_ENCRYPTION_KEY}`
  const rotate = (key: string, ...args: string[]) => rotateKeys(store.databaseUrl, key, ...args)
  const sealedBy = async (column: string, table: string) =>
    (await sql<{ key: string }>(store.databaseUrl, `select distinct split_part(${column}, '.', 2) as key from ${table} where ${column} is not null`)).map(({ key }) => key)

  it("takes the old one's place while the store sells", async () => {
    const placed = await pixOrderIn(second)
    // Every process gets the new key before anything is sealed or signed with it.
    await Promise.all([store, second].map((process) => process.restart({ FATURA_ENCRYPTION_KEY: ring })))
    const counted = await rotate(ring, "--check")
    expect(counted.stdout).toMatch(/fatura_account\.credentials_sealed\s+2\s+0\s+0\n/)
    const before = await sealedBy("credentials_sealed", "fatura_account")
    const done = await rotate(ring)
    expect(done.stdout).toMatch(/fatura_account\.credentials_sealed\s+2\s+0\s+0\n/)
    expect(`${done.stdout}${done.stderr}`).not.toContain(newKey)
    const [current] = await sealedBy("credentials_sealed", "fatura_account")
    expect(before).not.toContain(current)
    expect(await sealedBy("payer_sealed", "fatura_invoice")).toEqual([current])
    // An address that the old key signed is still known, and the new key alone opens what is stored.
    await gateway.act((await gateway.invoiceOf(placed.sessionId)).id, "pay")
    await untilCaptured(second, placed.orderId)
    await second.restart({ FATURA_ENCRYPTION_KEY: newKey })
    expect(await pixOf(second)).toMatchObject({ available: true })
  })

  it("says so when something was sealed by a key that it was not given", async () => {
    await expect(rotate(Buffer.alloc(32, "unrelated-key").toString("base64"))).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("not in FATURA_ENCRYPTION_KEY") })
  })
})
