import { adminApi, placeOrder, poll, readOrder, sql, startGateway, startStore, type AdminOrder, type Gateway, type GatewayInvoice, type Store } from "../support"
import { pixData, toCents, untilQuiet } from "../support/books"

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

/** Every fourth order holds stock; the others are of something that is not shipped, which is placed in half the time. */
async function prepare(index: number): Promise<Omit<Race, "invoiceId">> {
  const providerId = index % 4 < 2 ? "pp_pix_fatura" : "pp_boleto_fatura"
  const goods = index % 4 === 3 ? { items: [{ sku: "CHOCOLATE-1" }], shipping: "pickup" as const } : { items: [{ sku: "CURSO-CAFE" }], shipping: null }
  const { orderId, sessionId } = await placeOrder(store, { providerId, data: pixData(), ...goods })
  return { orderId, sessionId, first: index % 2 ? "pay" : "cancel", gapMs: gapOf(index) }
}

async function prepareBatch(start: number): Promise<Race[]> {
  const placed = await Promise.all(Array.from({ length: BATCH }, (_, index) => prepare(start + index)))
  const invoices = await gateway.invoices()
  return placed.map((race) => ({ ...race, invoiceId: invoices.find(({ _sandbox }) => _sandbox.external_id?.startsWith(`${race.sessionId}-`))!.invoice_id }))
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

type End = Pick<AdminOrder, "id" | "status" | "payment_collections">

/** Staff's view of every order, a page at a time. */
async function readEnds(): Promise<Map<string, End>> {
  const api = await adminApi(store)
  const fields = "id,status,*payment_collections.payments,*payment_collections.payments.captures,*payment_collections.payments.refunds"
  const ends = new Map<string, End>()
  for (let offset = 0; offset < RACES; offset += 50) {
    const { orders } = await api.get<{ orders: End[] }>(`/admin/orders?limit=50&offset=${offset}&order=created_at&fields=${fields}`)
    for (const order of orders) ends.set(order.id, order)
  }
  return ends
}

/** How a race ended, by what staff, the gateway and the list of problems show. */
function outcomeOf(order: End, { _sandbox: invoice }: GatewayInvoice, problems: string[]): { outcome: Outcome; seen: object } {
  const payments = order.payment_collections.flatMap((collection) => collection.payments)
  const sum = (rows: { amount: number }[]): number => rows.reduce((total, { amount }) => total + toCents(amount), 0)
  const captured = sum(payments.flatMap(({ captures }) => captures))
  const refunded = sum(payments.flatMap(({ refunds }) => refunds))
  const { payable, paid_cents, refunded_cents, due_cents } = invoice
  const seen = { status: order.status, captured, refunded, payable, paid_cents, refunded_cents, problems }
  const end = (outcome: Outcome) => ({ outcome, seen })
  if (order.status !== "canceled" || payable || paid_cents !== due_cents || captured > due_cents || refunded > captured) return end("wrong")
  if (refunded_cents === due_cents) return end(refunded === captured && !problems.length ? "returned" : "wrong")
  if (!problems.length || refunded_cents !== 0 || refunded !== 0) return end("wrong")
  return end(captured > 0 ? "captured and raised" : "raised")
}

test(`${RACES} orders are paid and cancelled at the same time, in both orders: nothing is lost between the two`, async () => {
  const races: Race[] = []
  for (let start = 0; start < RACES; start += BATCH) {
    const batch = await prepareBatch(start)
    await Promise.all(batch.map(run))
    races.push(...batch)
  }
  await untilQuiet(store, { timeoutMs: 120_000 })
  const [ends, invoices, problems] = await Promise.all([
    readEnds(),
    gateway.invoices(),
    sql<{ order_id: string; kind: string }>(store.databaseUrl, "select order_id, kind from fatura_problem where resolved_at is null"),
  ])
  const tally: Record<Outcome, number> = { returned: 0, raised: 0, "captured and raised": 0, wrong: 0 }
  const wrong: object[] = []
  for (const race of races) {
    const invoice = invoices.find(({ invoice_id }) => invoice_id === race.invoiceId)!
    const kinds = problems.filter(({ order_id }) => order_id === race.orderId).map(({ kind }) => kind)
    const { outcome, seen } = outcomeOf(ends.get(race.orderId)!, invoice, kinds)
    tally[outcome] += 1
    if (outcome === "wrong") wrong.push({ ...race, ...seen })
  }
  console.log(`${RACES} races ended: ${JSON.stringify(tally)}`)
  expect(wrong).toEqual([])
  expect(races).toHaveLength(RACES)
  // Medusa's cancel and our capture keep out of each other's way.
  expect(tally["captured and raised"]).toBe(0)
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
}, 900_000)
