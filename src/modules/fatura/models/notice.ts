import { model } from "@medusajs/framework/utils"

/** The inbox: every notice that was answered 200, with all that is needed to verify it later. */
export const FaturaNotice = model.define("fatura_notice", {
  id: model.id({ prefix: "fnot" }).primaryKey(),
  fatura_invoice_id: model.text(),
  door: model.enum(["ticket", "panel"]),
  body_base64: model.text(),
  payload: model.json().nullable(),
  body_hash: model.text(),
  content_type: model.text().nullable(),
  webhook_id: model.text().nullable(),
  token_sealed: model.text().nullable(),
  token_hash: model.text().nullable(),
  merchant_token_hash: model.text().nullable(),
  state: model.enum(["pending", "done", "dead"]),
  outcome: model.text().nullable(),
  verified: model.boolean().nullable(),
  must_ask: model.boolean().default(false),
  attempts: model.number().default(0),
  next_try_at: model.dateTime(),
  lease_until: model.dateTime().nullable(),
  last_error: model.text().nullable(),
  processed_at: model.dateTime().nullable(),
})
