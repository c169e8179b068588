import { model } from "@medusajs/framework/utils"

/** What staff must know or decide. One open row per cause. */
export const FaturaProblem = model.define("fatura_problem", {
  id: model.id({ prefix: "fprb" }).primaryKey(),
  kind: model.text(),
  cause_key: model.text(),
  fatura_invoice_id: model.text().nullable(),
  account_id: model.text().nullable(),
  order_id: model.text().nullable(),
  details: model.json().nullable(),
  seen_count: model.number().default(1),
  last_seen_at: model.dateTime(),
  resolved_at: model.dateTime().nullable(),
  resolution: model.text().nullable(),
  resolved_by: model.text().nullable(),
})
