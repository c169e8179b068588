import { invoiceForStaff } from "../../../../../../modules/fatura/view/staff-view"
import { workOffOf } from "../../../../../../workflows/work-off"
import { faturaOf, invoiceOfRequest, staffOf } from "../../../../../doors/staff"
import { forStaff } from "../../../../../doors/staff-errors"

/** `POST /admin/fatura/invoices/:id/sync` -> `{ invoice }`: asks the gateway once and follows its answer. */
export const POST = forStaff(async (req, res) => {
  const fatura = faturaOf(req)
  const invoice = await invoiceOfRequest(req)
  await fatura.lookUps.forStaff(invoice, staffOf(req))
  await fatura.outbox.add("settle", invoice.id)
  await workOffOf(req.scope, "settle", invoice.id)
  res.json({ invoice: invoiceForStaff((await fatura.ledger.find(invoice.id))!) })
})
