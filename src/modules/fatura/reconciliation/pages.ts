import type { InvoicePage } from "../../../gateway"

/** No source tells in which order the list comes. Whether a page of several invoices begins with the newest; one that can't tell counts as such. */
export function isNewestFirst({ invoices }: InvoicePage): boolean {
  const ages = invoices.map((invoice) => invoice.createdAt?.getTime() ?? Number(invoice.id))
  return (ages[0] ?? 0) >= (ages[ages.length - 1] ?? 0)
}
