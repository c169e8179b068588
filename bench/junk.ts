/**
 * `npm run bench -- junk [posts] [posts a second]`: what posts of strangers on the notice doors cost, and what they keep from
 * working. Every kind of junk goes to every door of a real store, while orders are paid at the gateway, whose
 * notices must be settled in time. Default budget of look-ups. By default as many posts as the store answers.
 */
import setUp from "../integration-tests/support/global-setup"
import tearDown from "../integration-tests/support/global-teardown"
import { errorLines, sql, startGateway, startStore } from "../integration-tests/support"
import { failures, flood, memoryOf, payAndTime, target, type Target } from "../integration-tests/support/junk/flood"
import { percentile, table } from "./lib/figures"
import { memoryAfterCollection, REPORTS_MEMORY, type Memory } from "./lib/store-memory"

const PAID_MEANWHILE = 25
const WARM_UP_SHARE = 0.5
const SAMPLE_MS = 500

async function main(posts: number, perSecond?: number): Promise<void> {
  await setUp()
  const gateway = await startGateway()
  // A heap of ordinary size: with more, what is not collected yet looks like growth.
  const store = await startStore({ sandboxUrl: gateway.url, env: { NODE_OPTIONS: `--max-old-space-size=512 ${REPORTS_MEMORY}` } })
  try {
    const make = async (count: number) => {
      const made: Target[] = []
      for (let index = 0; index < count; index++) made.push(await target(store, gateway))
      return made
    }
    const [victims, paid] = [await make(20), await make(PAID_MEANWHILE)]
    await flood(store, victims, Math.ceil(posts * WARM_UP_SHARE), { perSecond })

    const held = [await memoryAfterCollection(store)]
    const memory: number[] = []
    const sampler = setInterval(() => memory.push(memoryOf(store.pid())), SAMPLE_MS)
    const rowsBefore = await countRows(store.databaseUrl)
    await gateway.forgetRequests()
    const sending = flood(store, victims, posts, { perSecond })
    const settled: number[] = []
    let over = false
    void sending.finally(() => (over = true)).catch(() => undefined)
    for (const order of paid) {
      if (over) break
      settled.push(await payAndTime(store, gateway, order))
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
    const sent = await sending
    clearInterval(sampler)
    held.push(await memoryAfterCollection(store))
    const counts = await gateway.counts()
    const settledVictims = await sql<{ count: number }>(store.databaseUrl, "select count(*)::int as count from fatura_invoice where status <> 'awaiting_payment'")
    const rows = await countRows(store.databaseUrl)

    console.log(`${sent.posts} posts in ${sent.seconds.toFixed(0)} s (${(sent.posts / sent.seconds).toFixed(0)}/s), ${sent.broken} broken off`)
    for (const [kind, statuses] of Object.entries(sent.statuses).sort()) {
      console.log(`  ${kind}: ${Object.entries(statuses).map(([status, count]) => `${status} x ${count}`).join(", ")}`)
    }
    console.log(`answers 5xx: ${failures(sent).join(", ") || "none"}`)
    console.log(table({ "true notice -> captured and booked meanwhile, ms": settled }))
    console.log(`gateway calls: ${JSON.stringify(counts)} (${settled.length} true notices need one OPTIONS each)`)
    console.log(`rows: ${Object.entries(rows).map(([name, count]) => `${name} +${count - rowsBefore[name]!}`).join(", ")}`)
    console.log(`memory of the store, MB: first ${memory[0]}, median ${percentile(memory, 50)}, last ${memory.at(-1)}, max ${Math.max(...memory)}; over time ${everyNth(memory, 12).join(" ")}`)
    const [before, after] = held as [Memory, Memory]
    console.log(`once the garbage is collected: heap ${before.heapMb} -> ${after.heapMb} MB, resident ${before.rssMb} -> ${after.rssMb} MB`)
    console.log(`invoices that are not open any more: ${settledVictims[0]!.count} (${settled.length} were paid); error lines in the log: ${errorLines(store).length}`)
    for (const line of errorLines(store).slice(0, 5)) console.log(`  ${line}`)
  } finally {
    await store.close()
    await gateway.close()
    await tearDown()
  }
}

/** So many values, evenly spread. */
function everyNth(values: number[], count: number): number[] {
  const step = Math.max(1, Math.floor(values.length / count))
  return values.filter((_, index) => index % step === 0)
}

async function countRows(databaseUrl: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of ["fatura_notice", "fatura_problem", "fatura_invoice_event", "fatura_outbox", "fatura_look_up"]) {
    const [row] = await sql<{ count: number }>(databaseUrl, `select count(*)::int as count from ${name}`)
    counts[name] = row!.count
  }
  return counts
}

main(Number(process.argv[2] ?? 100_000), Number(process.argv[3]) || undefined).catch((error) => {
  console.error(error)
  process.exitCode = 1
})
