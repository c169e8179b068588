import { Pool } from "pg"
import { dropDatabase } from "../../../demo/lib/database"
import { cloneTemplate } from "../../support/template"
import { testSecrets, testServer } from "../../support/environment"
import { adminApi, httpClient, startGateway, startStore, type Gateway, type Store } from "../../support"
import { startDatabase } from "../../chaos/world/database"
import { noAccount } from "../../support/accounts"
import { email } from "../../support/people"
import { Ticker } from "./ticker"

/** One shop, its gateway and its database, in which many stories are lived. */
export type World = {
  store: Store
  gateway: Gateway
  pool: Pool
  ticker: Ticker
  /** A customer with an account who has nothing to do with the stories' orders. */
  strangerToken: string
  columns: Map<string, string[]>
  /** The shop's gateway account, entered in the admin. */
  account: Account
  /** The encryption key in use, and how often it was rotated. */
  keys: { current: string; count: number }
  close(): Promise<void>
}

type Credentials = { token: string; secret_key: string }
export type Account = { id: string; credentials: Credentials; addAgain(): Promise<void> }

const STOCK = 10_000_000

/** What both the command and the short run in the tests start. The database is the tests' own where they have one. */
export async function startWorld({ ownDatabase }: { ownDatabase: boolean }): Promise<World> {
  const database = ownDatabase ? await startDatabase() : await cloneOfTests()
  const gateway = await startGateway({ noticeDelayMs: 10 })
  const store = await startStore({
    databaseUrl: database.url,
    sandboxUrl: gateway.url,
    env: {
      ...noAccount,
      STORE_JOBS_BY_HAND: "true",
      STORE_EMAILS: "true",
      FATURA_CREATE_TIMEOUT_MS: "7000",
      FATURA_LOOK_UPS_PER_MINUTE: "1000000",
      FATURA_LOOK_UPS_PER_DAY: "100000000",
    },
    pluginOptions: {
      timeouts: { default: 6_000 },
      renewalsPerOrder: 50,
      methods: { pix: { discount: { type: "percent", value: 5 }, unpaidPerCustomer: 100_000, unpaidPerAddress: 1_000_000 }, boleto: { unpaidPerCustomer: 100_000, unpaidPerAddress: 1_000_000 }, card: { attemptsPerCart: 100, attemptsPerAddress: 1_000_000 } },
    },
  })
  const pool = new Pool({ connectionString: database.url, max: 6 })
  pool.on("error", () => undefined)
  await pool.query(`update inventory_level set stocked_quantity = $1::numeric, raw_stocked_quantity = jsonb_build_object('value', $1::numeric::text, 'precision', 20)`, [STOCK])
  return {
    store,
    gateway,
    pool,
    ticker: new Ticker(store.url),
    strangerToken: await registerCustomer(store),
    columns: await timeColumns(pool),
    account: await enterAccount(store, gateway.url),
    keys: { current: testSecrets.FATURA_ENCRYPTION_KEY, count: 0 },
    close: async () => {
      await pool.end()
      await store.close()
      await gateway.close()
      await database.close()
    },
  }
}

async function cloneOfTests(): Promise<{ url: string; close(): Promise<void> }> {
  const url = await cloneTemplate(testServer())
  return { url, close: () => dropDatabase(url) }
}

async function enterAccount(store: Store, baseUrl: string): Promise<Account> {
  const credentials = { token: testSecrets.FATURA_TOKEN, secret_key: testSecrets.FATURA_SECRET_KEY }
  let entered = 0
  const account: Account = {
    id: "",
    credentials,
    addAgain: async () => {
      const body = { name: `Matriz ${++entered}`, base_url: baseUrl, is_default: true, ...credentials }
      const made = await (await adminApi(store)).post<{ account: { id: string } }>("/admin/fatura/accounts", body)
      account.id = made.account.id
    },
  }
  await account.addAgain()
  return account
}

async function registerCustomer(store: Store): Promise<string> {
  const login = { email: email(), password: "estranha-mas-educada" }
  const { token } = await httpClient(store.url).post<{ token: string }>("/auth/customer/emailpass/register", login)
  const api = httpClient(store.url, { "x-publishable-api-key": store.publishableKey, authorization: `Bearer ${token}` })
  await api.post("/store/customers", { email: login.email, first_name: "Rita", last_name: "Quaresma" })
  return (await httpClient(store.url).post<{ token: string }>("/auth/customer/emailpass", login)).token
}

/** The columns of every table that hold a moment. */
async function timeColumns(pool: Pool): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns where table_schema = 'public' and data_type like 'timestamp%' and is_generated = 'NEVER'`,
  )
  const columns = new Map<string, string[]>()
  for (const { table_name, column_name } of rows) columns.set(table_name, [...(columns.get(table_name) ?? []), column_name])
  return columns
}

export const staffOf = (world: World) => adminApi(world.store)
