import { tables, type Database } from "../database"
import { type ProblemRow, Problems } from "../problems/problems"
import { type TestDatabase, testDatabase } from "./support/test-database"

let database: TestDatabase
let db: Database
let announced: ProblemRow[]
let here: Problems
let there: Problems

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  const announce = async (problem: ProblemRow) => void announced.push(problem)
  here = new Problems(db, announce)
  there = new Problems(database.other(), announce)
})
beforeEach(async () => {
  announced = []
  await db(tables.problem).delete()
})
afterAll(() => database.close())

const dispute = { kind: "dispute", subject: "finv_1", invoiceId: "finv_1", orderId: "order_1" } as const

describe("a problem", () => {
  it("is one open row for its cause, however often and from wherever it is raised, and told once", async () => {
    await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? here : there).raise({ ...dispute, details: { index } })))
    const rows = await db(tables.problem)
    expect(rows).toEqual([expect.objectContaining({ kind: "dispute", fatura_invoice_id: "finv_1", order_id: "order_1", seen_count: 10, resolved_at: null })])
    expect(announced).toHaveLength(1)
  })

  it("is another one for another subject or kind", async () => {
    await here.raise(dispute)
    await here.raise({ ...dispute, subject: "finv_2", invoiceId: "finv_2" })
    await here.raise({ ...dispute, kind: "paid_twice" })
    expect(await db(tables.problem)).toHaveLength(3)
  })

  it("is opened again after it was closed, and the closed one stays", async () => {
    await here.raise(dispute)
    await there.clear("dispute", "finv_1")
    await here.raise(dispute)
    const rows = await db(tables.problem).orderBy("created_at")
    expect(rows.map(({ resolution, seen_count }) => [resolution, seen_count])).toEqual([["cause_gone", 1], [null, 1]])
    expect(announced).toHaveLength(2)
  })

  it("is closed only by its own cause", async () => {
    await here.raise(dispute)
    await here.clear("dispute", "finv_2")
    await here.clear("paid_twice", "finv_1")
    expect(await db(tables.problem).whereNull("resolved_at")).toHaveLength(1)
  })

  it("keeps the newest facts", async () => {
    await here.raise({ ...dispute, details: { paid_cents: 1 } })
    await here.raise({ ...dispute, details: { paid_cents: 2 } })
    expect(await db(tables.problem).first()).toMatchObject({ details: { paid_cents: 2 } })
  })

  it("that staff decided says who and how", async () => {
    await here.raise(dispute)
    const [{ id }] = await db(tables.problem)
    await here.resolve(id, "accept: the shopper was reached", "user_1")
    expect(await here.find(id)).toMatchObject({ resolution: "accept: the shopper was reached", resolved_by: "user_1", resolved_at: expect.any(Date) })
    expect(await here.find("fprb_none")).toBeNull()
  })
})

describe("the list", () => {
  it("has the newest first, page by page, and counts all of them", async () => {
    for (let index = 0; index < 5; index++) {
      await here.raise({ ...dispute, subject: `finv_${index}`, invoiceId: `finv_${index}` })
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    await here.clear("dispute", "finv_0")
    const first = await here.list({ open: true, limit: 3 })
    expect(first.count).toBe(4)
    expect(first.problems.map((problem) => problem.fatura_invoice_id)).toEqual(["finv_4", "finv_3", "finv_2"])
    const second = await here.list({ open: true, limit: 3, after: first.problems[2]!.id })
    expect(second.problems.map((problem) => problem.fatura_invoice_id)).toEqual(["finv_1"])
    expect((await here.list({ open: false, limit: 3 })).problems.map((problem) => problem.fatura_invoice_id)).toEqual(["finv_0"])
  })
})
