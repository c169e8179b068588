import { startSandboxProcess } from "../../demo/lib/sandbox"
import { freePort } from "../../demo/lib/ports"
import path from "node:path"
import { createCart, gatewayAt, sql, type GatewayControl } from "../support"
import { logFolder } from "../support/environment"
import { audit } from "./audit/audit"
import type { Books } from "./audit/books"
import type { Finding } from "./audit/finding"
import { readBooks } from "./audit/read-books"
import { Diary } from "./diary"
import type { ChaosOptions } from "./options"
import { randomOf, type Random } from "./random"
import { planOf } from "./stories/plan"
import { pause } from "./stories/patience"
import { queueOf } from "./stories/queue"
import { Story } from "./stories/story"
import { tell } from "./stories/tell"
import { startDatabase, type Database } from "./world/database"
import { beginFaults, endFaults, type FaultCount } from "./world/faults"
import { hasten, makeReadingsDue } from "./world/hasten"
import { crashOf, killAlong } from "./world/killer"
import { Moments } from "./world/moments"
import { untilQuiet } from "./world/quiet"
import { startRedisServer, type RedisServer } from "./world/redis"
import { startCluster, startSingle, type RunningShop } from "./world/shop"
import { sharedInvoices, type World } from "./world/world"

export type ChaosResult = {
  options: ChaosOptions
  findings: Finding[]
  books: Books
  diary: Diary
  faults: FaultCount[]
  kills: number
  fellBySelf: number
  seconds: { chaos: number; quiet: number; all: number }
}

const HASTEN_EVERY_MS = 1_000
const STOCK = 1_000_000
const CARTS_AT_ONCE = 3
const quietLimitMs = (orders: number): number => 120_000 + orders * 2_000

/** One run: the world, its stories, the kills, then silence, and the audit. */
export async function runChaos(options: ChaosOptions, say: (line: string) => void = () => undefined): Promise<ChaosResult> {
  const startedAt = Date.now()
  const random = randomOf(options.seed)
  const diary = new Diary()
  const database = await startDatabase()
  const port = await freePort()
  const sandbox = await startSandboxProcess(port, path.join(logFolder, "chaos-sandbox.log"))
  const gateway = gatewayAt(`http://127.0.0.1:${port}`)
  let shop: RunningShop | null = null
  let redis: RedisServer | null = null
  try {
    if (options.cluster) redis = await startRedisServer()
    shop = redis ? await startCluster(database.url, gateway.url, redis.url, diary) : await startSingle(database.url, gateway.url, diary)
    await fillShelves(database.url)
    const world: World = { shop: shop.shop, databaseUrl: database.url, gateway, invoices: sharedInvoices(gateway), queue: queueOf(CARTS_AT_ONCE), diary, moments: new Moments() }
    // What is asked for once and kept, before anything can fail.
    await Promise.all([createCart(world.shop), world.shop.adminToken()])
    say(`seed ${options.seed}: ${options.orders} orders, ${options.kills} kills${options.cluster ? ", cluster" : ""}; the shop is open after ${since(startedAt)} s`)
    const openedAt = Date.now()
    await beginFaults(gateway, random.stream("faults"))
    await liveAll({ options, random, world, shop, database, redis }, say)
    const faults = await endFaults(gateway)
    const chaos = since(openedAt)
    say(`all stories are told after ${chaos} s; faults have stopped`)
    const quietAt = Date.now()
    const pending = await untilQuiet(database.url, quietLimitMs(options.orders))
    say(pending ? `not quiet after ${since(quietAt)} s` : `quiet after ${since(quietAt)} s`)
    const books = await booksOf(gateway, database.url, diary, pending ?? {})
    return {
      options,
      findings: audit(books),
      books,
      diary,
      faults,
      kills: shop.supervisors.reduce((sum, { kills }) => sum + kills, 0),
      fellBySelf: shop.supervisors.reduce((sum, { fellBySelf }) => sum + fellBySelf, 0),
      seconds: { chaos, quiet: since(quietAt), all: since(startedAt) },
    }
  } finally {
    await shop?.close()
    await redis?.close()
    await sandbox.stop()
    await database.close()
  }
}

type Run = { options: ChaosOptions; random: Random; world: World; shop: RunningShop; database: Database; redis: RedisServer | null }

/** Shoppers come one after the other into a shop that holds so many at a time. */
async function liveAll({ options, random, world, shop, database, redis }: Run, say: (line: string) => void): Promise<void> {
  let next = 0
  let ended = 0
  const shopper = async (): Promise<void> => {
    while (next < options.orders) {
      const index = next++
      const own = random.stream(`story ${index}`)
      await tell(new Story(world, planOf(own, index), own)).catch((error: Error) => world.diary.note(index, "run", `the story broke off: ${error.message}`))
      ended += 1
      if (ended % 25 === 0) say(`${ended} of ${options.orders} stories are told`)
    }
  }
  const isOver = (): boolean => ended === options.orders
  const hastening = hastenAlong(world.databaseUrl, isOver)
  const killer = random.stream("killer")
  const killing = killAlong(
    {
      kills: options.kills,
      crashes: [
        { count: options.postgresRestarts, crash: crashOf("PostgreSQL", database, world.diary, killer) },
        ...(redis ? [{ count: 1, crash: crashOf("Redis", redis, world.diary, killer) }] : []),
      ],
      supervisors: shop.supervisors,
      diary: world.diary,
      moments: world.moments,
      random: killer,
      progress: () => ended / options.orders,
    },
    isOver,
  )
  await Promise.all([...Array.from({ length: options.shoppers }, shopper), killing])
  await hastening
  while (!shop.supervisors.every((supervisor) => supervisor.isUp())) await pause(200)
}

async function hastenAlong(databaseUrl: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    // The database is away now and then.
    await hasten(databaseUrl).then(() => makeReadingsDue(databaseUrl)).catch(() => undefined)
    await pause(HASTEN_EVERY_MS)
  }
}

async function booksOf(gateway: GatewayControl, databaseUrl: string, diary: Diary, pending: Record<string, number>): Promise<Books> {
  const books = await readBooks({ gatewayUrl: gateway.url, databaseUrl })
  return { ...books, wishes: diary.wishes, pending }
}

/** The demo's stock would be sold out. */
async function fillShelves(databaseUrl: string): Promise<void> {
  await sql(databaseUrl, `update inventory_level set stocked_quantity = $1::numeric, raw_stocked_quantity = jsonb_build_object('value', $1::numeric::text, 'precision', 20)`, [STOCK])
}

const since = (at: number): number => Math.round((Date.now() - at) / 1_000)
