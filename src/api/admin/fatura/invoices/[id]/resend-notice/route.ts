import { faturaOf, invoiceOfRequest, staffOf } from "../../../../../doors/staff"
import { forStaff } from "../../../../../doors/staff-errors"

/**
 * `POST /admin/fatura/invoices/:id/resend-notice` -> `{ requested: true }`: has the gateway send the invoice's
 * notice again. Refused before any call unless the account is known to be SANDBOX.
 */
export const POST = forStaff(async (req, res) => {
  const invoice = await invoiceOfRequest(req)
  await faturaOf(req).invoiceDesk.resendNotice(invoice, staffOf(req))
  res.json({ requested: true })
})
