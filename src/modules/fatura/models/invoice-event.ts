import { model } from "@medusajs/framework/utils"

/** The timeline of an invoice: what happened, why, and who caused it. Never updated, only added to. */
export const FaturaInvoiceEvent = model.define("fatura_invoice_event", {
  id: model.id({ prefix: "fevt" }).primaryKey(),
  fatura_invoice_id: model.text(),
  kind: model.text(),
  cause: model.text(),
  from_status: model.text().nullable(),
  to_status: model.text().nullable(),
  actor: model.text().nullable(),
  details: model.json().nullable(),
})
