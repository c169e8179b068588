import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../../../../../../gateway"
import { invoiceForStaff } from "../../../../../../modules/fatura/view/staff-view"
import { workOffOf } from "../../../../../../workflows/work-off"
import { faturaOf, invoiceOfRequest } from "../../../../../doors/staff"

/** `POST /admin/fatura/invoices/:id/sync` -> `{ invoice }`: asks the gateway once and follows its answer. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const fatura = faturaOf(req)
  const invoice = await invoiceOfRequest(req)
  try {
    await fatura.lookUps.byId(invoice)
  } catch (error) {
    throw error instanceof GatewayError ? inWords(error) : error
  }
  await fatura.outbox.add("settle", invoice.id)
  await workOffOf(req.scope, "settle", invoice.id)
  res.json({ invoice: invoiceForStaff((await fatura.ledger.find(invoice.id))!) })
}

function inWords(error: GatewayError): MedusaError {
  const words =
    error.kind === "paused"
      ? "The gateway can't be asked now: the budget of look-ups is used up or the gateway is refusing us. Try again in a minute."
      : "The gateway did not answer. Try again in some minutes."
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, words)
}
