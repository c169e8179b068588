import { model } from "@medusajs/framework/utils"

/** What the shopper typed about the payer or the card, sealed, until the invoice is issued. */
export const FaturaDraft = model.define("fatura_draft", {
  id: model.id({ prefix: "fdra" }).primaryKey(),
  session_id: model.text().nullable(),
  sealed: model.text(),
  /** Apart from the rest, since it lives for minutes. */
  card_sealed: model.text().nullable(),
  card_expires_at: model.dateTime().nullable(),
  expires_at: model.dateTime(),
})
