import { tables, type Database } from "../database"
import { InvoiceBusyError, Ledger } from "../ledger/ledger"
import { insertInvoice } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

let database: TestDatabase
let db: Database
let here: Ledger
let there: Ledger

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  here = new Ledger(db)
  there = new Ledger(database.other())
})
afterAll(() => database.close())

function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

describe("the lease on an invoice", () => {
  it("lets one process work at a time, and the other see what the first did", async () => {
    const { id } = await insertInvoice(db)
    const { opened, open } = gate()
    const steps: string[] = []
    const first = here.withLease(id, async () => {
      steps.push("first in")
      await opened
      await here.update(id, { gross_cents: 1 })
      steps.push("first out")
    })
    while (!steps.length) await new Promise((resolve) => setTimeout(resolve, 5))
    const second = there.withLease(id, async (row) => {
      steps.push(`second in, sees ${row.gross_cents}`)
    })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(steps).toEqual(["first in"])
    open()
    await Promise.all([first, second])
    expect(steps).toEqual(["first in", "first out", "second in, sees 1"])
  })

  it("never lets two in, however many want to", async () => {
    const { id } = await insertInvoice(db)
    let inside = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? here : there).withLease(id, async () => {
          most = Math.max(most, ++inside)
          await new Promise((resolve) => setTimeout(resolve, 5))
          inside--
        })
      )
    )
    expect(most).toBe(1)
  })

  it("is given back when the work fails", async () => {
    const { id } = await insertInvoice(db)
    await expect(here.withLease(id, () => Promise.reject(new Error("broke")))).rejects.toThrow("broke")
    await expect(there.withLease(id, async (row) => row.id)).resolves.toBe(id)
  })

  it("of a process that died is taken over once it has run out, and the dead one can't give it back later", async () => {
    const { id } = await insertInvoice(db)
    const { opened, open } = gate()
    const dead = here.withLease(id, () => opened)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await db(tables.invoice).where({ id }).update({ lease_until: db.raw("now() - interval '1 second'") })
    await there.withLease(id, async () => {
      open()
      await dead
      const row = await db(tables.invoice).where({ id }).first()
      expect(row.lease_owner).not.toBeNull()
      expect(row.lease_until.getTime()).toBeGreaterThan(Date.now())
    })
  })

  it("is waited for ten seconds, then refused in words", async () => {
    const { id } = await insertInvoice(db, { lease_owner: "elsewhere", lease_until: new Date(Date.now() + 60_000) })
    const startedAt = Date.now()
    await expect(here.withLease(id, async () => "never")).rejects.toThrow(InvoiceBusyError)
    expect(Date.now() - startedAt).toBeGreaterThan(9_000)
  })
})

describe("a change of a row", () => {
  it("raises its version, and keeps JSON as JSON", async () => {
    const row = await insertInvoice(db)
    const changed = await here.update(row.id, { instructions: { pix: { payload: "0002" } }, answer: ["a", 1] })
    expect(changed).toMatchObject({ version: row.version + 1, instructions: { pix: { payload: "0002" } }, answer: ["a", 1] })
    expect(await here.update(row.id, { instructions: null, answer: "text" })).toMatchObject({ version: row.version + 2, instructions: null, answer: "text" })
  })

  it("waits for whoever has the row locked", async () => {
    const { id } = await insertInvoice(db)
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? here : there).locked(id, async (row, trx) => {
          await here.update(id, { checks: row.checks + 1 }, trx)
        })
      )
    )
    expect(await here.find(id)).toMatchObject({ checks: 10 })
  })
})
