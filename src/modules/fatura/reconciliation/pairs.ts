import type { ListedInvoice } from "../../../gateway"
import type { Database } from "../database"
import type { InvoiceRow } from "../ledger/row"

export type Pair = { row: InvoiceRow; listed: ListedInvoice }

/** Those rows of a query that stand on a page, each with what the gateway says of it. */
export async function pairsOnPage(rows: ReturnType<Database>, listed: ListedInvoice[]): Promise<Pair[]> {
  const byId = new Map(listed.map((invoice) => [invoice.id, invoice]))
  const ids = [...byId.keys()]
  const found: InvoiceRow[] = await rows.andWhere((ours) => ours.whereIn("invoice_id", ids).orWhereIn("gateway_id", ids))
  return found.map((row) => ({ row, listed: byId.get(row.gateway_id ?? "") ?? byId.get(row.invoice_id ?? "")! }))
}
