import type { InvoicePage, ListedInvoice } from "../../../gateway"
import type { Database } from "../database"
import type { InvoiceRow } from "../ledger/row"

export type Pair = { row: InvoiceRow; listed: ListedInvoice }

/** A page of the list, and a moment before it was asked for, by the database's clock. */
export type DatedPage = InvoicePage & { askedAt: Date }

/** Asks for a page, and notes when. */
export async function dated(db: Database, ask: () => Promise<InvoicePage>): Promise<DatedPage> {
  const { rows } = await db.raw("select clock_timestamp() as now")
  const askedAt = rows[0].now as Date
  return { ...(await ask()), askedAt }
}

/** Those rows of a query that stand on a page, each with what the gateway says of it: by an id, or by our reference where the list has another kind of id. */
export async function pairsOnPage(rows: ReturnType<Database>, listed: ListedInvoice[]): Promise<Pair[]> {
  const byId = new Map(listed.map((invoice) => [invoice.id, invoice]))
  const byReference = new Map(listed.filter(({ reference }) => reference !== null).map((invoice) => [invoice.reference!, invoice]))
  const ids = [...byId.keys()]
  const found: InvoiceRow[] = await rows.andWhere((ours) =>
    ours
      .whereIn("invoice_id", ids)
      .orWhereIn("gateway_id", ids)
      // What was never issued by any id is found by those who look for lost answers.
      .orWhere((referred) => referred.whereIn("reference", [...byReference.keys()]).whereNotNull("invoice_id"))
  )
  return found.map((row) => ({ row, listed: byId.get(row.gateway_id ?? "") ?? byId.get(row.invoice_id ?? "") ?? byReference.get(row.reference)! }))
}

/**
 * The same without what has changed since the page was asked for: that is newer than the page. What is taken
 * of a pair has to name the row's version as well, for what changes from here on.
 */
export async function freshPairs(rows: ReturnType<Database>, { invoices, askedAt }: DatedPage): Promise<Pair[]> {
  return (await pairsOnPage(rows, invoices)).filter(({ row }) => row.updated_at < askedAt)
}
