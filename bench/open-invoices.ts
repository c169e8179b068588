/**
 * `npm run bench -- open-invoices [n] [sweeps|hours]`: reconciliation of n open invoices (10,000) as the job does it, on a real
 * PostgreSQL and the stand-in gateway in a process of its own, in two parts.
 * 1. One sweep after another with a budget that does not hold back, for both page sizes and list orders: calls,
 *    memory, time, and whether everything that no notice told is found.
 * 2. A shop's hours at the default budget: boletos that are swept, PIX codes that expire, cards in doubt. A round
 *    of the job comes every 15 seconds as in a store, but time is moved instead of waited for: `now` is given
 *    to the job, and what the database's clock dates (counted look-ups, watches after a cancel) is moved in its rows.
 */
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { dropDatabase } from "../demo/lib/database"
import { freePort } from "../demo/lib/ports"
import { startSandboxProcess } from "../demo/lib/sandbox"
import { httpClient } from "../integration-tests/support"
import { testServer } from "../integration-tests/support/environment"
import setUp from "../integration-tests/support/global-setup"
import tearDown from "../integration-tests/support/global-teardown"
import { cloneTemplate } from "../integration-tests/support/template"
import { type Database, tables } from "../src/modules/fatura/database"
import { Hours } from "./lib/hours"
import { ownMemory } from "./lib/own-memory"
import { loseNotices, openInvoices, type Shop } from "./lib/open-shop"

const PAGE_SIZES = [25, 100]

async function main(count: number, part?: string): Promise<void> {
  await setUp()
  const port = await freePort()
  const sandbox = await startSandboxProcess(port, ".test/logs/bench-sandbox.log")
  const databaseUrl = await cloneTemplate(testServer())
  const db = ModulesSdkUtils.createPgConnection({ clientUrl: databaseUrl, pool: { min: 0, max: 12 } }) as Database
  const url = `http://127.0.0.1:${port}`
  const shop: Shop = { db, url, control: httpClient(`${url}/_sandbox`) }
  try {
    for (const list_order of part === "hours" ? [] : ["newest_first", "oldest_first"]) {
      for (const page_size of PAGE_SIZES) {
        await sweeps(shop, count, { list_order, page_size })
      }
    }
    for (const page_size of part === "sweeps" ? [] : PAGE_SIZES) {
      await new Hours(shop, count).run(page_size)
    }
  } finally {
    await db.destroy()
    await dropDatabase(databaseUrl)
    await sandbox.stop()
    await tearDown()
  }
}

async function sweeps(shop: Shop, count: number, assumed: { list_order: string; page_size: number }): Promise<void> {
  const { db } = shop
  const { reconciler, rows } = await openInvoices(shop, count, assumed)
  const lost = await loseNotices(shop, rows)
  const bound = Math.ceil(count / assumed.page_size) + 10
  const lookUps = async () => (await shop.control.get<{ counts: Record<string, number> }>("/requests")).counts["GET /invoices"] ?? 0
  const before = ownMemory()
  const started = performance.now()
  const perRound: number[] = []
  const found = async () => (await lost.outcome()).found
  while ((await found()) < lost.count && perRound.length < 30) {
    const calls = await lookUps()
    await reconciler.checkOpen.run(new Date())
    perRound.push((await lookUps()) - calls)
  }
  const seconds = (performance.now() - started) / 1_000
  const after = ownMemory()
  const { found: seen, wrong } = await lost.outcome()
  const { counts } = await shop.control.get<{ counts: Record<string, number> }>("/requests")
  const [open] = await db(tables.invoice).where({ status: "awaiting_payment" }).count("* as count")
  console.log(
    [
      `${count} open, ${assumed.page_size} on a page, ${assumed.list_order}:`,
      `sweep ${perRound[0]} calls (at most ${bound}), then rounds of ${perRound.slice(1).join(", ") || "none"};`,
      `${seen} of ${lost.count} lost notices found, ${wrong} otherwise than the gateway has them, ${counts["DELETE /invoices"] ?? 0} cancelled, ${open!.count} still open;`,
      `${seconds.toFixed(0)} s; heap ${before.heapMb} -> ${after.heapMb} MB, rss ${before.rssMb} -> ${after.rssMb} MB`,
    ].join("\n  "),
  )
}

main(Number(process.argv[2] ?? 10_000), process.argv[3]).catch((error) => {
  console.error(error)
  process.exitCode = 1
})
