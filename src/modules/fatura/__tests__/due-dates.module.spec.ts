import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Gateway } from "../../../../integration-tests/support/gateway"
import { type Database, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { ACCOUNT, faturaParts } from "./support/fatura-parts"
import { newInvoice } from "./support/new-invoice"
import { insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"

/** A Thursday; the day after it is a Friday, and banks are open on both. */
const THURSDAY = "2035-02-01"
let db: Database
let gateway: Gateway
let parts: ReturnType<typeof faturaParts>

useShop((shop) => ({ db, gateway } = shop))
beforeEach(() => {
  parts = faturaParts(db, gateway.url)
})

/** A waiting invoice of R$ 105,80 with its code, at the gateway and in the ledger. */
async function waiting(method: "pix" | "boleto", given: Partial<InvoiceRow> = {}, notifyUrl?: string): Promise<InvoiceRow> {
  const { client } = await parts.accounts.byId(ACCOUNT)
  const answer = await client.createInvoice({ ...newInvoice("ref-1", method), dueOn: "2035-01-25", ...(notifyUrl && { notifyUrl }) })
  const instructions = method === "pix" ? { pix: { payload: answer.pix!.payload! } } : { boleto: { line: answer.boleto!.line, barcode: answer.boleto!.barcode, url: answer.boleto!.url } }
  return insertInvoice(db, { method, gateway_id: answer.id, invoice_id: answer.invoiceId, due_on: "2035-01-25", gross_cents: answer.grossCents, instructions, ...given })
}

const problems = () => db(tables.problem).whereNull("resolved_at").select("kind", "details")
const dateEvents = () => db(tables.event).where({ kind: "due_date_changed" }).pluck("details")

describe("the answer to a new due date", () => {
  it("can tell that the payment is scheduled", async () => {
    const row = await waiting("boleto")
    await gateway.assume({ due_date_answer: "scheduled" })
    expect(await parts.dueDates.change(row.id, THURSDAY, "user_1")).toMatchObject({ status: "scheduled", due_on: THURSDAY })
  })

  it("can tell another day, which counts", async () => {
    const row = await waiting("boleto")
    await gateway.assume({ due_date_answer: "later_day" })
    expect(await parts.dueDates.change(row.id, THURSDAY, "user_1")).toMatchObject({ due_on: "2035-02-02", expires_at: new Date("2035-02-03T02:59:59.999Z") })
    expect(await dateEvents()).toEqual([{ from: "2035-01-25", to: "2035-02-02", asked: THURSDAY }])
  })

  it.each([
    ["pix", false],
    ["boleto", false],
    ["boleto", true],
  ] as const)("can add interest: %s (with its code: %s)", async (method, due_date_codes) => {
    const row = await waiting(method)
    await gateway.assume({ due_date_answer: "interest", due_date_codes })
    const changed = await parts.dueDates.change(row.id, THURSDAY, "user_1")
    expect(changed).toMatchObject({ status: "awaiting_payment", amount_cents: 10_580, interest_cents: 212, gross_cents: 10_792, cancel_requested_at: null })
    expect(await dateEvents()).toEqual([{ from: "2035-01-25", to: THURSDAY, interest_cents: 212 }])
    expect(await problems()).toEqual([])

    await gateway.act(row.invoice_id!, "pay", { notify: false })
    await parts.lookUps.byId(changed)
    expect(await parts.ledger.find(row.id)).toMatchObject({ status: "paid", paid_cents: 10_792, interest_cents: 212 })
  })

  it.each([
    ["pix", true],
    ["pix", false],
    ["boleto", true],
    ["boleto", false],
  ] as const)("withdraws a code over another amount, and raises it: %s (amount in the code: %s)", async (method, inCode) => {
    await gateway.assume({ br_code_amount: inCode })
    const row = await waiting(method)
    await gateway.assume({ due_date_answer: "other_amount", due_date_codes: inCode })
    await expect(parts.dueDates.change(row.id, THURSDAY, "user_1")).rejects.toMatchObject({ key: "due_date_other_amount", message: expect.stringContaining("R$ 106.80") })
    expect(await parts.ledger.find(row.id)).toMatchObject({ due_on: "2035-01-25", cancel_reason: "amount_mismatch", cancel_requested_at: expect.any(Date) })
    expect(await problems()).toEqual([{ kind: "amount_mismatch", details: expect.objectContaining({ due_cents: 10_580, proven_cents: 10_680 }) }])
    expect(await parts.canceling.send(row.id)).toBe("canceled")
  })

  it("is right whatever the gateway counts as gross", async () => {
    await gateway.assume({ gross_includes_discount_and_shipping: false })
    const row = await waiting("boleto", { gross_cents: 9_999 })
    expect(await parts.dueDates.change(row.id, THURSDAY, "user_1")).toMatchObject({ due_on: THURSDAY, interest_cents: 0 })
  })
})

/** What the gateway sends to an address of ours while `work` is done. */
async function sentWhile(work: (url: string) => Promise<unknown>): Promise<{ body: Buffer; rawHeaders: string[] }> {
  const arrived: { body: Buffer; rawHeaders: string[] }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      arrived.push({ body: Buffer.concat(chunks), rawHeaders: request.rawHeaders })
      response.end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await new Promise((closed) => server.close(closed))
  return arrived[0]!
}

describe("a due date that was extended in the gateway's panel", () => {
  it("is told by a notice, though the invoice waits as before", async () => {
    let row: InvoiceRow
    const { body, rawHeaders } = await sentWhile(async (url) => {
      row = await waiting("boleto", {}, url)
      await gateway.setDueDate(row.invoice_id!, THURSDAY, { wait: true })
    })
    const notice = await parts.notices.store({ invoiceId: row!.id, door: "ticket", body, contentType: "application/json", rawHeaders })
    expect(await parts.reader.take(notice)).toMatchObject({ outcome: "changed" })
    expect(await parts.ledger.find(row!.id)).toMatchObject({ status: "awaiting_payment", due_on: THURSDAY })
    expect(await gateway.counts()).toMatchObject({ "OPTIONS /webhooks": 1 })
  })

  it("is told by a look-up, where the list names it, and the invoice is not cancelled at the old one", async () => {
    const past = new Date(Date.now() - 60_000)
    const row = await waiting("boleto", { is_live: true, issued_at: past, next_check_at: past, cancel_at: past })
    await gateway.assume({ list_due: true })
    await gateway.setDueDate(row.invoice_id!, THURSDAY, { notify: false })
    await parts.checkOpen.run(new Date())
    expect(await parts.ledger.find(row.id)).toMatchObject({ status: "awaiting_payment", due_on: THURSDAY, cancel_requested_at: null })
    expect((await gateway.counts())["DELETE /invoices"]).toBeUndefined()
  })
})
