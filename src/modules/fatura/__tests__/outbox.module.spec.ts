import { tables, type Database } from "../database"
import { Outbox, pauseSeconds } from "../outbox/outbox"
import { backdate } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

let database: TestDatabase
let db: Database
let here: Outbox
let there: Outbox

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  here = new Outbox(db)
  there = new Outbox(database.other())
})
beforeEach(() => db(tables.outbox).delete())
afterAll(() => database.close())

describe("claiming", () => {
  it("gives each task to one of two processes", async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => here.add("settle", `finv_${index}`)))
    const claimAll = async (outbox: Outbox) => {
      const taken: string[] = []
      for (let task = await outbox.claim(); task; task = await outbox.claim()) {
        taken.push(task.fatura_invoice_id)
      }
      return taken
    }
    const [first, second] = await Promise.all([claimAll(here), claimAll(there)])
    expect(new Set([...first, ...second]).size).toBe(40)
    expect(first.length + second.length).toBe(40)
  })

  it("skips a row that somebody else has locked, without waiting", async () => {
    await here.add("settle", "finv_locked")
    await here.add("cancel", "finv_free")
    await db.transaction(async (trx) => {
      await trx(tables.outbox).where({ fatura_invoice_id: "finv_locked" }).forUpdate().first()
      expect(await there.claim()).toMatchObject({ fatura_invoice_id: "finv_free" })
      expect(await there.claim()).toBeNull()
    })
  })

  it("does not take what is not due, unless it is asked for by name", async () => {
    await here.add("settle", "finv_later", undefined, 60)
    expect(await here.claim()).toBeNull()
    expect(await here.claimOf("cancel", "finv_later")).toBeNull()
    expect(await here.claimOf("settle", "finv_later")).toMatchObject({ kind: "settle", attempts: 1 })
    expect(await there.claimOf("settle", "finv_later")).toBeNull()
  })

  it("takes over what a dead process held, once its hold has run out", async () => {
    await here.add("settle", "finv_dead")
    const task = await here.claim()
    expect(await there.claim()).toBeNull()
    await backdate(db, tables.outbox, task!.id, "lease_until")
    expect(await there.claim()).toMatchObject({ id: task!.id, attempts: 2 })
  })
})

describe("asking again", () => {
  it("makes no second task, and makes the one due at once", async () => {
    await here.add("settle", "finv_1", undefined, 600)
    await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? here : there).add("settle", "finv_1")))
    expect(await db(tables.outbox)).toHaveLength(1)
    expect(await here.claim()).toMatchObject({ requests: 11 })
  })

  it("during the work is not lost: the task stays", async () => {
    await here.add("settle", "finv_1")
    const task = (await here.claim())!
    await there.add("settle", "finv_1")
    await here.done(task)
    const again = await there.claim()
    expect(again).toMatchObject({ id: task.id, requests: 2 })
    await there.done(again!)
    expect(await here.claim()).toBeNull()
  })

  it("after the work makes a new task", async () => {
    await here.add("settle", "finv_1")
    await here.done((await here.claim())!)
    await here.add("settle", "finv_1")
    expect(await here.claim()).toMatchObject({ requests: 1, attempts: 1 })
    expect(await db(tables.outbox)).toHaveLength(2)
  })

  it("in a transaction that is rolled back asks for nothing", async () => {
    await db
      .transaction(async (trx) => {
        await here.add("settle", "finv_1", trx)
        throw new Error("rolled back")
      })
      .catch(() => undefined)
    expect(await db(tables.outbox)).toHaveLength(0)
  })
})

describe("trying again", () => {
  it("comes after a pause that doubles up to five minutes", () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 50].map((attempts) => pauseSeconds(attempts))).toEqual([2, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    expect([1, 8, 9, 10, 11, 12, 50].map((attempts) => pauseSeconds(attempts, 3_600))).toEqual([2, 256, 512, 1_024, 2_048, 3_600, 3_600])
  })

  it("keeps why, and waits the pause of its attempts", async () => {
    await here.add("cancel", "finv_1")
    let task = (await here.claim())!
    await here.retry(task, "x".repeat(900))
    const [row] = await db(tables.outbox).select("*", db.raw("extract(epoch from next_try_at - now()) as pause"))
    expect(row).toMatchObject({ state: "pending", attempts: 1, lease_until: null, last_error: "x".repeat(500) })
    expect(Number(row.pause)).toBeGreaterThan(1)
    expect(Number(row.pause)).toBeLessThanOrEqual(2)
    expect(await here.claim()).toBeNull()
    await backdate(db, tables.outbox, row.id, "next_try_at")
    task = (await there.claim())!
    await there.retry(task, "again")
    const [later] = await db(tables.outbox).select(db.raw("extract(epoch from next_try_at - now()) as pause"))
    expect(Number(later.pause)).toBeGreaterThan(3)
    expect(Number(later.pause)).toBeLessThanOrEqual(4)
  })

  it("at once when it was asked for meanwhile", async () => {
    await here.add("cancel", "finv_1")
    const task = (await here.claim())!
    await there.add("cancel", "finv_1")
    await here.retry(task, "no answer")
    expect(await there.claim()).toMatchObject({ id: task.id })
  })
})

describe("forgetting", () => {
  it("removes what was done long ago, and nothing else", async () => {
    for (const id of ["finv_old", "finv_new", "finv_open"]) {
      await here.add("settle", id)
    }
    for (const id of ["finv_old", "finv_new"]) {
      await here.done((await here.claimOf("settle", id))!)
    }
    await db(tables.outbox).whereIn("fatura_invoice_id", ["finv_old", "finv_open"]).update({ updated_at: db.raw("now() - interval '40 days'") })
    await here.prune(30)
    expect((await db(tables.outbox).pluck("fatura_invoice_id")).sort()).toEqual(["finv_new", "finv_open"])
  })
})
