import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { invoiceForStaff } from "../../../../../../modules/fatura/view/staff-view"
import { faturaOf, invoiceOfRequest, parsed, staffOf } from "../../../../../doors/staff"

const bodySchema = z.strictObject({ due_at: z.iso.date("must be an existing date, YYYY-MM-DD") })

/** `POST /admin/fatura/invoices/:id/due-date` `{ due_at }` -> `{ invoice }`. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { due_at } = parsed(bodySchema, req.body)
  const invoice = await invoiceOfRequest(req)
  res.json({ invoice: invoiceForStaff(await faturaOf(req).dueDates.change(invoice.id, due_at, staffOf(req))) })
}
