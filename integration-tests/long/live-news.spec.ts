import { cpf, openStream, placeOrder, poll, startGateway, startStore, type Gateway, type PlacedOrder, type Store, type Stream } from "../support"

const SHOPPERS = 200
/** A shop that takes 12,000 payments an hour. */
const BETWEEN_PAYMENTS_MS = 300

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url })
})
afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const order = (): Promise<PlacedOrder> => placeOrder(store, { providerId: "pp_pix_fatura", data: { payer: { document: cpf() } }, items: [{ sku: "CURSO-CAFE" }], shipping: null })

/** Where the stream of each shopper stands: an address of its own. */
const addressOf = (index: number): string => `198.51.${100 + Math.floor(index / 200)}.${index % 200}`

async function atOnce<T>(count: number, width: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  let next = 0
  await Promise.all(Array.from({ length: width }, async () => {
    while (next < count) {
      const index = next++
      done[index] = await work(index)
    }
  }))
  return done
}

/** A page that waits: it opens the stream again when it ends, as it does after a minute, and tells when it turned paid. */
function waitingPage(sessionId: string, address: string) {
  const page = { waits: false, paidAt: 0, close: () => { over = true } }
  let over = false
  void (async () => {
    while (!over) {
      const stream = await openStream(store, sessionId, address)
      while (!over && !stream.ended()) {
        page.waits ||= statusOf(stream) === "awaiting_payment"
        page.paidAt ||= stream.views.find(({ session }) => session.status === "paid")?.at ?? 0
        await pause(10)
      }
      stream.close()
    }
  })().catch(() => { over = true })
  return page
}

const statusOf = (stream: Stream): string | undefined => stream.views.at(-1)?.session.status

describe("two hundred shoppers who wait at one process", () => {
  it("see their payment without a reload, each of them; how soon is printed, since that is the machine's", async () => {
    const orders = await atOnce(SHOPPERS, 3, order)
    const pages = orders.map(({ sessionId }, index) => waitingPage(sessionId, addressOf(index)))
    await poll(() => pages.every(({ waits }) => waits), 60_000)

    // Found beforehand: two hundred searches at once keep the gateway from answering the first notices' validation.
    const invoices = await atOnce(orders.length, 3, (index) => gateway.invoiceOf(orders[index]!.sessionId))
    const delays: number[] = []
    await Promise.all(invoices.map(async ({ id }, index) => {
      await pause(index * BETWEEN_PAYMENTS_MS)
      const noticed = performance.now()
      await gateway.act(id, "pay")
      delays.push((await poll(() => pages[index]!.paidAt, 60_000)) - noticed)
    }))
    delays.sort((a, b) => a - b)
    const late = delays.filter((delay) => delay > 1_000).length
    console.info(`from notice to page: median ${delays[SHOPPERS / 2]!.toFixed(0)} ms, longest ${delays.at(-1)!.toFixed(0)} ms, later than a second: ${late}`)
    expect(delays).toHaveLength(SHOPPERS)
    for (const page of pages) page.close()
  }, 600_000)
})

describe("a stream", () => {
  it("of one process tells what a notice to another one changed", async () => {
    const { sessionId } = await order()
    const other = await startStore({ sandboxUrl: gateway.url, databaseUrl: store.databaseUrl })
    try {
      const stream = await openStream(other, sessionId)
      await poll(() => statusOf(stream) === "awaiting_payment")
      await gateway.act((await gateway.invoiceOf(sessionId)).id, "pay")
      await poll(() => statusOf(stream) === "paid", 2_000)
      stream.close()
    } finally {
      await other.close()
    }
  }, 180_000)

  it("ends after a minute, and at once when the process is told to end, which nothing holds up", async () => {
    const { sessionId } = await order()
    const opened = performance.now()
    const first = await openStream(store, sessionId)
    await poll(() => first.ended(), 95_000)
    expect(performance.now() - opened).toBeGreaterThan(59_000)
    const second = await openStream(store, sessionId)
    const told = performance.now()
    await store.restart()
    expect(second.ended()).toBe(true)
    expect(performance.now() - told).toBeLessThan(60_000)
    const again = await openStream(store, sessionId)
    await poll(() => statusOf(again) === "awaiting_payment")
    again.close()
  }, 260_000)
})
