import { model } from "@medusajs/framework/utils"

/** A payer that a customer with an account has had saved: name, document and phone, sealed. */
export const FaturaPayer = model.define("fatura_payer", {
  id: model.id({ prefix: "fpay" }).primaryKey(),
  customer_id: model.text(),
  sealed: model.text(),
})
