import type { DiaryEntry } from "../diary"
import type { Books } from "./books"
import type { Finding } from "./finding"
import { Bookshelf, type Case } from "./ledger-of-books"

type Line = { at: Date; words: string }

const LONGEST_JSON = 260

/** Everything that happened around a finding, in the order of time: what people did, what the gateway saw, what the ledger wrote down. */
export function storyOf(found: Finding, books: Books, diary: { entries: DiaryEntry[]; storyOf: Map<string, number> }): string[] {
  const shelf = new Bookshelf(books)
  const cases = shelf.cases.filter(({ invoice, order }) => invoice.id === found.invoiceId || (order !== null && order.id === found.orderId))
  const collections = new Set(cases.map(({ collectionId }) => collectionId))
  const all = shelf.cases.filter((one) => cases.includes(one) || (one.collectionId !== null && collections.has(one.collectionId)))
  const rows = books.ledger.rows.filter((row) => row.order_id === found.orderId && found.orderId !== null || collections.has(row.payment_collection_id))
  const ids = [found.orderId, ...all.flatMap(({ invoice, row }) => [invoice.id, row?.session_id]), ...rows.map(({ session_id }) => session_id)]
  const story = ids.map((id) => (id ? diary.storyOf.get(id) : undefined)).find((index) => index !== undefined)
  const people = diary.entries.filter((entry) => entry.story === story && story !== undefined)
  const [first, last] = [people[0]?.at ?? new Date(0), people.at(-1)?.at ?? new Date(0)]
  const run = diary.entries.filter(({ story: of, at }) => of === null && at >= first && at.getTime() <= last.getTime() + 60_000)
  const lines: Line[] = [
    ...[...people, ...run].map(({ at, actor, words }) => ({ at, words: `${actor}: ${words}` })),
    ...all.flatMap((one) => gatewayLines(one, books)),
    ...rows.flatMap(({ id }) => ledgerLines(id, books)),
    ...(found.orderId ? medusaLines(found.orderId, shelf) : []),
  ]
  lines.sort((a, b) => a.at.getTime() - b.at.getTime())
  return [...rows.map((row) => `row ${JSON.stringify(row)}`), ...all.map(({ invoice }) => `invoice ${JSON.stringify(invoice)}`), ...lines.map(({ at, words }) => `${at.toISOString().slice(11, 23)} ${words}`)]
}

function gatewayLines({ invoice }: Case, books: Books): Line[] {
  const names = [`"${invoice.id}"`, `"${invoice.invoiceId}"`, ...(invoice.reference ? [`"${invoice.reference}"`] : [])]
  return [
    ...invoice.history.map(({ at, code }) => ({ at: new Date(at), words: `gateway: invoice ${invoice.id} has code ${String(code)}` })),
    ...books.gateway.requests
      .filter(({ query, body }) => [invoice.id, invoice.invoiceId].includes(query.id ?? "") || names.some((name) => JSON.stringify(body ?? null).includes(name)))
      .map(({ at, method, path, body, status, fault }) => ({
        at: new Date(at),
        words: `gateway: ${method} ${path} ${method === "POST" ? "" : short(body)} -> ${status ?? "no answer"}${fault ? ` (${fault})` : ""}`,
      })),
    ...books.gateway.notices
      .filter(({ invoiceId }) => invoiceId === invoice.id)
      .map(({ at, code, fault, answers }) => ({ at: new Date(at), words: `gateway: notice of ${invoice.id}, code ${String(code)}${fault ? ` (${fault})` : ""}, answered ${answers.map(String).join(", ") || "never"}` })),
  ]
}

function ledgerLines(rowId: string, { ledger }: Books): Line[] {
  return [
    ...ledger.events
      .filter(({ fatura_invoice_id }) => fatura_invoice_id === rowId)
      .map((event) => ({ at: event.created_at, words: `ledger: ${rowId.slice(-6)} ${event.kind} by ${event.cause}${event.to_status ? ` ${event.from_status ?? ""} -> ${event.to_status}` : ""} ${short(event.details)}` })),
    ...ledger.refunds
      .filter(({ fatura_invoice_id }) => fatura_invoice_id === rowId)
      .map((refund) => ({ at: refund.created_at, words: `ledger: ${rowId.slice(-6)} refund ${refund.id} of ${refund.amount_cents} (up to ${refund.cumulative_cents}) from ${refund.origin}, now ${refund.state}, Medusa's ${refund.medusa_refund_id}` })),
    ...ledger.problems
      .filter(({ fatura_invoice_id }) => fatura_invoice_id === rowId)
      .map((problem) => ({ at: problem.created_at, words: `ledger: ${rowId.slice(-6)} problem ${problem.kind}${problem.resolved_at ? `, resolved ${problem.resolved_at.toISOString().slice(11, 23)}` : ", open"}` })),
  ]
}

function medusaLines(orderId: string, shelf: Bookshelf): Line[] {
  const { medusa } = shelf.books
  const payments = shelf.paymentsOfOrder(orderId).map(({ id }) => id)
  return [
    ...medusa.captures.filter(({ payment_id }) => payments.includes(payment_id)).map(({ created_at: at, id, cents }) => ({ at, words: `medusa: capture ${id} of ${cents} cents` })),
    ...medusa.refunds.filter(({ payment_id }) => payments.includes(payment_id)).map(({ created_at: at, id, cents }) => ({ at, words: `medusa: refund ${id} of ${cents} cents` })),
    ...medusa.transactions.filter(({ order_id }) => order_id === orderId).map(({ created_at: at, reference, reference_id, cents }) => ({ at, words: `medusa: transaction ${reference} ${reference_id} of ${cents} cents` })),
  ]
}

function short(value: unknown): string {
  return value === null || value === undefined ? "" : JSON.stringify(value).slice(0, LONGEST_JSON)
}
