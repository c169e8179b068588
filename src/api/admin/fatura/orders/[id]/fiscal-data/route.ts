import { StaffError } from "../../../../../../modules/fatura/texts/staff-error"
import { fiscalDataOf } from "../../../../../../modules/fatura/view/fiscal-data"
import { faturaOf, orderNumbers, staffOf } from "../../../../../doors/staff"
import { forStaff } from "../../../../../doors/staff-errors"

/**
 * `GET /admin/fatura/orders/:id/fiscal-data` -> `{ fiscal_data }`: full document, address, payment kind, card
 * brand and tid. Who asked stands on the timeline before anything is answered.
 */
export const GET = forStaff(async (req, res) => {
  const fatura = faturaOf(req)
  const orderId = req.params.id!
  const rows = await fatura.ledger.ofOrder(orderId)
  if (!rows.length) {
    throw new StaffError("order_without_invoice")
  }
  for (const row of rows) {
    await fatura.invoiceDesk.noteAccess(row, "fiscal_data_shown", staffOf(req))
  }
  const number = (await orderNumbers(req, [orderId])).get(orderId) ?? null
  res.setHeader("Cache-Control", "no-store")
  res.json({ fiscal_data: fiscalDataOf({ id: orderId, number }, rows, (row) => fatura.invoiceDesk.payerOf(row)) })
})
