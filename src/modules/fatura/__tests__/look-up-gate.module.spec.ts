import { GatewayError, type LookUpPurpose } from "../../../gateway"
import { SharedLookUpGate } from "../accounts/look-up-gate"
import { tables, type Database } from "../database"
import { Problems } from "../problems/problems"
import { insertAccount } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

const budget = { lookUpsPerMinute: 5, lookUpsPerDay: 12 }
let database: TestDatabase
let db: Database
let other: Database
let count = 0

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  other = database.other()
})
afterAll(() => database.close())

/** The gates of one account in two processes. */
async function gates() {
  const id = `facc_${++count}`
  await insertAccount(db, id)
  const of = (pool: Database) => new SharedLookUpGate(pool, id, budget, new Problems(pool))
  return { id, here: of(db), there: of(other) }
}

const entered = async (gate: SharedLookUpGate, purpose: LookUpPurpose = "decision") => gate.enter("list_invoices", purpose).then(() => true, () => false)
/** Lets the calls that were counted be older. */
const letPass = (id: string, time: string) => db(tables.lookUp).where({ account_id: id }).update({ sent_at: db.raw(`sent_at - interval '${time}'`) })
const account = (id: string) => db(tables.account).where({ id }).first()
const open = () => db("fatura_problem").where({ kind: "blocked_by_gateway" }).whereNull("resolved_at")

/** Seconds until the block ends, at 1 %. */
async function blockSeconds(id: string): Promise<number> {
  const row = await db(tables.account).where({ id }).first(db.raw("extract(epoch from blocked_until - now()) as seconds"))
  return Math.round(Number(row.seconds))
}

const endBlock = (id: string) => db(tables.account).where({ id }).update({ blocked_until: db.raw("now() - interval '1 second'") })

describe("the budget", () => {
  it("is one for two processes that ask at once", async () => {
    const { here, there } = await gates()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => entered(index % 2 ? here : there)))
    expect(answers.filter(Boolean)).toHaveLength(5)
  })

  it("says that nothing was sent when it is used up", async () => {
    const { here } = await gates()
    while (await entered(here)) continue
    const error = await here.enter("list_invoices", "decision").catch((reason) => reason)
    expect(error).toBeInstanceOf(GatewayError)
    expect(error).toMatchObject({ kind: "paused", outcome: "not_sent", operation: "list_invoices" })
  })

  it("comes back after the minute, until the day's is used up", async () => {
    const { id, here } = await gates()
    let total = 0
    for (let minute = 0; minute < 5; minute++) {
      while (await entered(here)) total++
      await letPass(id, "61 seconds")
    }
    expect(total).toBe(12)
    await letPass(id, "1 day")
    expect(await entered(here)).toBe(true)
  })

  it("holds for any minute, wherever it begins", async () => {
    const { id, here } = await gates()
    expect(await entered(here)).toBe(true)
    await letPass(id, "50 seconds")
    expect([await entered(here), await entered(here), await entered(here), await entered(here), await entered(here)]).toEqual([true, true, true, true, false])
    await letPass(id, "12 seconds")
    // The first one is older than a minute, the other four are not.
    expect([await entered(here), await entered(here)]).toEqual([true, false])
  })

  it.each([
    ["sweep", 2],
    ["expiry", 3],
    ["notice", 2],
    ["hint", 1],
  ] as const)("leaves room beside a %s, which may have %i of five", async (purpose, share) => {
    const { here } = await gates()
    let total = 0
    while (await entered(here, purpose)) total++
    expect(total).toBe(share)
    expect(await entered(here)).toBe(true)
  })

  it("keeps a fifth for decisions when everything else is asked for", async () => {
    const { here } = await gates()
    const all = ["sweep", "sweep", "hint", "expiry", "expiry", "notice"] as const
    const answers: boolean[] = []
    for (const purpose of all) answers.push(await entered(here, purpose))
    expect(answers).toEqual([true, true, true, true, false, false])
    expect([await entered(here), await entered(here)]).toEqual([true, false])
  })

  it("lets every purpose have one call even where the budget is the smallest", async () => {
    const id = `facc_${++count}`
    await insertAccount(db, id)
    const smallest = new SharedLookUpGate(db, id, { lookUpsPerMinute: 1, lookUpsPerDay: 12 }, new Problems(db))
    expect([await entered(smallest, "hint"), await entered(smallest)]).toEqual([true, false])
  })

  it("of one account is not another's", async () => {
    const [first, second] = [await gates(), await gates()]
    while (await entered(first.here)) continue
    expect(await entered(second.here)).toBe(true)
  })
})

describe("a block by the gateway", () => {
  it("holds back both processes, and is raised once", async () => {
    const { id, here, there } = await gates()
    await here.blocked({ httpStatus: 403, retryAfterMs: null })
    expect([await entered(here), await entered(there)]).toEqual([false, false])
    expect(await open()).toEqual([expect.objectContaining({ account_id: id, details: { http_status: 403 } })])
    await here.succeeded()
  })

  it("lasts longer each time, up to a day", async () => {
    const { id, here } = await gates()
    const seconds: number[] = []
    for (let offence = 0; offence < 7; offence++) {
      await here.blocked({ httpStatus: 429, retryAfterMs: null })
      seconds.push(await blockSeconds(id))
      await endBlock(id)
    }
    expect(seconds).toEqual([60, 300, 1_500, 7_500, 37_500, 86_400, 86_400])
  })

  it("is one block when several calls were under way", async () => {
    const { id, here, there } = await gates()
    await Promise.all([here, there, here, there].map((gate) => gate.blocked({ httpStatus: 403, retryAfterMs: null })))
    expect(await account(id)).toMatchObject({ block_level: 1 })
    expect(await blockSeconds(id)).toBe(60)
  })

  it("lasts at least as long as the gateway asks", async () => {
    const { id, here } = await gates()
    await here.blocked({ httpStatus: 429, retryAfterMs: 600_000 })
    expect(await blockSeconds(id)).toBe(600)
  })

  it("is over with the first answer, and so is its problem", async () => {
    const { id, here, there } = await gates()
    await here.blocked({ httpStatus: 403, retryAfterMs: null })
    await endBlock(id)
    expect(await entered(there)).toBe(true)
    await there.succeeded()
    expect(await account(id)).toMatchObject({ block_level: 0, blocked_until: null })
    expect(await open().where({ account_id: id })).toEqual([])
  })
})
