import { model } from "@medusajs/framework/utils"

/** Which promotion of Medusa is the plugin's own: one row for each discount that a method had. */
export const FaturaDiscount = model.define("fatura_discount", {
  id: model.id({ prefix: "fdis" }).primaryKey(),
  method: model.enum(["pix", "boleto", "card"]),
  /** The promotion's code, which names method and discount. */
  code: model.text(),
  promotion_id: model.text(),
  /** When the plugin switched the promotion off, because the options no longer have this discount. */
  ended_at: model.dateTime().nullable(),
})
