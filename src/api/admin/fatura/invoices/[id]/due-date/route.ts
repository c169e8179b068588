import { z } from "zod"
import { invoiceForStaff } from "../../../../../../modules/fatura/view/staff-view"
import { daySchema, faturaOf, invoiceOfRequest, parsed, staffOf } from "../../../../../doors/staff"
import { forStaff } from "../../../../../doors/staff-errors"

export const bodySchema = z.strictObject({ due_at: daySchema })

/** `POST /admin/fatura/invoices/:id/due-date` `{ due_at }` -> `{ invoice }`. */
export const POST = forStaff(async (req, res) => {
  const { due_at } = parsed(bodySchema, req.body)
  const invoice = await invoiceOfRequest(req)
  res.json({ invoice: invoiceForStaff(await faturaOf(req).dueDates.change(invoice.id, due_at, staffOf(req))) })
})
