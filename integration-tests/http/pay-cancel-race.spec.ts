import { adminApi, placeOrder, poll, readOrder, sql, startGateway, startStore, type Gateway, type Store } from "../support"
import { gatewayInvoiceOf, openProblems, pixData, toCents, untilQuiet } from "../support/books"

/** Orders in all, and how many of them are raced at once. */
const RACES = 200
const BATCH = 10
/** Milliseconds that the second of the two comes after the first, at most; a capture takes about as long. */
const JITTER = 250

type Race = { orderId: string; sessionId: string; invoiceId: string; first: "pay" | "cancel"; gapMs: number }

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, env: { FATURA_LOOK_UPS_PER_MINUTE: "100000" } })
  await sql(store.databaseUrl, `update inventory_level set stocked_quantity = 10000, raw_stocked_quantity = '{"value":"10000","precision":20}'`)
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** A repeatable spread of gaps (the golden ratio's multiples cover the range evenly). */
const gapOf = (index: number): number => Math.round(((index * 0.618034) % 1) * JITTER)

async function prepare(index: number): Promise<Race> {
  const providerId = index % 4 < 2 ? "pp_pix_fatura" : "pp_boleto_fatura"
  const { orderId, sessionId } = await placeOrder(store, { providerId, data: pixData(), items: [{ sku: "CHOCOLATE-1" }], shipping: "pickup" })
  const { invoice_id } = await gatewayInvoiceOf(gateway, sessionId)
  return { orderId, sessionId, invoiceId: invoice_id, first: index % 2 ? "pay" : "cancel", gapMs: gapOf(index) }
}

/** A cancel that Medusa refuses, since the payment came first and is being booked, is tried again as staff would. */
async function cancelOrder(orderId: string): Promise<void> {
  const api = await adminApi(store)
  await poll(async () => {
    const { status } = await api.raw("POST", `/admin/orders/${orderId}/cancel`)
    return status === 200 || (await readOrder(store, orderId)).status === "canceled"
  }, 30_000)
}

async function run({ orderId, invoiceId, first, gapMs }: Race): Promise<void> {
  const pay = () => gateway.act(invoiceId, "pay").then(() => undefined)
  const cancel = () => cancelOrder(orderId)
  const [one, other] = first === "pay" ? [pay, cancel] : [cancel, pay]
  await Promise.all([one(), pause(gapMs).then(other)])
}

type Outcome = "returned" | "raised" | "captured and raised" | "wrong"

/** How a race ended; everything is read from what staff, the gateway and the database show. */
async function outcomeOf({ orderId, invoiceId }: Race): Promise<{ outcome: Outcome; seen: object }> {
  const [order, problems, invoice] = await Promise.all([readOrder(store, orderId), openProblems(store, orderId), gateway.invoice(invoiceId)])
  const payments = order.payment_collections.flatMap((collection) => collection.payments)
  const sum = (rows: { amount: number }[]): number => rows.reduce((total, { amount }) => total + toCents(amount), 0)
  const captured = sum(payments.flatMap(({ captures }) => captures))
  const refunded = sum(payments.flatMap(({ refunds }) => refunds))
  const { payable, paid_cents, refunded_cents, due_cents } = invoice._sandbox
  const seen = { status: order.status, captured, refunded, payable, paid_cents, refunded_cents, problems: problems.map(({ kind }) => kind) }
  const raised = problems.length > 0
  if (order.status !== "canceled" || payable || paid_cents !== due_cents || captured > due_cents || refunded > captured) return { outcome: "wrong", seen }
  if (refunded_cents === due_cents) return { outcome: refunded === captured && !raised ? "returned" : "wrong", seen }
  if (!raised || refunded_cents !== 0 || refunded !== 0) return { outcome: "wrong", seen }
  return { outcome: captured > 0 ? "captured and raised" : "raised", seen }
}

test(`${RACES} orders are paid and cancelled at the same time, in both orders: nothing is lost between the two`, async () => {
  const races: Race[] = []
  for (let start = 0; start < RACES; start += BATCH) {
    const batch = await Promise.all(Array.from({ length: BATCH }, (_, index) => prepare(start + index)))
    await Promise.all(batch.map(run))
    races.push(...batch)
  }
  await untilQuiet(store, { timeoutMs: 60_000 })
  const tally: Record<Outcome, number> = { returned: 0, raised: 0, "captured and raised": 0, wrong: 0 }
  const wrong: object[] = []
  for (let start = 0; start < RACES; start += BATCH) {
    const batch = races.slice(start, start + BATCH)
    const ends = await Promise.all(batch.map(outcomeOf))
    ends.forEach(({ outcome, seen }, index) => {
      tally[outcome] += 1
      if (outcome === "wrong") wrong.push({ ...batch[index], ...seen })
    })
  }
  console.log(JSON.stringify(tally))
  expect(wrong).toEqual([])
  expect(races).toHaveLength(RACES)
  // Both ends must have happened, else it was no race.
  expect(tally.returned).toBeGreaterThan(0)
  expect(tally.raised).toBeGreaterThan(0)
  const [stuck] = await sql<{ tasks: string; leases: string; reserved: string }>(
    store.databaseUrl,
    `select (select count(*) from fatura_outbox where state <> 'done') as tasks,
            (select count(*) from fatura_invoice where lease_until is not null) as leases,
            (select count(*) from reservation_item where deleted_at is null) as reserved`,
  )
  expect(stuck).toEqual({ tasks: "0", leases: "0", reserved: "0" })
  const twice = await sql(store.databaseUrl, "select payment_id, count(*) from capture where deleted_at is null group by payment_id having count(*) > 1")
  expect(twice).toEqual([])
}, 300_000)
