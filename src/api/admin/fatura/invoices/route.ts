import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { INVOICE_STATUSES } from "../../../../domain/invoice-status"
import { invoiceForStaff } from "../../../../modules/fatura/view/staff-view"
import { faturaOf, pageSchema, parsed } from "../../../doors/staff"

const querySchema = pageSchema.extend({
  order_id: z.string().optional(),
  session_id: z.string().optional(),
  invoice_id: z.string().optional(),
  status: z.enum(INVOICE_STATUSES).optional(),
  method: z.enum(["pix", "boleto", "card"]).optional(),
})

/** `GET /admin/fatura/invoices` -> `{ invoices, count, limit, next_cursor }`, newest first. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { limit, after, ...filters } = parsed(querySchema, req.query)
  const { invoices, count } = await faturaOf(req).ledger.list(filters, { limit, after })
  res.json({ invoices: invoices.map(invoiceForStaff), count, limit, next_cursor: invoices.length === limit ? invoices[limit - 1]!.id : null })
}
