import { cpf } from "../../../../integration-tests/support/people"
import { type Database, tables } from "../database"
import { Payers } from "../payers/payers"
import { ring } from "./support/rows"
import { testDatabase, type TestDatabase } from "./support/test-database"

let database: TestDatabase
let db: Database
let payers: Payers

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  payers = new Payers(db, ring)
})
afterEach(() => db(tables.payer).delete())
afterAll(() => database?.close())

const saved = (document: string, name = "Joana Prado") => ({ document, name, phone: "11988887777" })

describe("saved payers", () => {
  it("are shown masked, kept sealed, and had in full by their customer alone", async () => {
    const document = cpf()
    await payers.save("cus_1", saved(document))
    const [shown, ...more] = await payers.list("cus_1")
    expect([shown!.name, more.length]).toEqual(["Joana Prado", 0])
    expect(shown!.document_masked).toMatch(/^\*\*\*\.\d{3}\.\d{3}-\*\*$/)
    expect(JSON.stringify(await db(tables.payer))).not.toMatch(new RegExp(`${document}|Joana`))
    expect(await payers.find("cus_1", shown!.id)).toEqual({ document, name: "Joana Prado", phone: "11988887777" })
    expect(await payers.find("cus_2", shown!.id)).toBeNull()
    expect(await payers.list("cus_2")).toEqual([])
  })

  it("are one for each document, the newest used first, and ten at most", async () => {
    const documents = Array.from({ length: 11 }, cpf)
    for (const document of documents) await payers.save("cus_1", saved(document))
    await payers.save("cus_1", saved(documents[5]!, "Joana Prado Lima"))
    const list = await payers.list("cus_1")
    expect([list.length, list[0]!.name]).toEqual([10, "Joana Prado Lima"])
  })

  it("are forgotten one by one, by their customer alone, and all with the account", async () => {
    await payers.save("cus_1", saved(cpf()))
    await payers.save("cus_1", saved(cpf()))
    const [first] = await payers.list("cus_1")
    expect(await payers.remove("cus_2", first!.id)).toBe(false)
    expect(await payers.remove("cus_1", first!.id)).toBe(true)
    expect(await payers.list("cus_1")).toHaveLength(1)
    await payers.forgetCustomer("cus_1")
    expect(await payers.list("cus_1")).toEqual([])
  })

  it("are forgotten after a time unused; paying with one is a use", async () => {
    await payers.save("cus_1", saved(cpf(), "Unused"))
    await payers.save("cus_1", saved(cpf(), "Used"))
    await db(tables.payer).update({ updated_at: db.raw("now() - interval '364 days'") })
    await payers.prune(365)
    expect(await payers.list("cus_1")).toHaveLength(2)
    await db(tables.payer).update({ updated_at: db.raw("now() - interval '366 days'") })
    const used = (await payers.list("cus_1")).find(({ name }) => name === "Used")!
    await payers.find("cus_1", used.id)
    await payers.prune(365)
    expect(await payers.list("cus_1")).toMatchObject([{ name: "Used" }])
  })

  it("end with their customer, also when nobody told us", async () => {
    for (const customer of ["cus_stays", "cus_deleted", "cus_nowhere"]) await payers.save(customer, saved(cpf()))
    await payers.prune(365)
    expect(await db(tables.payer)).toHaveLength(3)
    await db.raw("create table customer (id text primary key, deleted_at timestamptz)")
    await payers.prune(365)
    // Without any customer it is not the store's table.
    expect(await db(tables.payer)).toHaveLength(3)
    await db("customer").insert([{ id: "cus_stays" }, { id: "cus_deleted", deleted_at: new Date() }])
    await payers.prune(365)
    expect(await db(tables.payer).pluck("customer_id")).toEqual(["cus_stays"])
    await db.raw("drop table customer")
  })
})
