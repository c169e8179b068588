import http from "node:http"
import type { AddressInfo } from "node:net"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { dropDatabase } from "../../../../demo/lib/database"
import { testServer } from "../../../../integration-tests/support/environment"
import { type Gateway, startGateway } from "../../../../integration-tests/support/gateway"
import { cloneTemplate } from "../../../../integration-tests/support/template"
import { KeyRing } from "../crypto/key-ring"
import { type Database, tables } from "../database"
import { Doctor } from "../doctor/doctor"
import type { CheckLine, Setup, StoreConfig } from "../doctor/finding"
import { type ConfigurationError, readOptions } from "../options/read-options"
import { insertInvoice, sealedBefore, testKey } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

let gateway: Gateway
let url: string
let db: Database
let empty: TestDatabase

beforeAll(async () => {
  gateway = await startGateway()
  url = await cloneTemplate(testServer())
  db = ModulesSdkUtils.createPgConnection({ clientUrl: url, pool: { min: 0, max: 8 } }) as Database
  empty = await testDatabase()
})
afterAll(async () => {
  await db.destroy()
  await empty.close()
  await dropDatabase(url)
  await gateway.close()
})

const CONFIG: StoreConfig = {
  projectConfig: { workerMode: "shared" },
  plugins: [{ resolve: "medusa-payment-fatura", options: {} }],
  modules: [{ resolve: "@medusajs/medusa/payment", options: { providers: [{ resolve: "medusa-payment-fatura/providers/fatura", id: "fatura" }] } }],
}
const redis = (name: string) => ({ resolve: `@medusajs/medusa/${name}`, options: {} })
const lockingBy = (name: string) => ({ resolve: "@medusajs/medusa/locking", options: { providers: [{ resolve: `@medusajs/medusa/${name}`, id: name, is_default: true }] } })

type Given = { options?: Record<string, unknown>; config?: StoreConfig | null; production?: boolean; setup?: Partial<Setup>; resolve?: (host: string) => Promise<string[] | null> }

async function report({ options, config = CONFIG, production = false, setup, resolve }: Given = {}): Promise<CheckLine[]> {
  const read = reading({ baseUrl: gateway.url, token: "a-store", secretKey: "c2VjcmV0==", backendUrl: "http://127.0.0.1:9", encryptionKey: testKey("first"), ...options })
  const doctor = new Doctor({ config, ...read, db, production, processes: null, ...setup }, resolve)
  return (await doctor.report("en")).checks
}

function reading(given: Record<string, unknown>): Pick<Setup, "options" | "optionFaults"> {
  try {
    return { options: readOptions(given, {}), optionFaults: [] }
  } catch (error) {
    return { options: null, optionFaults: (error as ConfigurationError).faults }
  }
}

const faults = (lines: CheckLine[]) => lines.filter(({ state }) => state !== "ok")

it("finds nothing wrong where nothing is, but a local address in development", async () => {
  const lines = await report()
  expect(lines.map(({ check, state, code }) => `${check} ${state} ${code}`)).toEqual([
    "configuration ok configuration_ok",
    "database ok database_ok",
    "module_loaded ok module_ok",
    "migrations ok migrations_ok",
    "encryption_key ok key_ok",
    "credentials ok credentials_ok",
    "environment ok environment_ok",
    "clock ok clock_ok",
    "notification_address warning address_local",
    "shopper_addresses ok addresses_too_few",
    "regions ok regions_ok",
    "processes ok processes_single",
    "locking ok locking_ok",
  ])
  expect(lines.filter(({ state, remedy }) => state !== "ok" && !remedy)).toEqual([])
})

/** Answers as the gateway's `GET /auth` does, with whatever clock and words a test says. */
async function answering(answer: (response: http.ServerResponse) => void): Promise<{ url: string; close(): void }> {
  const server = http.createServer((_request, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => {
      server.close()
      server.closeAllConnections()
    } }
}

/** A set-up that is broken in one way, what the doctor must say of it, and words of the remedy. */
type Broken = { name: string; given: () => Given | Promise<Given>; check: string; state?: "warning"; code: string; says: RegExp; remedy: RegExp; after?: () => Promise<unknown> }

const BROKEN: Broken[] = [
  { name: "an option that does not exist", given: () => ({ options: { methodes: {} } }), check: "configuration", code: "option_fault", says: /methodes/, remedy: /options of medusa-payment-fatura/ },
  { name: "no address of its own", given: () => ({ options: { backendUrl: undefined } }), check: "configuration", code: "option_fault", says: /backendUrl: is missing \(or set FATURA_BACKEND_URL\)/, remedy: /FATURA_\* variable/ },
  { name: "a medusa-config that can't be read", given: () => ({ config: null, setup: { configFault: "Cannot find module 'medusa-config'" } }), check: "configuration", code: "config_not_read", says: /Cannot find module/, remedy: /store's folder/ },
  { name: "no encryption key", given: () => ({ options: { encryptionKey: undefined } }), check: "encryption_key", code: "key_missing", says: /no payment method is offered/, remedy: /openssl rand -base64 32.*FATURA_ENCRYPTION_KEY/ },
  {
    name: "another encryption key",
    given: async () => {
      await insertInvoice(db, { id: "finv_sealed", payer_sealed: new KeyRing(testKey("earlier")).seal("{}", "payer", ["finv_sealed"]) })
      return {}
    },
    check: "encryption_key", code: "key_changed", says: /sealed with another key/, remedy: /earlier key back at the end.*rotate-keys/,
    after: () => db(tables.invoice).delete(),
  },
  {
    name: "values in the form of an earlier version",
    given: async () => {
      await insertInvoice(db, { id: "finv_early", payer_sealed: sealedBefore("first", "{}", "payer") })
      await insertInvoice(db, { id: "finv_today", payer_sealed: new KeyRing(testKey("first")).seal("{}", "payer", ["finv_today"]) })
      return {}
    },
    check: "encryption_key", state: "warning", code: "sealed_unbound", says: /^1 sealed values .* bound to no row/, remedy: /rotate-keys once/,
    after: () => db(tables.invoice).delete(),
  },
  { name: "nobody having said who stands before the store", given: () => ({ production: true, ...reachable() }), check: "shopper_addresses", state: "warning", code: "proxies_not_set", says: /trustedProxies is not set/, remedy: /FATURA_TRUSTED_PROXIES.*to 0 where none does/ },
  { name: "wrong credentials", given: () => ({ options: { token: "wrong" } }), check: "credentials", code: "credentials_refused", says: /refused the credentials/, remedy: /menu API > Credenciais/ },
  { name: "no account", given: () => ({ options: { baseUrl: undefined, token: undefined, secretKey: undefined } }), check: "credentials", code: "no_account", says: /no account/, remedy: /FATURA_TOKEN/ },
  { name: "a gateway that does not answer", given: () => ({ options: { baseUrl: "http://127.0.0.1:1" } }), check: "credentials", code: "gateway_silent", says: /does not answer at http:\/\/127\.0\.0\.1:1/, remedy: /FATURA_BASE_URL.*firewall/ },
  { name: "a firewall's block", given: async () => { await gateway.fault({ kind: "403", match: { path: "/auth" } }); return {} }, check: "credentials", code: "gateway_blocks", says: /refuses this server/, remedy: /support unblock/, after: () => gateway.clearFaults() },
  {
    name: "another server in the gateway's place",
    given: async () => {
      const server = await answering((response) => response.end("<html>Bem-vindo</html>"))
      closing = server.close
      return { options: { baseUrl: server.url } }
    },
    check: "credentials", code: "no_gateway", says: /is not the gateway/, remedy: /API's address/, after: async () => closing(),
  },
  { name: "SANDBOX in production", given: () => ({ production: true, ...reachable() }), check: "environment", code: "sandbox_in_production", says: /takes no orders/, remedy: /production account.*FATURA_ALLOW_SANDBOX/ },
  { name: "PRODUCTION in development", given: () => ({ options: { token: "prod-store" } }), check: "environment", state: "warning", code: "production_in_development", says: /real money/, remedy: /NODE_ENV=production/ },
  {
    name: "a clock that is wrong",
    given: async () => {
      const server = await answering((response) => {
        response.sendDate = false
        response.writeHead(200, { "content-type": "application/json", date: new Date(Date.now() + 600_000).toUTCString() })
        response.end(JSON.stringify({ access_token: "a-token", expires_in: 4_000_000_000, working: "SANDBOX" }))
      })
      closing = server.close
      return { options: { baseUrl: server.url } }
    },
    check: "clock", code: "clock_wrong", says: /\b(599|600|601) s off/, remedy: /NTP/, after: async () => closing(),
  },
  { name: "a local address in production", given: () => ({ production: true, options: { allowSandbox: true } }), check: "notification_address", code: "address_local", says: /of this machine/, remedy: /public https address/ },
  { name: "a name that does not exist", given: () => ({ ...reachable(), resolve: async () => null }), check: "notification_address", code: "address_unknown_host", says: /shop-api\.example\.com does not exist/, remedy: /DNS/ },
  { name: "an internal address in production", given: () => ({ production: true, ...reachable(), resolve: async () => ["10.0.0.7"] }), check: "notification_address", code: "address_internal", says: /internal network \(10\.0\.0\.7\)/, remedy: /address that the internet reaches/ },
  { name: "an address without https", given: () => ({ options: { backendUrl: "http://shop-api.invalid" }, resolve: async () => ["203.0.113.7"] }), check: "notification_address", state: "warning", code: "address_not_https", says: /is not https/, remedy: /certificate/ },
  { name: "the plugin not named", given: () => ({ config: { ...CONFIG, plugins: [] } }), check: "module_loaded", code: "plugin_missing", says: /plugin is not in medusa-config/, remedy: /resolve: "medusa-payment-fatura"/ },
  { name: "the provider not named", given: () => ({ config: { ...CONFIG, modules: [] } }), check: "module_loaded", code: "provider_missing", says: /nobody can pay/, remedy: /providers\/fatura", id: "fatura"/ },
  {
    name: "the provider under another id",
    given: () => ({ config: { ...CONFIG, modules: { payment: { resolve: "@medusajs/medusa/payment", options: { providers: [{ resolve: "medusa-payment-fatura/providers/fatura", id: "pix" }] } } } } }),
    check: "module_loaded", code: "provider_id_wrong", says: /has the id "pix"/, remedy: /must be "fatura"/,
  },
  { name: "no region with a provider", given: async () => { await db("region_payment_provider").update({ deleted_at: db.fn.now() }); return {} }, check: "regions", code: "regions_missing", says: /No region offers/, remedy: /Settings > Regions.*pp_pix_fatura/, after: () => db("region_payment_provider").update({ deleted_at: null }) },
  { name: "migrations that did not run", given: () => ({ setup: { db: empty.db } }), check: "migrations", code: "migrations_missing", says: /Migration20261120000000/, remedy: /npx medusa db:migrate/ },
  { name: "a database that is not there", given: () => ({ setup: { dbFault: "connect ECONNREFUSED 127.0.0.1:5432" } }), check: "database", code: "database_silent", says: /ECONNREFUSED/, remedy: /DATABASE_URL/ },
  { name: "several processes without Redis", given: () => ({ config: { ...CONFIG, projectConfig: { workerMode: "server" } } }), check: "processes", code: "redis_modules_missing", says: /event-bus-redis, workflow-engine-redis, locking-redis, caching-redis/, remedy: /Several processes/ },
  { name: "one Redis module forgotten", given: () => ({ setup: { processes: 2 }, config: { ...CONFIG, modules: [...(CONFIG.modules as object[]), redis("event-bus-redis"), redis("workflow-engine-redis"), redis("cache-redis")] } }), check: "processes", code: "redis_modules_missing", says: /Redis: locking-redis$/, remedy: /medusa-config/ },
  { name: "a discount whose promotion was not made", given: () => ({ options: { methods: { pix: { discount: { type: "percent", value: 5 } } } } }), check: "discounts", state: "warning", code: "discount_not_made", says: /FATURA-PIX-5PCT has not been made/, remedy: /MEDUSA_WORKER_MODE/ },
  {
    name: "a discount that staff ended",
    given: async () => {
      await db(tables.discount).insert({ id: "fdis_1", method: "pix", code: "FATURA-PIX-5PCT", promotion_id: "promo_gone" })
      return { options: { methods: { pix: { discount: { type: "percent", value: 5 } } } } }
    },
    check: "discounts", state: "warning", code: "discount_ended", says: /neither given nor announced/, remedy: /Settings > Fatura > Checkout, or take methods\.pix\.discount/,
    after: () => db(tables.discount).delete(),
  },
  { name: "locks in PostgreSQL", given: () => ({ config: { ...CONFIG, modules: [...(CONFIG.modules as object[]), lockingBy("locking-postgres")] } }), check: "locking", state: "warning", code: "locking_postgres", says: /never frees an expired one/, remedy: /locking-redis/ },
  {
    name: "an expired lock",
    given: async () => {
      await db.raw("create table if not exists locking (id text primary key, owner_id text, expiration timestamptz)")
      await db("locking").insert({ id: "cart_stuck", owner_id: "x", expiration: db.raw("now() - interval '10 minutes'") })
      return {}
    },
    check: "locking", code: "locks_expired", says: /^1 expired locks are stuck/, remedy: /delete from locking where expiration < now\(\)/, after: () => db("locking").delete(),
  },
]
let closing: () => void = () => undefined
const reachable = (): Given => ({ options: { backendUrl: "https://shop-api.example.com" }, resolve: async () => ["203.0.113.7"] })

it.each(BROKEN)("$name: names the fault and the remedy", async ({ given, check, state = "error", code, says, remedy, after }) => {
  try {
    const line = faults(await report(await given())).find((found) => found.code === code)
    expect(line).toMatchObject({ check, state })
    expect(line!.message).toMatch(says)
    expect(line!.remedy).toMatch(remedy)
  } finally {
    await after?.()
    await db(tables.account).delete()
  }
}, 40_000)

it("tells nothing secret, in both languages", async () => {
  const doctor = new Doctor({ config: CONFIG, ...reading({ baseUrl: gateway.url, token: "wrong", secretKey: "c2VjcmV0==", backendUrl: "http://127.0.0.1:9", encryptionKey: testKey("first") }), db, production: false, processes: null })
  const [en, pt] = [await doctor.report("en"), await doctor.report("pt-BR")]
  expect(en.ok).toBe(false)
  expect(pt.checks.find(({ check }) => check === "credentials")).toMatchObject({ message: "O gateway recusou as credenciais.", remedy: expect.stringContaining("menu API > Credenciais") })
  expect(JSON.stringify([en, pt])).not.toMatch(/c2VjcmV0|"wrong"/)
  expect(JSON.stringify([en, pt])).not.toContain(testKey("first"))
})
