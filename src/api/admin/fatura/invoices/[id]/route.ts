import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { invoiceForStaff } from "../../../../../modules/fatura/view/staff-view"
import { faturaOf, invoiceOfRequest } from "../../../../doors/staff"

/** `GET /admin/fatura/invoices/:id` -> `{ invoice }` with its timeline, oldest first. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const invoice = await invoiceOfRequest(req)
  res.json({ invoice: { ...invoiceForStaff(invoice), timeline: await faturaOf(req).ledger.timeline(invoice.id) } })
}
