import { cpf } from "cpf-cnpj-validator"
import { type Draft, Drafts } from "../drafts/drafts"
import { tables, type Database } from "../database"
import { ring, sealedBefore } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

const card = { token: "tok_approved", holder_name: "JOANA PRADO", expires: "12/30", installments: 3 }
let database: TestDatabase
let db: Database
let drafts: Drafts

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  drafts = new Drafts(db, ring)
})
beforeEach(() => db(tables.draft).delete())
afterAll(() => database.close())

describe("a draft", () => {
  it("is sealed in the database", async () => {
    const document = cpf.generate()
    const id = await drafts.store({ payer: { document, name: "Joana Prado" }, card, ip: "203.0.113.7" })
    await drafts.bind(id, "payses_1")
    const dump = JSON.stringify(await db(tables.draft))
    for (const secret of [document, "Joana", "tok_approved", "203.0.113.7"]) {
      expect(dump).not.toContain(secret)
    }
    expect(await drafts.ofSession("payses_1")).toEqual({ payer: { document, name: "Joana Prado" }, card, ip: "203.0.113.7" })
  })

  it("stays with the session that it was bound to first", async () => {
    const id = await drafts.store({ payer: { document: cpf.generate() } })
    await drafts.bind(id, "payses_mine")
    await drafts.bind(id, "payses_thief")
    expect(await drafts.ofSession("payses_thief")).toEqual({})
    expect(await drafts.ofSession("payses_mine")).toHaveProperty("payer.document")
  })

  it("is nothing for a session that typed nothing, and for an id that does not exist", async () => {
    await drafts.bind("fdra_guessed", "payses_1")
    expect(await drafts.ofSession("payses_1")).toEqual({})
  })

  it("takes what is typed later, and keeps what is not said again", async () => {
    const [first, second] = [cpf.generate(), cpf.generate()]
    await drafts.bind(await drafts.store({ payer: { document: first, name: "Joana Prado" }, ip: "203.0.113.7" }), "payses_1")
    await drafts.merge("payses_1", { payer: { document: second } })
    await drafts.merge("payses_1", { card })
    expect(await drafts.ofSession("payses_1")).toMatchObject({ payer: { document: second, name: "Joana Prado" }, card })
    expect(await db(tables.draft)).toHaveLength(1)
  })

  it.each<[string, Draft]>([
    ["the payer alone", { payer: { name: "Joana Prado Lima" } }],
    ["an undefined card", { payer: { name: "Joana Prado Lima" }, card: undefined, ip: undefined }],
    ["null for a card and a document", { payer: { name: "Joana Prado Lima", document: null, phone: undefined }, card: null, ip: null } as unknown as Draft],
    ["empty texts", { payer: { name: "Joana Prado Lima", document: "", phone: "" } }],
  ])("loses nothing to %s", async (_name, more) => {
    const document = cpf.generate()
    await drafts.merge("payses_1", { payer: { document, name: "Joana Prado", phone: "11912345678", save: true }, card, ip: "203.0.113.7" })
    await drafts.merge("payses_1", more)
    expect(await drafts.ofSession("payses_1")).toEqual({ payer: { document, name: "Joana Prado Lima", phone: "11912345678", save: true }, card, ip: "203.0.113.7" })
  })

  it("keeps payer and card that are sent at the same moment", async () => {
    const said: Draft[] = [{ card }, { payer: { name: "Joana Prado" } }, { payer: { phone: "11912345678" } }, { ip: "203.0.113.7" }]
    await Promise.all(said.map((one) => drafts.merge("payses_1", one)))
    expect(await drafts.ofSession("payses_1")).toEqual({ payer: { name: "Joana Prado", phone: "11912345678" }, card, ip: "203.0.113.7" })
    expect(await db(tables.draft)).toHaveLength(1)
  })

  it("forgets the card and keeps the payer", async () => {
    await drafts.merge("payses_1", { payer: { name: "Joana Prado" }, card })
    await drafts.forgetCard("payses_1")
    expect(await drafts.ofSession("payses_1")).toEqual({ payer: { name: "Joana Prado" } })
  })

  it("keeps the card when the payer is typed after it, whatever else the request names", async () => {
    await drafts.merge("payses_1", { card })
    await drafts.merge("payses_1", { payer: { name: "Joana Prado", phone: undefined }, card: undefined, ip: null })
    expect(await drafts.ofSession("payses_1")).toEqual({ payer: { name: "Joana Prado" }, card })
  })

  it("forgets a card after minutes, and keeps the payer", async () => {
    await drafts.merge("payses_1", { payer: { name: "Joana Prado" }, card })
    const [{ minutes }] = await db(tables.draft).select(db.raw("round(extract(epoch from card_expires_at - now()) / 60) as minutes"))
    expect(Number(minutes)).toBe(20)
    await db(tables.draft).update({ card_expires_at: db.raw("now() - interval '1 second'") })
    expect(await drafts.ofSession("payses_1")).toEqual({ payer: { name: "Joana Prado" } })
    await drafts.pruneCards()
    expect(await db(tables.draft)).toMatchObject([{ card_sealed: null, card_expires_at: null }])
  })

  it("gives a card no more minutes when something else is typed, and anew with another card", async () => {
    await drafts.merge("payses_1", { card })
    await db(tables.draft).update({ card_expires_at: db.raw("now() + interval '3 minutes'") })
    await drafts.merge("payses_1", { payer: { name: "Joana Prado" } })
    const minutes = async () => Number((await db(tables.draft).select(db.raw("round(extract(epoch from card_expires_at - now()) / 60) as minutes")))[0].minutes)
    expect(await minutes()).toBe(3)
    await drafts.merge("payses_1", { card: { ...card, token: "tok_other" } })
    expect(await minutes()).toBe(20)
  })

  it("of an older version holds its card in the same column as the payer; the card is not taken from there", async () => {
    await drafts.merge("payses_1", { payer: { name: "Joana Prado" } })
    await db(tables.draft).update({ sealed: sealedBefore("first", JSON.stringify({ payer: { name: "Joana Prado" }, card }), "draft") })
    expect(await drafts.ofSession("payses_1")).toEqual({ payer: { name: "Joana Prado" } })
  })

  it("is forgotten after its days", async () => {
    await drafts.merge("payses_old", { payer: { name: "Joana Prado" } })
    await db(tables.draft).update({ expires_at: db.raw("now() - interval '1 second'") })
    await drafts.merge("payses_new", { payer: { name: "Joana Prado" } })
    await drafts.prune()
    expect(await db(tables.draft).pluck("session_id")).toEqual(["payses_new"])
  })
})
