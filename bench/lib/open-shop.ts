import type { HttpClient } from "../../integration-tests/support"
import { issueAt, reconciler } from "../../src/modules/fatura/__tests__/support/reconciler"
import { newId, type Database, tables } from "../../src/modules/fatura/database"

export type Shop = { db: Database; url: string; control: HttpClient }
export type Row = { id: string; invoice_id: string; method: string }

const HOUR = 3_600_000
const AT_ONCE = 16
const INSERTED_AT_ONCE = 500
const FREE = { lookUpsPerMinute: 1_000_000, lookUpsPerDay: 10_000_000 }

/** Issues boletos at the gateway by its interface and enters them into the ledger by SQL, all due for a look. */
export async function openInvoices(shop: Shop, count: number, assumed: Record<string, unknown>, budget = FREE) {
  await shop.control.post("/reset")
  await shop.control.post("/assumptions", assumed)
  await shop.control.post("/notices/mode", { retries: 0 })
  for (const table of Object.values(tables)) await shop.db(table).delete()
  const here = await reconciler(shop.db, shop.url, budget)
  const issued: { id: string; invoiceId: string }[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) {
        const number = next++
        const answer = await issueAt(here.client, number, "boleto")
        issued.push({ id: answer.id!, invoiceId: answer.invoiceId! })
      }
    }),
  )
  issued.sort((one, other) => Number(one.id) - Number(other.id))
  const start = Date.now()
  const rows = issued.map((ids, index) => ledgerRow(ids, index, { method: "boleto", next_check_at: new Date(start - HOUR), cancel_at: new Date(start + 100 * HOUR), issued_at: new Date(start - 72 * HOUR + index * ((60 * HOUR) / count)) }))
  for (let from = 0; from < rows.length; from += INSERTED_AT_ONCE) await shop.db(tables.invoice).insert(rows.slice(from, from + INSERTED_AT_ONCE))
  await shop.db.raw(`analyze ${tables.invoice}`)
  await shop.control.delete("/requests")
  return { reconciler: here, rows: rows as unknown as Row[] }
}

export function ledgerRow(ids: { id: string; invoiceId: string }, index: number, given: Record<string, unknown>) {
  return {
    id: newId("finv"),
    account_id: "facc_config_default",
    payment_collection_id: `pay_col_${ids.id}`,
    session_id: `payses_${ids.id}`,
    attempt: 1,
    reference: `payses_${ids.id}-1-${index}`,
    state: "issued",
    status: "awaiting_payment",
    amount_cents: 10_580,
    issuing_started_at: given.issued_at,
    gateway_id: ids.id,
    invoice_id: ids.invoiceId,
    ...given,
  }
}

/** What happens at the gateway without a notice, and the status that the ledger must have afterwards. */
const LOST: { actions: string[]; status: string; count: number }[] = [
  { actions: ["pay"], status: "paid", count: 40 },
  { actions: ["cancel"], status: "canceled", count: 10 },
  { actions: ["pay", "refund"], status: "refunded", count: 5 },
  { actions: ["pay", "dispute"], status: "disputed", count: 5 },
  { actions: ["overdue"], status: "overdue", count: 10 },
]

/** Changes invoices here and there at the gateway, of which no notice is sent. */
export async function loseNotices({ control, db }: Shop, rows: Row[]) {
  const count = LOST.reduce((sum, lost) => sum + lost.count, 0)
  const step = Math.floor(rows.length / count)
  const expected = new Map<string, string>()
  for (const { actions, status, count: times } of LOST) {
    for (let time = 0; time < times; time++) {
      const row = rows[expected.size * step]!
      for (const action of actions) await control.post(`/invoices/${row.invoice_id}/${action}`, { notify: false })
      expected.set(row.id, status)
    }
  }
  return {
    count,
    /** How many of them the ledger knows by now, and how many of all rows it has otherwise than the gateway. */
    outcome: async () => {
      const known: { id: string; status: string }[] = await db(tables.invoice).select("id", "status")
      const found = known.filter(({ id, status }) => expected.get(id) === status).length
      const wrong = known.filter(({ id, status }) => status !== (expected.get(id) ?? "awaiting_payment")).length
      return { found, wrong }
    },
  }
}
