import { z } from "zod"
import { invoiceForStaff } from "../../../../../../modules/fatura/view/staff-view"
import { faturaOf, invoiceOfRequest, staffOf } from "../../../../../doors/staff"
import { bodyOf, forStaff } from "../../../../../doors/staff-errors"

export const bodySchema = z.strictObject({ code: z.string().trim().min(3).max(100) })

/** `POST /admin/fatura/invoices/:id/tracking` `{ code }` -> `{ invoice }`: tells the gateway the carrier's code. */
export const POST = forStaff(async (req, res) => {
  const { code } = bodyOf(bodySchema, req.body)
  const invoice = await invoiceOfRequest(req)
  res.json({ invoice: invoiceForStaff(await faturaOf(req).invoiceDesk.addTrackingCode(invoice, code, staffOf(req))) })
})
