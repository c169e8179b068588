import { model } from "@medusajs/framework/utils"

/** The shopper's e-mails to send, one row each; `key` is invoice, kind and cause, and Medusa's idempotency key. */
export const FaturaEmail = model.define("fatura_email", {
  id: model.id({ prefix: "feml" }).primaryKey(),
  fatura_invoice_id: model.text(),
  kind: model.text(),
  key: model.text(),
  state: model.enum(["pending", "sent", "skipped", "failed"]),
  due_at: model.dateTime(),
  attempts: model.number().default(0),
  lease_until: model.dateTime().nullable(),
  last_error: model.text().nullable(),
})
