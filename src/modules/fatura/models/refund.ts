import { model } from "@medusajs/framework/utils"

/**
 * A refund as an intent stored before the gateway is called. At most one per invoice can be open
 * (`sending`, `unknown`, `pending` or `accepted`); `cumulative_cents` is the refunded total once it has gone through.
 */
export const FaturaRefund = model.define("fatura_refund", {
  id: model.id({ prefix: "fref" }).primaryKey(),
  fatura_invoice_id: model.text(),
  medusa_refund_id: model.text().nullable(),
  amount_cents: model.number(),
  cumulative_cents: model.number(),
  origin: model.enum(["medusa", "gateway"]),
  state: model.enum(["sending", "unknown", "pending", "accepted", "confirmed", "confirmed_late", "refused", "to_book", "booked"]),
  checks: model.number().default(0),
  next_check_at: model.dateTime().nullable(),
})
