import { model } from "@medusajs/framework/utils"

/** What a webhook's token came with first; the token itself is not kept. It outlives the webhook by far. */
export const FaturaUsedToken = model.define("fatura_used_token", {
  token_hash: model.text().primaryKey(),
  fatura_invoice_id: model.text(),
  body_hash: model.text(),
})
