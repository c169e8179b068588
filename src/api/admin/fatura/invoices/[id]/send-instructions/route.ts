import { sendInstructions } from "../../../../../../workflows/staff/send-instructions"
import { faturaOf, invoiceOfRequest, orderNumbers, staffOf } from "../../../../../doors/staff"
import { forStaff } from "../../../../../doors/staff-errors"

/**
 * `POST /admin/fatura/invoices/:id/send-instructions` -> `{ requested: true }`: has the shopper told again how
 * to pay, by the event `fatura.instructions.requested`.
 */
export const POST = forStaff(async (req, res) => {
  const invoice = await invoiceOfRequest(req)
  const numbers = await orderNumbers(req, [invoice.order_id])
  await sendInstructions(req.scope, faturaOf(req), invoice, { orderNumber: numbers.get(invoice.order_id ?? "") ?? null, actor: staffOf(req) })
  res.json({ requested: true })
})
