import { performance } from "node:perf_hooks"
import {
  addPaymentSession, adminApi, cpf, createCart, dumpDatabase, httpClient, only, placeOrder, sql, startGateway, startStore, storeApi, untilNoticesDone,
  type CartRequest, type Gateway, type RawAnswer, type Store,
} from "../../support"
import { pixData } from "../../support/books"

const providerId = "pp_pix_fatura"
/** Medusa takes bodies of up to 100 kB, and a cart's has two addresses. */
const LONG = 40_000
/** Far more than a completion takes, and far less than a text that is read again from each of its characters. */
const SOON_MS = 6_000

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, env: { FATURA_LOOK_UPS_PER_MINUTE: "1000" } })
})
afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const started = performance.now()
  const result = await work()
  return { ms: performance.now() - started, result }
}

/** Completes a cart of PIX with this address, and tells how long the process was busy for everybody else. */
async function completed(address: NonNullable<CartRequest["address"]>): Promise<{ ms: number; slowestForOthers: number; answer: RawAnswer }> {
  const cart = await createCart(store, { address })
  await addPaymentSession(store, cart.id, providerId, pixData())
  const others: number[] = []
  let over = false
  const asking = (async () => {
    while (!over) others.push((await timed(() => httpClient(store.url).raw("GET", "/health"))).ms)
  })()
  const { ms, result } = await timed(() => storeApi(store).raw("POST", `/store/carts/${cart.id}/complete`, {}))
  over = true
  await asking
  return { ms, slowestForOthers: Math.max(...others), answer: result }
}

describe("a text that is as long as Medusa takes it", () => {
  it.each([
    ["spaces in the street", { address_1: `Rua 1${" ".repeat(LONG)}x` }],
    ["digits in the street", { address_1: "1 ".repeat(LONG / 2) }],
    ["letters in the complement", { address_2: `ap ${"a".repeat(LONG)}1` }],
    ["spaces in the name", { first_name: `Joana${" ".repeat(LONG)}` }],
    ["dots in the state", { province: ".".repeat(LONG) }],
  ])("keeps nobody waiting: %s", async (_what, address) => {
    const { ms, slowestForOthers, answer } = await completed(address)
    expect(answer.status).toBeLessThan(500)
    expect(ms).toBeLessThan(SOON_MS)
    expect(slowestForOthers).toBeLessThan(SOON_MS / 2)
  })

  it("in webhooks is scrubbed once: the staff's list of them comes at once", async () => {
    const { sessionId } = await placeOrder(store, { providerId, data: pixData() })
    const invoice = await gateway.invoiceOf(sessionId)
    const run = "a.".repeat(15_000)
    for (let count = 0; count < 20; count++) {
      expect(only(await gateway.sendNotice({ invoice_id: invoice.id, body: { invoices: { id: invoice.id, note: run, [run.slice(0, 5_000)]: "1 ".repeat(10_000) } }, token: "none" }), "answer").status).toBe(200)
    }
    await untilNoticesDone(store)
    const staff = await adminApi(store)
    const { ms, result } = await timed(() => staff.raw("GET", "/admin/fatura/notices?limit=50"))
    expect(result.status).toBe(200)
    expect(ms).toBeLessThan(SOON_MS / 2)
  })
})

describe("a card number that is typed into Medusa's own cart", () => {
  it.each([
    ["as a name", { first_name: "Joana", last_name: "4111 1111 1111 1111" }],
    ["over both names", { first_name: "4111 1111", last_name: "1111 1111" }],
    ["in full-width digits behind a street", { address_1: "Rua Augusta ４１１１/１１１１/１１１１/１１１１, 15" }],
  ])("%s is refused, and copied nowhere", async (_how, address) => {
    const { answer } = await completed(address)
    expect(answer.text).toContain("card_data_refused")
    const ours = (await dumpDatabase(store.databaseUrl)).filter(({ table }) => table.startsWith("fatura_"))
    for (const { row } of ours) expect(row.normalize("NFKC").replace(/[^0-9]/g, "")).not.toContain("4111111111111111")
    expect(store.logs().normalize("NFKC").replace(/[\s/]/g, "")).not.toContain("4111111111111111")
  })
})

describe("a word that every object knows", () => {
  it.each(["__proto__", "constructor", "toString"])("is answered as any provider that there is not: %s", async (word) => {
    const cart = await createCart(store)
    const { payment_collection: made } = await storeApi(store).post<{ payment_collection: { id: string } }>("/store/payment-collections", { cart_id: cart.id })
    const asked = (provider_id: string) => storeApi(store).raw("POST", `/store/payment-collections/${made.id}/payment-sessions`, { provider_id, data: {} })
    const [known, unknown] = [await asked(word), await asked("pp_nobody_nobody")]
    expect(known.status).toBe(unknown.status)
    expect((known.body as { type: string }).type).toBe((unknown.body as { type: string }).type)
    expect((await storeApi(store).raw("GET", `/store/fatura/sessions/${word}`)).status).toBe(404)
  })
})

describe("a database that refuses a statement", () => {
  const name = "Zulmira Quaresma"
  const document = cpf()
  const run = (text: string) => sql(store.databaseUrl, text)

  afterEach(() => run("DROP TRIGGER IF EXISTS refuses ON fatura_invoice"))

  it("says its values nowhere: not in the log, not on rows, not in problems, events and answers", async () => {
    const { sessionId } = await placeOrder(store, { providerId, data: { payer: { document, name } } })
    await run(`CREATE OR REPLACE FUNCTION refuse_with_values() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'not for % %', '${name}', '${document}' USING ERRCODE = '23514'; END $$ LANGUAGE plpgsql`)
    await run("CREATE TRIGGER refuses BEFORE INSERT OR UPDATE ON fatura_invoice FOR EACH ROW EXECUTE FUNCTION refuse_with_values()")
    const from = store.logs().length
    const answers: string[] = []
    const cart = await createCart(store)
    await addPaymentSession(store, cart.id, providerId, { payer: { document, name } })
    answers.push((await storeApi(store).raw("POST", `/store/carts/${cart.id}/complete`, {})).text)
    await gateway.act((await gateway.invoiceOf(sessionId)).invoice_id, "pay")
    answers.push((await storeApi(store).raw("POST", `/store/fatura/sessions/${sessionId}/check`, {})).text)
    const [row] = await sql<{ id: string }>(store.databaseUrl, "SELECT id FROM fatura_invoice WHERE session_id = $1", [sessionId])
    const staff = await adminApi(store)
    for (const work of ["cancel", "sync"]) answers.push((await staff.raw("POST", `/admin/fatura/invoices/${row!.id}/${work}`, {})).text)
    await new Promise((resolve) => setTimeout(resolve, 3_000))

    const told = await sql<{ told: string }>(
      store.databaseUrl,
      `SELECT last_error AS told FROM fatura_notice UNION ALL SELECT last_error FROM fatura_outbox UNION ALL SELECT last_error FROM fatura_turn
       UNION ALL SELECT details::text FROM fatura_problem UNION ALL SELECT details::text FROM fatura_invoice_event`,
    )
    const log = store.logs().slice(from)
    expect(log).toContain("23514")
    for (const text of [log, ...answers, ...told.map((one) => one.told ?? "")]) {
      expect(text).not.toContain("Zulmira")
      expect(text).not.toContain(document)
    }
  })
})
