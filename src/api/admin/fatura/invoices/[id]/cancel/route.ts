import { invoiceForStaff } from "../../../../../../modules/fatura/view/staff-view"
import { workOffOf } from "../../../../../../workflows/work-off"
import { faturaOf, invoiceOfRequest, staffOf } from "../../../../../doors/staff"
import { forStaff } from "../../../../../doors/staff-errors"

/**
 * `POST /admin/fatura/invoices/:id/cancel` -> `{ invoice, result }`. `result` is `canceled`, `paid` when
 * money came first, or `unresolved` when the gateway has not confirmed it yet; it is then sent again.
 */
export const POST = forStaff(async (req, res) => {
  const fatura = faturaOf(req)
  const invoice = await invoiceOfRequest(req)
  const result = await fatura.canceling.cancel(invoice.id, "staff", staffOf(req))
  await workOffOf(req.scope, "settle", invoice.id)
  res.json({ invoice: invoiceForStaff((await fatura.ledger.find(invoice.id))!), result })
})
