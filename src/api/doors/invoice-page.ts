import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { z } from "zod"
import { invoiceForStaff } from "../../modules/fatura/view/staff-view"
import { filtersOf, filtersSchema } from "./invoice-filters"
import { faturaOf, orderNumbers, pageSchema } from "./staff"

export const invoicePageSchema = filtersSchema.extend(pageSchema.shape)

/** One page of the staff's list, however it was asked for. */
export async function sendInvoicePage(req: MedusaRequest, res: MedusaResponse, { limit, after, ...filters }: z.output<typeof invoicePageSchema>): Promise<void> {
  const { invoiceList } = faturaOf(req)
  const { invoices, ...page } = await invoiceList.page(await filtersOf(req, filters), { limit, after })
  const [numbers, disputed] = await Promise.all([orderNumbers(req, invoices.map(({ order_id }) => order_id)), invoiceList.disputedSince(invoices)])
  res.json({
    invoices: invoices.map((row) => ({ ...invoiceForStaff(row), order_display_id: numbers.get(row.order_id ?? "") ?? null, disputed_at: disputed.get(row.id) ?? null })),
    limit,
    ...page,
  })
}
