import { UnexpectedStateError } from "../../../domain/words-of-error"
import type { MedusaContainer } from "@medusajs/framework/types"
import { FATURA_MODULE } from ".."
import { recoverOne } from "../../../workflows/recovery/recover-one"
import type { Mended, Recovery } from "../../../workflows/recovery/recovery"
import { type Database, tables } from "../database"
import { Turns } from "../recovery/turns"
import { type TestDatabase, testDatabase } from "./support/test-database"

let database: TestDatabase
let db: Database
let turns: Turns
/** What the two processes of a test have turned to, in order. */
let tried: string[]

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  await db.raw("create table thing (id text primary key)")
})
afterAll(() => database.close())
beforeEach(async () => {
  await db("thing").delete()
  await db(tables.turn).delete()
  turns = new Turns(db)
  tried = []
})

const container = (of: Turns): MedusaContainer => ({ resolve: (name: string) => (name === FATURA_MODULE ? { turns: of } : { warn: () => undefined, error: () => undefined }) }) as never
const insert = (...ids: string[]) => db("thing").insert(ids.map((id) => ({ id })))
const many = (prefix: string, count: number) => Array.from({ length: count }, (_, number) => `${prefix}${String(number).padStart(3, "0")}`)

/** As if so many seconds had gone by. */
const pass = (seconds: number) => db(tables.turn).update({ next_at: db.raw("next_at - make_interval(secs => ?)", [seconds]) })

function recovery(mend: (id: string) => Promise<Mended>): Recovery {
  return {
    kind: "forgotten_order",
    words: (id) => `mending ${id}`,
    undone: () => ({ sql: "select id from thing where id <> :never", values: { never: "none" } }),
    mend: async (_container, _fatura, id) => {
      tried.push(id)
      return mend(id)
    },
    longestPauseSeconds: 120,
  }
}

describe.each([
  ["only wait", async (): Promise<Mended> => "waits"],
  ["fail", async (): Promise<Mended> => Promise.reject(new Error("not now"))],
  ["come back although they are done", async (): Promise<Mended> => "done"],
] as const)("more things than a batch holds, which %s", (_name, stuck) => {
  it("do not keep a newer one from its turn", async () => {
    await insert(...many("old", 70))
    const mend = recovery(async (id) => (id === "zz-new" ? "done" : stuck()))
    for (let round = 0; round < 4; round++) await recoverOne(container(turns), mend)
    expect(new Set(tried).size).toBe(70)
    await insert("zz-new")
    tried = []
    await recoverOne(container(turns), mend)
    expect(tried).toEqual(["zz-new"])
  })

  it("do not keep a newer one from its turn when all are due again", async () => {
    await insert(...many("old", 70))
    const mend = recovery(async (id) => (id === "zz-new" ? "done" : stuck()))
    for (let round = 0; round < 4; round++) await recoverOne(container(turns), mend)
    await pass(10_000)
    await insert("zz-new")
    tried = []
    await recoverOne(container(turns), mend)
    expect(tried[0]).toBe("zz-new")
    expect(tried).toHaveLength(20)
  })
})

it("turns to what has waited longest first", async () => {
  await insert("a", "b", "c")
  const mend = recovery(async () => "waits")
  await recoverOne(container(turns), mend)
  await db(tables.turn).update({ next_at: db.raw("now() - (case subject when 'b' then 30 when 'c' then 20 else 10 end) * interval '1 second'") })
  tried = []
  await recoverOne(container(turns), mend)
  expect(tried).toEqual(["b", "c", "a"])
})

it("doubles the pause of what can't be done, up to the longest", async () => {
  await insert("a")
  const mend = recovery(async () => "waits")
  const pauses: number[] = []
  for (let round = 0; round < 5; round++) {
    await pass(10_000)
    await recoverOne(container(turns), mend)
    const [row] = await db(tables.turn).select(db.raw("round(extract(epoch from next_at - now())) as seconds"))
    pauses.push(Number(row.seconds))
  }
  expect(pauses).toEqual([30, 60, 120, 120, 120])
})

it("says why something could not be done", async () => {
  await insert("a")
  await recoverOne(container(turns), recovery(async () => Promise.reject(new UnexpectedStateError("the gateway is down"))))
  expect(await db(tables.turn).first("id", "tries", "last_error")).toEqual({ id: "forgotten_order:a", tries: 1, last_error: "the gateway is down" })
})

it("gives each thing to one of several processes", async () => {
  await insert(...many("thing", 20))
  const slow = recovery(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return "waits"
  })
  await Promise.all([turns, new Turns(database.other()), new Turns(database.other())].map((process) => recoverOne(container(process), slow)))
  expect([...tried].sort()).toEqual(many("thing", 20))
})

it("holds what a killed process had for two minutes, and no longer", async () => {
  expect(await turns.take("end_order", "order_1")).toBe(true)
  expect(await turns.take("end_order", "order_1")).toBe(false)
  await pass(119)
  expect(await turns.take("end_order", "order_1")).toBe(false)
  await pass(2)
  expect(await turns.take("end_order", "order_1")).toBe(true)
  await turns.release("end_order", "order_1")
  expect(await turns.take("end_order", "order_1")).toBe(true)
})

it("forgets what has not come up again for days", async () => {
  await turns.take("end_order", "old")
  await pass(3 * 86_400)
  await turns.take("end_order", "new")
  await turns.prune()
  expect(await db(tables.turn).pluck("subject")).toEqual(["new"])
})
