import { addPaymentSession, adminApi, cpf, createCart, poll, startGateway, startStore, testSecrets, type Gateway, type Store } from "../support"
import { noAccount, pixOf, secrets, type Account } from "../support/accounts"

const providerId = "pp_pix_fatura"

let gateway: Gateway

beforeAll(async () => {
  gateway = await startGateway()
})

afterAll(() => gateway?.close())

const newAccount = (name: string, baseUrl = gateway.url) => ({ name, base_url: baseUrl, ...secrets })

it("a store shows an account of the configuration, and lets nobody change it here", async () => {
  const configured = await startStore({ sandboxUrl: gateway.url })
  try {
    const admin = await adminApi(configured)
    const { accounts } = await admin.get<{ accounts: Account[] }>("/admin/fatura/accounts")
    expect(accounts).toMatchObject([{ id: "facc_config_default", source: "configuration", state: "ready", is_default: true, secret_last4: testSecrets.FATURA_SECRET_KEY.slice(-4) }])
    const answer = await admin.raw("POST", "/admin/fatura/accounts/facc_config_default", { name: "x" }, { "accept-language": "en" })
    expect([answer.status, answer.body]).toEqual([409, {
      type: "not_allowed",
      code: "account_from_configuration",
      message: "This account comes from the configuration (plugin options or FATURA_* variables) and can only be changed there.",
    }])
    expect((await admin.raw("DELETE", "/admin/fatura/accounts/facc_config_default")).status).toBe(409)
    expect((await admin.raw("POST", "/admin/fatura/accounts/facc_config_default/test")).body).toMatchObject({ test: { ok: true } })
  } finally {
    await configured.close()
  }
})

/** One after the other, on one shop that is started again with other variables. */
describe("a store whose account was entered in the admin", () => {
  let store: Store

  beforeAll(async () => {
    store = await startStore({ workerMode: "server", env: noAccount })
    const admin = await adminApi(store)
    const { account } = await admin.post<{ account: Account }>("/admin/fatura/accounts", newAccount("Filial"))
    expect(await admin.post(`/admin/fatura/accounts/${account.id}/test`)).toMatchObject({ account: { environment: "SANDBOX" } })
    await poll(async () => (await pixOf(store)).available, 5_000)
  })

  afterAll(() => store?.close())

  it("takes no orders for a SANDBOX account in production, and no address inside its network", async () => {
    await store.restart({ NODE_ENV: "production" })
    expect(await pixOf(store)).toMatchObject({ available: false })
    const admin = await adminApi(store)
    for (const base_url of ["https://10.0.0.1", "http://127.0.0.1:9100", "https://169.254.169.254"]) {
      expect((await admin.raw("POST", "/admin/fatura/accounts", newAccount("Nova", base_url))).body).toMatchObject({ code: "invalid_fields", fields: [{ path: "base_url" }] })
    }
    await store.restart({ FATURA_ALLOW_SANDBOX: "true" })
    expect(await pixOf(store)).toMatchObject({ available: true })
    await store.restart({ NODE_ENV: "development", FATURA_ALLOW_SANDBOX: undefined })
  })

  it("starts without an encryption key, says so in log and health, and offers no method", async () => {
    await store.restart({ FATURA_ENCRYPTION_KEY: undefined })
    expect(store.logs()).toContain("FATURA_ENCRYPTION_KEY is not set")
    expect(await pixOf(store)).toMatchObject({ available: false })
    const cart = await createCart(store)
    await expect(addPaymentSession(store, cart.id, providerId, { payer: { document: cpf() } })).rejects.toMatchObject({ status: 409, body: { code: "method_unavailable" } })
    const admin = await adminApi(store)
    expect(await admin.get("/admin/fatura/health")).toMatchObject({ health: { encryption_key: { state: "missing", message: expect.stringContaining("openssl rand -base64 32") } } })
    expect((await admin.raw("POST", "/admin/fatura/accounts", newAccount("Nova"))).body).toMatchObject({ code: "encryption_key_missing" })
    expect((await admin.raw("POST", "/admin/fatura/health/self-test")).body).toMatchObject({ self_test: { ok: false, code: "no_key" } })
  })

  it("says that the key has changed, and sells nothing until the secrets are entered again", async () => {
    await store.restart({ FATURA_ENCRYPTION_KEY: Buffer.alloc(32, "another-key").toString("base64") })
    expect(store.logs()).toContain("not in FATURA_ENCRYPTION_KEY")
    const admin = await adminApi(store)
    expect(await admin.get("/admin/fatura/health")).toMatchObject({ health: { encryption_key: { state: "changed" } } })
    const { accounts } = await admin.get<{ accounts: Account[] }>("/admin/fatura/accounts")
    const filial = accounts.find(({ name }) => name === "Filial")!
    expect(filial.state).toBe("sealed")
    expect(await pixOf(store)).toMatchObject({ available: false })
    await admin.post(`/admin/fatura/accounts/${filial.id}`, secrets)
    await poll(async () => (await pixOf(store)).available, 5_000)
  })
})
