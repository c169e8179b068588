import path from "node:path"
import { Redis as Client } from "ioredis"
import { startRedis, type Redis } from "../../demo/lib/redis"
import { paths } from "../../demo/lib/paths"
import {
  cancelOrder, capturedOnce, cpf, errorLines, httpClient, openProblems, placeOrder, poll, sql, startGateway, startStore, untilCaptured, untilNoticesDone,
  type Gateway, type GatewayInvoice, type PlacedOrder, type Store,
} from "../support"
import { logFolder } from "../support/environment"
import { deliverAtOnce, startNoticeCatcher, type NoticeCatcher } from "../support/same-moment"

/** Notices that two servers get at once: one after the other, and then all in one burst. */
const ONE_BY_ONE = 150
const IN_A_BURST = 50
const BATCH = 10
const PRICE = 149

let gateway: Gateway
let catcher: NoticeCatcher
let redis: Redis
/** What answers requests, and what alone runs jobs and subscribers; one database, one Redis. */
let serverA: Store
let serverB: Store
let worker: Store

const redisOptions = { directory: path.join(paths.testData, `redis-cluster-${process.pid}`), logFile: path.join(logFolder, "redis.log") }

beforeAll(async () => {
  redis = await startRedis(redisOptions)
  gateway = await startGateway()
  catcher = await startNoticeCatcher(gateway)
  const common = { sandboxUrl: gateway.url, env: { REDIS_URL: redis.url } }
  serverA = await startStore({ ...common, workerMode: "server" })
  const { databaseUrl } = serverA
  ;[serverB, worker] = await Promise.all([
    startStore({ ...common, databaseUrl, workerMode: "server" }),
    startStore({ ...common, databaseUrl, workerMode: "worker" }),
  ])
}, 240_000)

afterAll(async () => {
  await worker?.close()
  await serverB?.close()
  await serverA?.close()
  await catcher?.close()
  await gateway?.close()
  await redis?.stop()
})

/** Something that is not shipped, which is placed in half the time. */
const order = (server: Store): Promise<PlacedOrder> =>
  placeOrder(server, { providerId: "pp_pix_fatura", data: { payer: { document: cpf() } }, items: [{ sku: "CURSO-CAFE" }], shipping: null })

const at = (server: Store, invoice: GatewayInvoice): string => `${server.url}${new URL(invoice._sandbox.webhook!).pathname}`

const isPayable = async (sessionId: string): Promise<boolean> => (await gateway.invoiceOf(sessionId))._sandbox.payable

describe("two servers and a worker", () => {
  it("capture once an order that one server placed and the other was told of", async () => {
    const placed = await order(serverA)
    const invoice = await gateway.invoiceOf(placed.sessionId)
    await gateway.act(invoice.id, "pay", { notify: false })
    expect(await gateway.sendNotice({ invoice_id: invoice.id, url: at(serverB, invoice) })).toMatchObject([{ status: 200 }])
    expect(await untilCaptured(serverA, placed.orderId)).toEqual(capturedOnce(PRICE))
  })

  it("count together what strangers post", async () => {
    const store = new Client(redis.url)
    try {
      for (const server of [serverA, serverB, serverB]) {
        expect((await httpClient(server.url).raw("POST", "/hooks/fatura", { invoice: { id: "unknown" } })).status).toBe(200)
      }
      const [key, ...others] = await store.keys("fatura_posts:*")
      expect(others).toEqual([])
      expect(await store.get(key!)).toBe("3")
    } finally {
      store.disconnect()
    }
  })

  it("cancel the code of a cancelled order in the worker, also when worker and Redis were killed meanwhile", async () => {
    const placed = await order(serverA)
    await worker.kill()
    await cancelOrder(serverA, placed.orderId)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    // The servers leave it to the worker.
    expect(await isPayable(placed.sessionId)).toBe(true)

    redis.kill()
    redis = await startRedis({ ...redisOptions, port: redis.port })
    await worker.restart()
    await poll(async () => !(await isPayable(placed.sessionId)), 20_000)
    const [row] = await sql<{ cancel_reason: string }>(serverA.databaseUrl, "select cancel_reason from fatura_invoice where session_id = $1", [placed.sessionId])
    expect(row).toEqual({ cancel_reason: "order_canceled" })
  }, 120_000)

  it("keep a notice that comes while Redis is gone, and capture when it is back", async () => {
    const placed = await order(serverB)
    const invoice = await gateway.invoiceOf(placed.sessionId)
    redis.kill()
    await gateway.act(invoice.id, "pay", { notify: false })
    expect(await gateway.sendNotice({ invoice_id: invoice.id, url: at(serverA, invoice) })).toMatchObject([{ status: 200 }])
    redis = await startRedis({ ...redisOptions, port: redis.port })
    expect(await untilCaptured(serverA, placed.orderId, 60_000)).toEqual(capturedOnce(PRICE))
  }, 120_000)
})

type Told = PlacedOrder & { invoice: GatewayInvoice }

describe("two servers that get the same notice in the same millisecond", () => {
  const count = ONE_BY_ONE + IN_A_BURST
  const told: Told[] = []
  /** Milliseconds from the sending to the booked capture, of those that were sent one by one. */
  const times: number[] = []
  /** Error lines of each process, from before: Redis was killed then. */
  let earlier: number[]

  const errorsOfEach = (): string[][] => [serverA, serverB, worker].map(errorLines)

  const sendToBoth = async ({ invoice }: Told): Promise<void> => {
    const notice = await catcher.noticeOf(invoice)
    expect(await deliverAtOnce(notice, [serverA.url, serverB.url])).toEqual([200, 200])
  }

  const isBooked = async ({ orderId }: Told): Promise<boolean> =>
    (await sql(serverA.databaseUrl, "select 1 from order_transaction where order_id = $1 and deleted_at is null", [orderId])).length > 0

  it(`capture ${count} orders`, async () => {
    told.length = 0
    times.length = 0
    earlier = errorsOfEach().map((lines) => lines.length)
    for (let start = 0; start < count; start += BATCH) {
      const placed = await Promise.all(Array.from({ length: BATCH }, (_, index) => order(index % 2 ? serverA : serverB)))
      for (const one of placed) {
        const invoice = await gateway.invoiceOf(one.sessionId)
        told.push({ ...one, invoice: await gateway.act(invoice.id, "pay", { notify: false }) })
      }
    }
    for (const one of told.slice(0, ONE_BY_ONE)) {
      const before = performance.now()
      await sendToBoth(one)
      await poll(() => isBooked(one), 30_000, 5)
      times.push(performance.now() - before)
    }
    const before = performance.now()
    await Promise.all(told.slice(ONE_BY_ONE).map(sendToBoth))
    await Promise.all(told.slice(ONE_BY_ONE).map((one) => poll(() => isBooked(one), 180_000, 250)))
    const burst = performance.now() - before
    await untilNoticesDone(serverA, 60_000)
    times.sort((a, b) => a - b)
    const percentile = (percent: number) => Math.round(times[Math.ceil((percent / 100) * times.length) - 1]!)
    console.log(`same notice to two servers: ${ONE_BY_ONE} one by one, p50 ${percentile(50)} ms, p95 ${percentile(95)} ms to the booked capture; a burst of ${IN_A_BURST} booked after ${Math.round(burst)} ms`)
  }, 900_000)

  it("once each, with one payment, one capture and one transaction", async () => {
    const rows = await sql(
      serverA.databaseUrl,
      `select
         (select count(*)::int from payment p where p.payment_session_id = s.id and p.deleted_at is null) as payments,
         (select count(*)::int from capture c join payment p on p.id = c.payment_id where p.payment_session_id = s.id and c.deleted_at is null) as captures,
         (select array_agg(t.amount::float) from order_transaction t where t.order_id = opc.order_id and t.deleted_at is null) as transactions,
         i.status, i.paid_cents
       from payment_session s
       join order_payment_collection opc on opc.payment_collection_id = s.payment_collection_id
       join fatura_invoice i on i.session_id = s.id
       where s.id = any($1)`,
      [told.map(({ sessionId }) => sessionId)],
    )
    expect(rows).toEqual(Array.from({ length: count }, () => ({ payments: 1, captures: 1, transactions: [PRICE], status: "paid", paid_cents: 14_900 })))
  })

  it("and both kept it", async () => {
    const [row] = await sql(
      serverA.databaseUrl,
      `with pairs as (
         select n.fatura_invoice_id, count(*) as kept, count(*) filter (where n.state = 'done') as done,
           extract(epoch from max(n.created_at) - min(n.created_at)) * 1000 as apart
         from fatura_notice n join fatura_invoice i on i.id = n.fatura_invoice_id where i.session_id = any($1) group by 1
       ) select count(*)::int as pairs, sum(kept)::int as kept, sum(done)::int as done,
           round((percentile_cont(0.5) within group (order by apart))::numeric, 2)::float as median_apart_ms from pairs`,
      [told.map(({ sessionId }) => sessionId)],
    )
    console.log(`the two were stored ${(row as { median_apart_ms: number }).median_apart_ms} ms apart (median)`)
    expect(row).toMatchObject({ pairs: count, kept: 2 * count, done: 2 * count })
  })

  it("and nobody had to complain", async () => {
    expect(errorsOfEach().flatMap((lines, index) => lines.slice(earlier[index]))).toEqual([])
    expect(await openProblems(serverA)).toEqual([])
  })
})
