import { model } from "@medusajs/framework/utils"

/** The shopper's e-mails to send, one row each; `key` is invoice, kind and cause. */
export const FaturaEmail = model.define("fatura_email", {
  id: model.id({ prefix: "feml" }).primaryKey(),
  fatura_invoice_id: model.text(),
  kind: model.text(),
  key: model.text(),
  /** `skipped`: not true any more, or too late. `failed`: given up. `unknown`: handed over, and nobody knows what became of it. */
  state: model.enum(["pending", "sent", "skipped", "failed", "unknown"]),
  /** The moment that it tells of; null where it tells how to pay, which is read when it is sent. */
  facts: model.json().nullable(),
  /** When it is old news; null where only the invoice says so. */
  stale_at: model.dateTime().nullable(),
  due_at: model.dateTime(),
  attempts: model.number().default(0),
  /** How often it was handed over to Medusa's notification module. */
  handed: model.number().default(0),
  /** The idempotency key of a handing over whose end is not known yet. */
  handed_key: model.text().nullable(),
  handed_at: model.dateTime().nullable(),
  lease_until: model.dateTime().nullable(),
  last_error: model.text().nullable(),
})
