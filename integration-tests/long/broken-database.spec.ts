import { withClient } from "../../demo/lib/database"
import {
  addPaymentSession, adminApi, capturedOnce, cnpj, cpf, createCart, dumpDatabase, placeOrder, sql, startGateway, startStore, storeApi, untilCaptured,
  type Gateway, type HttpClient, type PlacedOrder, type RawAnswer, type Store,
} from "../support"

/** The database breaks in the middle of work, with a payer whose name and document are known and looked for everywhere afterwards. */
const providerId = "pp_pix_fatura"
const NAME = "Zulmira Quaresma"
const documents = [cpf(), cnpj()]
const WORKERS = 3
const BROKEN_FOR_MS = 5_000
/** Rows of ours that any of the work below writes. */
const TABLES = ["fatura_invoice", "fatura_invoice_event", "fatura_notice", "fatura_outbox", "fatura_draft", "fatura_problem", "fatura_turn"]

let gateway: Gateway
let store: Store
let staff: HttpClient

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, env: { FATURA_LOOK_UPS_PER_MINUTE: "1000", FATURA_HEAL_AFTER_SECONDS: "5" } })
  staff = await adminApi(store)
})
afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

/** Heals the database again. */
type Healing = () => Promise<void>

const run = (text: string) => sql(store.databaseUrl, text)

/** PostgreSQL says the values itself wherever it can: message, detail and hint. */
async function refusing(code: string): Promise<Healing> {
  const words = `${NAME} ${documents.join(" ")}`
  await run(`CREATE OR REPLACE FUNCTION refuse_with_values() RETURNS trigger AS $$ BEGIN
    RAISE EXCEPTION 'not for ${words}' USING ERRCODE = '${code}', DETAIL = 'Key (payer_name)=(${words})', HINT = '${words}'; END $$ LANGUAGE plpgsql`)
  for (const table of TABLES) {
    await run(`CREATE TRIGGER refuses BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_with_values()`)
  }
  return async () => {
    for (const table of TABLES) await run(`DROP TRIGGER IF EXISTS refuses ON ${table}`)
  }
}

const KILL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"

async function connectionsKilled(): Promise<Healing> {
  let over = false
  const killing = (async () => {
    while (!over) {
      await run(KILL)
      await pause(120)
    }
  })()
  return async () => {
    over = true
    await killing
  }
}

async function readOnly(): Promise<Healing> {
  const set = (value: string) =>
    withClient(store.databaseUrl, async (client) => {
      await client.query("SET default_transaction_read_only = off")
      await client.query(`ALTER DATABASE "${new URL(store.databaseUrl).pathname.slice(1)}" SET default_transaction_read_only = ${value}`)
      await client.query(KILL)
    })
  await set("on")
  return () => set("off")
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const payer = (index: number) => ({ payer: { name: NAME, document: documents[index % documents.length]! } })
const order = (index: number): Promise<PlacedOrder> => placeOrder(store, { providerId, data: payer(index) })

/** What everybody does at once while the database is broken. What fails is their business; what they read is kept. */
async function underLoad(orders: PlacedOrder[], rows: { id: string }[], answers: string[]): Promise<void> {
  const until = Date.now() + BROKEN_FOR_MS
  const shopper = storeApi(store)
  const refused = ({ status, text }: RawAnswer) => void (status >= 400 && answers.push(text))
  const work: ((index: number) => Promise<unknown>)[] = [
    async (index) => {
      const cart = await createCart(store)
      await addPaymentSession(store, cart.id, providerId, payer(index))
      refused(await shopper.raw("POST", `/store/carts/${cart.id}/complete`, {}))
    },
    async (index) => {
      const { sessionId, orderId } = orders[index % orders.length]!
      refused(await shopper.raw("POST", `/store/fatura/sessions/${sessionId}/check`, {}))
      refused(await shopper.raw("POST", `/store/fatura/sessions/${sessionId}`, payer(index)))
      refused(await shopper.raw("POST", `/store/fatura/orders/${orderId}/payment`, payer(index)))
    },
    async (index) => {
      const { invoice_id } = await gateway.invoiceOf(orders[index % orders.length]!.sessionId)
      await gateway.sendNotice({ invoice_id, code: index % 2 ? 2 : 1 })
    },
    async (index) => {
      const { id } = rows[index % rows.length]!
      refused(await staff.raw("POST", "/admin/fatura/invoices/search", { q: index % 2 ? NAME : documents[0] }))
      refused(await staff.raw("POST", `/admin/fatura/invoices/${id}/sync`, {}))
      refused(await staff.raw("POST", `/admin/fatura/invoices/${id}/due-date`, { due_at: "2099-01-01" }))
      refused(await staff.raw("GET", `/admin/fatura/orders/${orders[index % orders.length]!.orderId}/fiscal-data`))
    },
  ]
  await Promise.all(
    work.flatMap((one) =>
      Array.from({ length: WORKERS }, async (_none, worker) => {
        for (let index = worker; Date.now() < until; index += WORKERS) {
          await one(index).catch((error: Error) => answers.push(error.message))
          await pause(20)
        }
      })
    )
  )
}

/** Everything where one looks for the reason of a failure, and what is shown to staff of it. */
async function told(): Promise<string[]> {
  const rows = await sql<{ told: string | null }>(
    store.databaseUrl,
    `SELECT last_error AS told FROM fatura_notice UNION ALL SELECT last_error FROM fatura_outbox UNION ALL SELECT last_error FROM fatura_turn UNION ALL SELECT last_error FROM fatura_email
     UNION ALL SELECT last_error FROM fatura_shipment UNION ALL SELECT details::text FROM fatura_problem UNION ALL SELECT details::text FROM fatura_invoice_event`
  )
  // Whatever Medusa keeps of events and workflows that failed.
  const kept = (await dumpDatabase(store.databaseUrl)).filter(({ table }) => ["workflow_execution", "notification"].includes(table)).map(({ row }) => row)
  return [...rows.flatMap(({ told: one }) => (one ? [one] : [])), ...kept]
}

it.each<[title: string, breaks: () => Promise<Healing>, sign: RegExp]>([
  ["its connections are killed", connectionsKilled, /57P01|08006|terminat|ECONNRESET|connection/i],
  ["a constraint fails, and PostgreSQL says the values", () => refusing("23514"), /23514/],
  ["the disk is full", () => refusing("53100"), /53100/],
  ["it takes no more writes", readOnly, /25006/],
])("under load, when %s, nothing says whose payments these are, and the shop goes on afterwards", async (_title, breaks, sign) => {
  const orders = await Promise.all([0, 1, 2].map(order))
  const rows = await sql<{ id: string }>(store.databaseUrl, "SELECT id FROM fatura_invoice WHERE session_id = ANY($1)", [orders.map(({ sessionId }) => sessionId)])
  const from = store.logs().length
  const answers: string[] = []
  const heal = await breaks()
  try {
    await underLoad(orders, rows, answers)
  } finally {
    await heal()
  }
  // The jobs of every few seconds meet what was left.
  await pause(6_000)
  const log = store.logs().slice(from)
  expect(log).toMatch(sign)
  expect(answers.length).toBeGreaterThan(0)
  const needles = ["zulmira", "quaresma", ...documents, ...documents.map(dotted)]
  const found = [...log.split("\n"), ...answers, ...(await told())].filter((text) => needles.some((needle) => text.toLowerCase().includes(needle.toLowerCase())))
  expect(found.map((text) => text.slice(0, 300))).toEqual([])

  expect(store.isRunning()).toBe(true)
  const after = await order(0)
  await gateway.act((await gateway.invoiceOf(after.sessionId)).invoice_id, "pay")
  expect(await untilCaptured(store, after.orderId, 30_000)).toEqual(capturedOnce(74.8))
}, 120_000)

/** As people write it. */
function dotted(document: string): string {
  return document.length === 11 ? document.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, "$1.$2.$3-$4") : document.replace(/(.{2})(.{3})(.{3})(.{4})(.{2})/, "$1.$2.$3/$4-$5")
}
