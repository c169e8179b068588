import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { invoiceForStaff } from "../../../../../../modules/fatura/view/staff-view"
import { workOffOf } from "../../../../../../workflows/work-off"
import { faturaOf, invoiceOfRequest } from "../../../../../doors/staff"

/** `POST /admin/fatura/invoices/:id/sync` -> `{ invoice }`: asks the gateway once and follows its answer. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const fatura = faturaOf(req)
  const invoice = await invoiceOfRequest(req)
  await fatura.lookUps.forStaff(invoice)
  await fatura.outbox.add("settle", invoice.id)
  await workOffOf(req.scope, "settle", invoice.id)
  res.json({ invoice: invoiceForStaff((await fatura.ledger.find(invoice.id))!) })
}
