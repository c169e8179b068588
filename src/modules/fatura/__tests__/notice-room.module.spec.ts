import type { Gateway } from "../../../../integration-tests/support/gateway"
import { type Database, newId, tables } from "../database"
import { NoticeRoom } from "../inbox/room"
import type { NoticeRow } from "../inbox/notices"
import type { InvoiceRow } from "../ledger/row"
import { ACCOUNT, faturaParts } from "./support/fatura-parts"
import { newInvoice } from "./support/new-invoice"
import { backdate, insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"

let db: Database
let gateway: Gateway
let parts: ReturnType<typeof faturaParts>
let row: InvoiceRow
let number = 0

useShop((shop) => ({ db, gateway } = shop))
beforeEach(async () => {
  parts = faturaParts(db, gateway.url)
  await parts.accounts.all()
  const reference = `payses_room_${++number}-1`
  const answer = await (await parts.accounts.byId(ACCOUNT)).client.createInvoice(newInvoice(reference))
  row = await insertInvoice(db, { reference, gateway_id: answer.id, invoice_id: answer.invoiceId, issued_at: new Date() })
  await gateway.forgetRequests()
})

type Door = "ticket" | "panel"

/** Rows as a flood leaves them. */
async function flooded(door: Door, count: number, given: Partial<NoticeRow> = {}): Promise<void> {
  const rows = Array.from({ length: count }, () => ({
    id: newId("fnot"), fatura_invoice_id: row.id, door, body_base64: "e30=", body_hash: "h", state: "done", next_try_at: new Date(), processed_at: new Date(), ...given,
  }))
  await db.batchInsert(tables.notice, rows, 200)
}

const isFull = (door: Door) => new NoticeRoom(db, parts.notices).isFull({ invoiceId: row.id, door })
const excess = (door: Door) => parts.notices.storeExcess({ invoiceId: row.id, door, body: Buffer.from("{}"), contentType: null, rawHeaders: [] })
const standIns = () => db(tables.notice).where({ must_ask: true })

describe("the room of one invoice's notices", () => {
  it("at its own address ends after 500, or 4 MB", async () => {
    await flooded("ticket", 499)
    expect(await isFull("ticket")).toBe(false)
    await flooded("ticket", 1)
    expect(await isFull("ticket")).toBe(true)
    expect(await isFull("panel")).toBe(false)
    await db(tables.notice).delete()
    await flooded("ticket", 4, { body_base64: "x".repeat(1_048_576) })
    expect(await isFull("ticket")).toBe(true)
  })

  it("at the panel's address ends while three wait, or after 30 in an hour", async () => {
    await flooded("panel", 3, { state: "pending" })
    expect(await isFull("panel")).toBe(true)
    await db(tables.notice).delete()
    await flooded("panel", 29)
    expect(await isFull("panel")).toBe(false)
    await flooded("panel", 1)
    expect(await isFull("panel")).toBe(true)
  })
})

describe("many notices at one moment", () => {
  it.each<[Door, number, number]>([["panel", 40, 3], ["ticket", 12, 4]])("find as much room at the %s's address as one after the other: of %d, %d", async (door, sent, kept) => {
    // One place is left beside what stands there, for each of two processes.
    const body = Buffer.from(JSON.stringify({ note: "x".repeat(door === "ticket" ? 900_000 : 1) }))
    const rooms = [new NoticeRoom(db, parts.notices), new NoticeRoom(db, parts.notices)]
    const stored = await Promise.all(Array.from({ length: sent }, (_, number) => rooms[number % 2]!.store({ invoiceId: row.id, door, body, contentType: null, rawHeaders: [] })))
    expect(stored.filter((one) => one !== null)).toHaveLength(kept)
    const rows = await db(tables.notice).where({ fatura_invoice_id: row.id }).select("must_ask", "body_base64")
    expect(rows.filter(({ body_base64 }) => body_base64 !== "")).toHaveLength(kept)
    expect(rows.length).toBeLessThanOrEqual(kept + 1)
  })

  it("go on where one could not be stored", async () => {
    const room = new NoticeRoom(db, parts.notices)
    const arrived = { invoiceId: row.id, door: "ticket" as const, body: Buffer.from("{}"), contentType: null, rawHeaders: [] }
    const broken = room.store({ ...arrived, body: null as never })
    const [, stored] = await Promise.allSettled([broken, room.store(arrived)])
    expect(stored).toMatchObject({ status: "fulfilled", value: { state: "pending" } })
  })
})

describe("the token of what finds no room", () => {
  it.each(["ticket", "panel"] as const)("is bound to its body at the %s's address", async (door) => {
    const arrived = { invoiceId: row.id, door, body: Buffer.from("one"), contentType: null, rawHeaders: ["Webhook", Buffer.from("service:abcdefghijklmnop").toString("base64")] }
    await parts.notices.storeExcess(arrived)
    expect(await db(tables.usedToken).where({ fatura_invoice_id: row.id })).toHaveLength(1)
  })
})

describe.each(["ticket", "panel"] as const)("what finds no room at the %s's address", (door) => {
  it("is stored as one row without a body, however much comes, and what it said is asked for", async () => {
    await gateway.act(row.invoice_id!, "pay", { notify: false })
    for (let sent = 0; sent < 20; sent++) {
      await excess(door)
    }
    const [standIn, ...more] = await standIns()
    expect(more).toEqual([])
    expect(standIn).toMatchObject({ state: "pending", body_base64: "", door })
    await backdate(db, tables.notice, standIn.id, "next_try_at")
    expect(await parts.reader.take((await parts.notices.claim())!)).toMatchObject({ outcome: "changed" })
    expect(await parts.ledger.find(row.id)).toMatchObject({ status: "paid", paid_cents: 10_580 })
    expect(await gateway.counts()).toEqual({ "GET /invoices": 1 })
    expect(await db(tables.problem)).toEqual([])
  })

  it("makes one that waits ask, though that one says old news", async () => {
    const { headers } = { headers: ["Content-Type", "application/json"] }
    const waiting = await parts.notices.store({ invoiceId: row.id, door, body: Buffer.from(JSON.stringify({ invoices: { id: row.invoice_id, status: { id: 1 } } })), contentType: "application/json", rawHeaders: headers })
    await parts.notices.postpone(waiting, "the budget for verifications is used up", 0)
    await gateway.act(row.invoice_id!, "pay", { notify: false })
    await excess(door)
    expect(await standIns()).toMatchObject([{ id: waiting.id }])
    await backdate(db, tables.notice, waiting.id, "next_try_at")
    expect(await parts.reader.take((await parts.notices.claim())!)).toMatchObject({ outcome: "changed" })
    expect(await parts.ledger.find(row.id)).toMatchObject({ status: "paid" })
  })

  it("does not rely on one that is being worked on, which may have asked already", async () => {
    const working = await parts.notices.store({ invoiceId: row.id, door, body: Buffer.from("{}"), contentType: null, rawHeaders: [] })
    await excess(door)
    const [standIn, ...more] = await standIns()
    expect(more).toEqual([])
    expect(standIn.id).not.toBe(working.id)
  })
})
