import { type Database, tables } from "../database"
import { Emails } from "../emails/emails"
import { insertInvoice } from "./support/rows"
import { testDatabase, type TestDatabase } from "./support/test-database"

const on = { enabled: true, language: "pt-BR" as const, templates: {}, pixReminderMinutes: 15, boletoReminderDays: 1 }
let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
afterEach(() => db(tables.email).delete())
afterAll(() => database?.close())

const inAnHour = () => new Date(Date.now() + 3_600_000)
const rows = () => db(tables.email).orderBy("due_at").select("kind", "key", "state")
const issued = (emails: Emails, row: Awaited<ReturnType<typeof insertInvoice>>) => db.transaction((trx) => emails.afterIssue(row, new Date(), trx))
const hasten = () => db(tables.email).update({ due_at: db.raw("now() - interval '1 second'") })

describe("e-mails that are to be sent", () => {
  it("are put down once for an invoice, kind and cause, however often it is asked for", async () => {
    const emails = new Emails(db, on)
    const invoice = await insertInvoice(db, { expires_at: inAnHour() })
    await Promise.all([issued(emails, invoice), issued(emails, invoice)])
    const captured = () => db.transaction((trx) => emails.afterCapture({ ...invoice, status: "paid", paid_cents: 10_580 }, trx))
    await Promise.all([captured(), captured()])
    const refunded = { ...invoice, status: "partially_refunded" as const }
    const changed = (from: number, to: number) => db.transaction((trx) => emails.afterChange({ ...refunded, refunded_cents: from }, { ...refunded, refunded_cents: to }, new Date(), trx))
    await changed(0, 100)
    await changed(100, 250)
    await changed(250, 250)
    expect((await rows()).map(({ key }: { key: string }) => key).sort()).toEqual([
      `instructions:${invoice.id}`, `paid:${invoice.id}`, `refunded:${invoice.id}:100`, `refunded:${invoice.id}:250`, `reminder:${invoice.id}`,
    ])
  })

  it("are not put down at all while they are switched off, nor for a card that is paid at once", async () => {
    const invoice = await insertInvoice(db, { expires_at: inAnHour() })
    const off = new Emails(db, { ...on, enabled: false })
    await issued(off, invoice)
    await db.transaction((trx) => off.afterCapture(invoice, trx))
    await db.transaction((trx) => off.afterChange(invoice, { ...invoice, status: "refunded", refunded_cents: 100 }, new Date(), trx))
    await issued(new Emails(db, on), { ...invoice, status: "paid" })
    expect(await rows()).toEqual([])
  })

  it("are forgotten with what was done long ago, also those that waited while they were off", async () => {
    const emails = new Emails(db, on)
    await emails.again(await insertInvoice(db))
    await db(tables.email).update({ due_at: db.raw("now() - interval '31 days'"), updated_at: db.raw("now() - interval '31 days'") })
    await issued(emails, await insertInvoice(db))
    await emails.prune(30)
    expect(await rows()).toMatchObject([{ kind: "instructions", state: "pending" }])
  })

  it("are sent by one process, when they are due, and not again", async () => {
    const emails = [new Emails(db, on), new Emails(database.other(), on)]
    await issued(emails[0]!, await insertInvoice(db))
    expect(await emails[0]!.claim()).toBeNull()
    await hasten()
    const claimed = (await Promise.all(emails.map((one) => one.claim()))).filter((row) => row !== null)
    expect(claimed).toHaveLength(1)
    await emails[0]!.end(claimed[0]!, "sent")
    await hasten()
    expect(await emails[1]!.claim()).toBeNull()
  })

  it("are tried again after a pause, and taken over when the process that had one died", async () => {
    const emails = new Emails(db, on)
    await issued(emails, await insertInvoice(db))
    await hasten()
    await emails.later((await emails.claim())!, "no provider")
    expect(await emails.claim()).toBeNull()
    await hasten()
    expect(await emails.claim()).toMatchObject({ attempts: 2 })
    await db(tables.email).update({ lease_until: db.raw("now() - interval '1 second'") })
    expect(await emails.claim()).toMatchObject({ attempts: 3 })
  })

  it("go out again each time that staff ask for it", async () => {
    const emails = new Emails(db, on)
    const invoice = await insertInvoice(db)
    await emails.again(invoice)
    await emails.again(invoice)
    expect(await rows()).toHaveLength(2)
  })
})
