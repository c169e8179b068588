import { model } from "@medusajs/framework/utils"

/** The outbox: what must still be done about an invoice, whatever happens to this process. */
export const FaturaOutbox = model.define("fatura_outbox", {
  id: model.id({ prefix: "fout" }).primaryKey(),
  kind: model.text(),
  fatura_invoice_id: model.text(),
  state: model.enum(["pending", "done"]),
  requests: model.number().default(1),
  attempts: model.number().default(0),
  next_try_at: model.dateTime(),
  lease_until: model.dateTime().nullable(),
  last_error: model.text().nullable(),
})
