import { cpf } from "cpf-cnpj-validator"
import { HOSTILE_TEXTS } from "../../../domain/__tests__/support/hostile-text"
import { type Database, tables } from "../database"
import { Notices } from "../inbox/notices"
import type { InvoiceRow } from "../ledger/row"
import { noticeForStaff } from "../view/staff-view"
import { insertInvoice, ring } from "./support/rows"
import { useShop } from "./support/use-shop"

let db: Database
let notices: Notices
let invoice: InvoiceRow

useShop((shop) => ({ db } = shop))
beforeEach(async () => {
  notices = new Notices(db, ring)
  invoice = await insertInvoice(db)
})

const store = (body: string | Buffer) => notices.store({ invoiceId: invoice.id, door: "ticket", body: Buffer.from(body as string), contentType: "application/json", rawHeaders: [] })
const shown = async () => (await notices.list({}, { limit: 100 })).notices.map((row) => noticeForStaff(row).payload)

it("is scrubbed when it is stored; the list reads no body", async () => {
  const document = cpf.generate()
  const row = await store(JSON.stringify({ invoices: { id: "179", note: `CPF ${document}` }, client: { name: "Joana Prado", email: "joana@exemplo.com.br" } }))
  expect(await shown()).toEqual([{ invoices: { id: "179", note: "CPF [document]" }, client: { name: "[redacted]", email: "[redacted]" } }])
  expect((await notices.list({}, { limit: 1 })).notices[0]!.body_base64).toBe("")
  // What decides about it is the body itself, as it came.
  expect(Buffer.from((await notices.find(row.id))!.body_base64, "base64").toString()).toContain(document)
})

it("of an earlier version is scrubbed when it is read", async () => {
  await store(JSON.stringify({ client: { name: "Joana Prado" } }))
  await db(tables.notice).update({ payload: null })
  expect(await shown()).toEqual([{ client: { name: "[redacted]" } }])
})

it("is shown by its size where it is no JSON, or far larger than any", async () => {
  await store("CPF 529.982.247-25")
  await store(JSON.stringify({ note: "a".repeat(70_000) }))
  expect((await shown()).sort()).toEqual(["[18 bytes]", "[70011 bytes]"])
})

it("is kept whatever characters it has, and however its text was cut", async () => {
  await store('{"note":"a\\u0000b \\ud800 c","deep":' + '{"x":'.repeat(500) + "1" + "}".repeat(501))
  for (let before = 0; before < 4; before++) await store(JSON.stringify({ note: "x".repeat(before) + "\u{1f600}".repeat(5_000) }))
  expect(await shown()).toHaveLength(5)
})

it("a list of the largest hostile ones is shown at once", async () => {
  for (const [, text] of HOSTILE_TEXTS.slice(0, 40)) await store(JSON.stringify({ note: text, [text.slice(0, 30_000)]: [text.slice(0, 30_000)] }).slice(0, 256 * 1024))
  expect(await busyMs(shown)).toBeLessThan(1_000)
})

it("a list of them that an earlier version kept is bounded too: what is far larger than any is not read", async () => {
  for (const [, text] of HOSTILE_TEXTS.slice(0, 40)) await store(JSON.stringify({ note: text.slice(0, 20_000), [text.slice(0, 10_000)]: [text.slice(0, 10_000)] }).slice(0, 256 * 1024))
  await db(tables.notice).update({ payload: null })
  expect(await busyMs(shown)).toBeLessThan(3_000)
})

/** How long the process was busy to show forty of them. */
async function busyMs(show: () => Promise<unknown[]>): Promise<number> {
  const before = process.cpuUsage()
  expect(await show()).toHaveLength(40)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
