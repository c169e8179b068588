import { model } from "@medusajs/framework/utils"

/** Who changed accounts and settings, when, and from what to what. Never updated, only added to. */
export const FaturaAudit = model.define("fatura_audit", {
  id: model.id({ prefix: "faud" }).primaryKey(),
  action: model.text(),
  subject: model.text(),
  actor: model.text(),
  changes: model.json(),
})
