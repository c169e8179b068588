import {
  adminApi, cpf, ledgerOf, moneyFacts, only, openProblems, placeOrder, sql, startGateway, startStore, storeApi, untilCaptured, type Gateway, type PlacedOrder, type Store,
} from "../support"
import { untilQuiet } from "../support/books"

const ROUNDS = 20
const AT_ONCE = 5

let gateway: Gateway
let one: Store
let other: Store

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.noticesMode({ second_event: false })
  const options = { sandboxUrl: gateway.url, pluginOptions: { reconciliation: { lookUpsPerMinute: 10_000, lookUpsPerDay: 100_000 } } }
  one = await startStore(options)
  other = await startStore({ ...options, databaseUrl: one.databaseUrl })
  await sql(one.databaseUrl, `update inventory_level set stocked_quantity = 10000, raw_stocked_quantity = '{"value":"10000","precision":20}'`)
})
afterAll(async () => {
  await other?.close()
  await one?.close()
  await gateway?.close()
})
afterEach(() => gateway.clearFaults())

const place = (store: Store, providerId = "pp_pix_fatura", data: Record<string, unknown> = {}): Promise<PlacedOrder> =>
  placeOrder(store, { providerId, data: { payer: { document: cpf() }, ...data }, items: [{ sku: "CURSO-CAFE" }], shipping: null })

/** An even spread of small pauses, so that each round meets in another order. */
const pause = (index: number, step: number): Promise<void> => new Promise((done) => setTimeout(done, ((index * 7 + step * 3) % 6) * 25))

/** Payment with its notice, look-up by staff, cancel by staff, "I have paid" and expiry, in two processes. */
async function everythingAtOnce({ sessionId }: PlacedOrder, round: number): Promise<string> {
  const { id, invoice_id } = only(await ledgerOf(one, sessionId), "invoice")
  const [here, there] = [await adminApi(one), await adminApi(other)]
  await sql(one.databaseUrl, "update fatura_invoice set cancel_at = now(), expires_at = now(), next_check_at = now() where id = $1", [id])
  const answers = await Promise.all([
    pause(round, 1).then(() => gateway.act(invoice_id!, "pay")).then(() => 200),
    pause(round, 2).then(() => there.raw("POST", `/admin/fatura/invoices/${id}/sync`)).then(({ status }) => status),
    pause(round, 3).then(() => here.raw("POST", `/admin/fatura/invoices/${id}/cancel`)).then(({ status }) => status),
    pause(round, 4).then(() => storeApi(other).raw("POST", `/store/fatura/sessions/${sessionId}/check`, {})).then(({ status }) => status),
    pause(round, 5).then(() => storeApi(one).raw("POST", `/store/fatura/sessions/${sessionId}/check`, {})).then(({ status }) => status),
  ])
  expect(answers.filter((status) => status >= 500)).toEqual([])
  return invoice_id!
}

test(`${ROUNDS} invoices that are paid, asked for, cancelled and expired at once in two processes have one end each`, async () => {
  const ends: string[] = []
  for (let round = 0; round < ROUNDS; round += AT_ONCE) {
    const placed = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => place(index % 2 ? one : other)))
    const invoiceIds = await Promise.all(placed.map((order, index) => everythingAtOnce(order, round + index)))
    for (const [index, order] of placed.entries()) {
      await untilQuiet(one, { orderId: order.orderId, timeoutMs: 60_000 })
      ends.push(await endOf(order, invoiceIds[index]!))
    }
  }
  console.log(`ends: ${JSON.stringify(ends.reduce<Record<string, number>>((sum, end) => ({ ...sum, [end]: (sum[end] ?? 0) + 1 }), {}))}`)
  expect(ends).toHaveLength(ROUNDS)
  expect(await sql(one.databaseUrl, "select payment_id from capture where deleted_at is null group by payment_id having count(*) > 1")).toEqual([])
  expect(await sql(one.databaseUrl, "select id from fatura_invoice where lease_until is not null")).toEqual([])
}, 600_000)

/** The money always came, since the payer paid: it is captured once, or raised on an order that was cancelled. */
async function endOf(order: PlacedOrder, invoiceId: string): Promise<string> {
  const [facts, ledger, atGateway, calls] = await Promise.all([
    moneyFacts(one, order.orderId),
    ledgerOf(one, order.sessionId).then((rows) => only(rows, "invoice")),
    gateway.invoice(invoiceId),
    callsAbout(order, invoiceId),
  ])
  expect(atGateway._sandbox).toMatchObject({ payable: false, paid_cents: ledger.amount_cents })
  expect(ledger).toMatchObject({ status: "paid", paid_cents: ledger.amount_cents, refunded_cents: 0 })
  expect(calls.POST).toBe(1)
  expect(calls.DELETE).toBeLessThanOrEqual(1)
  // One each for staff, the shopper and a refused cancel; the expiry may be looked at by both processes.
  expect(calls.GET).toBeLessThanOrEqual(5)
  const problems = await openProblems(one, ledger.id)
  if (facts.captures.length) {
    expect(facts).toMatchObject({ orderStatus: "pending", paymentStatus: "captured", captures: [order.total], refunds: [], transactions: [order.total] })
    expect(problems).toEqual([])
    return "captured"
  }
  expect(facts).toMatchObject({ orderStatus: "canceled", captures: [], transactions: [] })
  expect(problems).toEqual(["paid_after_cancel"])
  return "raised"
}

async function callsAbout({ sessionId }: PlacedOrder, invoiceId: string): Promise<Record<"POST" | "GET" | "DELETE", number>> {
  const about = (await gateway.requests()).filter(({ path, query, body }) => path === "/invoices" && (query.id === invoiceId || JSON.stringify(body ?? "").includes(sessionId) || JSON.stringify(body ?? "").includes(invoiceId)))
  const of = (wanted: string) => about.filter(({ method }) => method === wanted).length
  return { POST: of("POST"), GET: of("GET"), DELETE: of("DELETE") }
}

/** Longer than any of our own transactions may last. */
const LONGEST_MS = 500
const DELAY_MS = 3_000

/** Transactions that hold something of ours: a lock on one of our tables, or open after a statement about one. */
async function held(): Promise<string[]> {
  const rows = await sql<{ query: string }>(
    one.databaseUrl,
    `select distinct a.query from pg_stat_activity a
     left join pg_locks l on l.pid = a.pid and l.granted left join pg_class c on c.oid = l.relation
     where a.datname = current_database() and a.pid <> pg_backend_pid() and a.xact_start < now() - make_interval(secs => $1)
       and (c.relname like 'fatura\\_%' or (a.state = 'idle in transaction' and a.query like '%fatura\\_%'))`,
    [LONGEST_MS / 1_000],
  )
  return rows.map(({ query }) => query)
}

/** Watches the database while the gateway takes its time. @returns what was held meanwhile */
async function heldDuring(call: { method: string; path: string }, work: () => Promise<unknown>): Promise<string[]> {
  await gateway.forgetRequests()
  await gateway.fault({ match: call, kind: "delay", ms: DELAY_MS, times: 1 })
  const found: string[] = []
  let looks = 0
  let ended = false
  const working = work().finally(() => (ended = true))
  while (!ended) {
    const waiting = (await gateway.requests()).some(({ method, path, status, ms }) => method === call.method && path === call.path && status === null && ms === null)
    if (waiting) {
      looks++
      found.push(...(await held()))
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  await working
  // Else nothing was watched.
  expect(looks).toBeGreaterThan(5)
  return found
}

describe("no database lock of ours is held while the gateway", () => {
  const invoices = (method: string) => ({ method, path: "/invoices" })

  it("is watched by a test that would see one", async () => {
    const { sessionId } = await place(one)
    const { id } = only(await ledgerOf(one, sessionId), "invoice")
    const holding = sql(one.databaseUrl, "update fatura_invoice set checks = checks from pg_sleep(2) where id = $1", [id])
    await new Promise((done) => setTimeout(done, 1_000))
    expect(await held()).toHaveLength(1)
    await holding
    expect(await held()).toEqual([])
  })

  it("issues", async () => {
    expect(await heldDuring(invoices("POST"), () => place(one))).toEqual([])
  })

  it("is asked, and cancels", async () => {
    const { sessionId } = await place(one)
    const { id } = only(await ledgerOf(one, sessionId), "invoice")
    const staff = await adminApi(one)
    expect(await heldDuring(invoices("GET"), () => staff.post(`/admin/fatura/invoices/${id}/sync`))).toEqual([])
    expect(await heldDuring(invoices("DELETE"), () => staff.post(`/admin/fatura/invoices/${id}/cancel`))).toEqual([])
  })

  it("refunds", async () => {
    const order = await place(one, "pp_card_fatura", { card: { token: "tok_approved", holder_name: "JOANA PRADO", expires: "12/30", installments: 1 } })
    await untilCaptured(one, order.orderId, 20_000)
    const staff = await adminApi(one)
    const [payment] = await sql<{ id: string }>(one.databaseUrl, "select id from payment where payment_session_id = $1", [order.sessionId])
    expect(await heldDuring(invoices("PUT"), () => staff.post(`/admin/payments/${payment!.id}/refund`, { amount: 5 }))).toEqual([])
  })

  it("cancels the code of a cancelled order", async () => {
    const order = await place(one)
    const staff = await adminApi(one)
    expect(
      await heldDuring(invoices("DELETE"), async () => {
        await staff.post(`/admin/orders/${order.orderId}/cancel`)
        await untilQuiet(one, { orderId: order.orderId })
      }),
    ).toEqual([])
  })
})
