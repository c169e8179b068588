import { KeyRing } from "../crypto/key-ring"
import { tables, type Database } from "../database"
import { type ArrivedNotice, Notices } from "../inbox/notices"
import { backdate, ring, testKey } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

const serviceToken = "5e7c1b2a-service"
const headers = (token: string | null) => [
  "Content-Type", "application/json",
  "Webhook", "8812",
  ...(token ? ["Webhook", Buffer.from(`merchant-token:${token}`).toString("base64")] : []),
]

let database: TestDatabase
let db: Database
let here: Notices
let there: Notices

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  here = new Notices(db, ring)
  there = new Notices(database.other(), ring)
})
beforeEach(async () => {
  await db(tables.notice).delete()
  await db(tables.usedToken).delete()
})
afterAll(() => database.close())

function arrived(body: string, given: Partial<ArrivedNotice> = {}): ArrivedNotice {
  return { invoiceId: "finv_1", door: "ticket", body: Buffer.from(body), contentType: "application/json", rawHeaders: headers(serviceToken), ...given }
}

describe("storing", () => {
  it("is committed when it is answered, byte for byte", async () => {
    const body = Buffer.from([0x7b, 0x00, 0xff, 0xfe, 0x0d, 0x0a, 0x7d])
    const { id } = await here.store(arrived("", { body }))
    const [row] = await database.other()(tables.notice).where({ id })
    expect(Buffer.from(row.body_base64, "base64").equals(body)).toBe(true)
    expect(row).toMatchObject({ state: "pending", attempts: 1, door: "ticket", webhook_id: "8812", content_type: "application/json" })
  })

  it("keeps the token sealed until it is done, and not at all after that", async () => {
    const row = await here.store(arrived("{}"))
    const dump = async () => JSON.stringify(await db(tables.notice))
    expect(await dump()).not.toContain(serviceToken)
    expect(await dump()).not.toContain("merchant-token")
    expect(await dump()).not.toContain(Buffer.from(serviceToken).toString("base64").slice(0, 12))
    expect(there.serviceToken(row)).toBe(serviceToken)
    await here.done(row, "apply", true)
    expect(await db(tables.notice).first()).toMatchObject({ state: "done", verified: true, token_sealed: null, lease_until: null })
  })

  it("takes a notice without a token, with absurd headers and of no size", async () => {
    const row = await here.store(arrived("", { rawHeaders: ["Webhook", "x".repeat(5_000)], contentType: "y".repeat(5_000) }))
    expect(here.serviceToken(row)).toBeNull()
    expect(row.content_type).toHaveLength(200)
    const bare = await here.store(arrived("{}", { rawHeaders: [], contentType: null }))
    expect(await here.tokenWasUsedForAnother(bare)).toBe(false)
  })
})

describe("claiming", () => {
  it("leaves a fresh notice to the process that took it, and takes it over when that one died", async () => {
    const { id } = await here.store(arrived("{}"))
    expect(await there.claim()).toBeNull()
    await backdate(db, tables.notice, id, "lease_until")
    expect(await there.claim()).toMatchObject({ id, attempts: 2 })
    expect(await here.claim()).toBeNull()
  })

  it("gives each notice to one of two processes", async () => {
    for (let index = 0; index < 20; index++) {
      await here.store(arrived(`{"n":${index}}`))
    }
    await db(tables.notice).update({ lease_until: null })
    const claimAll = async (notices: Notices) => {
      const taken: string[] = []
      for (let row = await notices.claim(); row; row = await notices.claim()) {
        taken.push(row.id)
      }
      return taken
    }
    const all = (await Promise.all([claimAll(here), claimAll(there)])).flat()
    expect(new Set(all).size).toBe(20)
    expect(all).toHaveLength(20)
  })

  it("never gives what is done or dead", async () => {
    await here.done(await here.store(arrived("{}")), "old_news", null)
    await here.dead(await here.store(arrived("{}")), "given up")
    await db(tables.notice).update({ lease_until: null, next_try_at: db.raw("now() - interval '1 day'") })
    expect(await here.claim()).toBeNull()
    expect((await db(tables.notice).pluck("state")).sort()).toEqual(["dead", "done"])
  })

  it("waits longer after each failure", async () => {
    let row = await here.store(arrived("{}"))
    const pauses: number[] = []
    for (let turn = 0; turn < 4; turn++) {
      await here.retry(row, "gateway unreachable")
      expect(await there.claim()).toBeNull()
      const { seconds } = await db(tables.notice).where({ id: row.id }).first(db.raw("extract(epoch from next_try_at - now()) as seconds"))
      pauses.push(Math.ceil(Number(seconds)))
      await backdate(db, tables.notice, row.id, "next_try_at")
      row = (await there.claim())!
    }
    expect(pauses).toEqual([2, 4, 8, 16])
    expect(row.attempts).toBe(5)
  })

  it("does not count it as a try when a notice only has to wait", async () => {
    let row = await here.store(arrived("{}"))
    for (let turn = 0; turn < 30; turn++) {
      await here.postpone(row, "the create answer is awaited", 1)
      expect(await there.claim()).toBeNull()
      await backdate(db, tables.notice, row.id, "next_try_at")
      row = (await there.claim())!
    }
    expect(row.attempts).toBe(1)
  })
})

describe("a token", () => {
  it("that came with another body proves nothing about either", async () => {
    const first = await here.store(arrived(`{"status":5}`))
    expect(await here.tokenWasUsedForAnother(first)).toBe(false)
    const forged = await there.store(arrived(`{"status":9}`))
    expect(await there.tokenWasUsedForAnother(forged)).toBe(true)
  })

  it("that came twice with the same body is a repetition", async () => {
    await here.done(await here.store(arrived(`{"status":5}`)), "apply", true)
    expect(await here.tokenWasUsedForAnother(await here.store(arrived(`{"status":5}`)))).toBe(false)
  })

  it("is recognised after the notice that brought it was done", async () => {
    await here.done(await here.store(arrived(`{"status":5}`)), "apply", true)
    expect(await here.tokenWasUsedForAnother(await here.store(arrived(`{"status":6}`)))).toBe(true)
  })
})

describe("a token, after another key was put in front", () => {
  it("that came before with another body is recognised", async () => {
    await here.done(await here.store(arrived(`{"status":5}`)), "apply", true)
    const rotated = new Notices(db, new KeyRing(`${testKey("second")},${testKey("first")}`))
    expect(await rotated.tokenWasUsedForAnother(await rotated.store(arrived(`{"status":6}`)))).toBe(true)
  })
})

describe("forgetting", () => {
  it("removes what was done long ago, and keeps dead letters", async () => {
    await here.done(await here.store(arrived("{}")), "apply", true)
    await here.dead(await here.store(arrived("{}")), "given up")
    await db(tables.notice).update({ processed_at: db.raw("now() - interval '90 days'") })
    await here.done(await here.store(arrived("{}")), "apply", true)
    await here.prune(60)
    expect((await db(tables.notice).pluck("state")).sort()).toEqual(["dead", "done"])
  })
})

describe("replaying", () => {
  it("makes any notice due for whoever comes first, as if it had just come", async () => {
    const row = await here.store(arrived("{}"))
    await here.done(row, "apply", true)
    expect(await there.claim()).toBeNull()
    expect(await here.replay(row.id)).toMatchObject({ state: "pending", attempts: 0, outcome: null, lease_until: null })
    expect(await there.claim()).toMatchObject({ id: row.id, attempts: 1 })
  })

  it("leaves alone what a process is at work on, and what does not exist", async () => {
    const row = await here.store(arrived("{}"))
    expect(await there.replay(row.id)).toBeNull()
    await backdate(db, tables.notice, row.id, "lease_until")
    expect(await there.replay(row.id)).toMatchObject({ state: "pending" })
    expect(await there.replay("fnot_nowhere")).toBeNull()
  })
})
