import { model } from "@medusajs/framework/utils"

/**
 * A refund as an intent stored before the gateway is called. At most one per invoice can be open
 * (`sending`, `unknown` or `pending`); `cumulative_cents` is the refunded total once it has gone through.
 */
export const FaturaRefund = model.define("fatura_refund", {
  id: model.id({ prefix: "fref" }).primaryKey(),
  fatura_invoice_id: model.text(),
  medusa_refund_id: model.text().nullable(),
  amount_cents: model.number(),
  cumulative_cents: model.number(),
  origin: model.enum(["medusa", "gateway"]),
  state: model.enum(["sending", "unknown", "pending", "confirmed", "refused", "to_book", "booked"]),
})
