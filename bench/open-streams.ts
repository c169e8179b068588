/**
 * `npm run bench -- open-streams [n]`: n shoppers (1,000) wait at one process of a real store, each with an event
 * stream of an order of its own. Tells what the streams cost in memory, after the garbage is collected, and what the
 * database is asked while nothing happens. The orders are copies of one real order's session and ledger row.
 */
import { copyRows, openStream, placeOrder, cpf, poll, sql, startGateway, startStore, type Stream } from "../integration-tests/support"
import setUp from "../integration-tests/support/global-setup"
import tearDown from "../integration-tests/support/global-teardown"
import { memoryAfterCollection, REPORTS_MEMORY } from "./lib/store-memory"

const QUIET_SECONDS = 20
const AT_ONCE = 20

async function main(count: number): Promise<void> {
  await setUp()
  const gateway = await startGateway()
  const store = await startStore({ sandboxUrl: gateway.url, env: { NODE_OPTIONS: REPORTS_MEMORY } })
  const memory = () => memoryAfterCollection(store)
  /** Statements that the store's database has run, by its own statistics, which lag by up to a second. */
  const transactions = async (): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const [row] = await sql<{ done: number }>(store.databaseUrl, "select (xact_commit + xact_rollback)::int as done from pg_stat_database where datname = current_database()")
    return row!.done
  }
  try {
    const { sessionId } = await placeOrder(store, { providerId: "pp_pix_fatura", data: { payer: { document: cpf() } } })
    await copySession(store.databaseUrl, sessionId, count)
    // As many once before: what the work of opening leaves behind is not what open streams cost.
    await openAll(store, count)
    const quietBefore = await transactions()
    await new Promise((resolve) => setTimeout(resolve, QUIET_SECONDS * 1_000))
    const quiet = (await transactions()) - quietBefore
    const empty = await memory()

    const started = performance.now()
    const streams = await openAll(store, count, false)
    const seconds = (performance.now() - started) / 1_000
    const full = await memory()
    const before = await transactions()
    await new Promise((resolve) => setTimeout(resolve, QUIET_SECONDS * 1_000))
    const asked = (await transactions()) - before
    const open = streams.filter((stream) => !stream.ended()).length

    const told = performance.now()
    await sql(store.databaseUrl, "update fatura_invoice set status = 'paid', paid_at = now(), is_live = false where session_id like 'payses_bench_%'")
    await poll(() => streams.every((stream) => stream.ended() || stream.views.at(-1)?.session.status === "paid"), 60_000)
    const allTold = (performance.now() - told) / 1_000
    console.log(
      [
        `${open} of ${count} streams open, opened in ${seconds.toFixed(1)} s:`,
        `heap ${empty.heapMb} -> ${full.heapMb} MB, resident ${empty.rssMb} -> ${full.rssMb} MB;`,
        `transactions of the whole store in ${QUIET_SECONDS} s while nothing happens: ${quiet} without streams, ${asked} with them;`,
        `all ${count} changed in one statement: the last page was told after ${allTold.toFixed(1)} s`,
      ].join("\n  "),
    )
    for (const stream of streams) stream.close()
  } finally {
    await store.close()
    await gateway.close()
    await tearDown()
  }
}

async function openAll(store: Parameters<typeof openStream>[0], count: number, close = true): Promise<Stream[]> {
  const streams: Stream[] = []
  let next = 0
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (next < count) {
      const index = next++
      streams[index] = await openStream(store, `payses_bench_${index}`, `198.51.${Math.floor(index / 200)}.${index % 200}`)
    }
  }))
  await poll(() => streams.every(({ views }) => views.length > 0), 60_000)
  if (close) for (const stream of streams) stream.close()
  return streams
}

/** Every shopper has a session, a collection, an order's link and a ledger row of their own; the order behind them is one. */
async function copySession(databaseUrl: string, sessionId: string, count: number): Promise<void> {
  const copy = (table: string, where: string, changed: Record<string, string>) => copyRows(databaseUrl, table, where, sessionId, count, changed)
  const collection = "'pay_col_bench_' || n"
  await copy("payment_collection", "id = (select payment_collection_id from payment_session where id = $1)", { id: collection })
  await copy("payment_session", "id = $1", { id: "'payses_bench_' || n", payment_collection_id: collection })
  await copy("order_payment_collection", "payment_collection_id = (select payment_collection_id from payment_session where id = $1)", { id: "'ordpay_bench_' || n", payment_collection_id: collection })
  await copy("fatura_invoice", "session_id = $1", { id: "'finv_bench_' || n", session_id: "'payses_bench_' || n", payment_collection_id: collection, reference: "'bench_' || n", invoice_id: "'bench_' || n", gateway_id: "'bench_' || n", next_check_at: "null", cancel_at: "null" })
}

main(Number(process.argv[2] ?? 1_000)).catch((error) => {
  console.error(error)
  process.exitCode = 1
})
