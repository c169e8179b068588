import { model } from "@medusajs/framework/utils"

/** Changes of credentials, addresses, the paid account or the card script: who is told of them, and how they can be undone. */
export const FaturaChange = model.define("fatura_change", {
  id: model.id({ prefix: "fchg" }).primaryKey(),
  action: model.text(),
  subject: model.text(),
  actor: model.text(),
  changes: model.json(),
  before_sealed: model.text().nullable(),
  undo_until: model.dateTime(),
  undoes: model.text().nullable(),
  undone_at: model.dateTime().nullable(),
  undone_by: model.text().nullable(),
  emitted_at: model.dateTime().nullable(),
  fed_at: model.dateTime().nullable(),
  mailed_at: model.dateTime().nullable(),
  tell_at: model.dateTime().nullable(),
  tell_attempts: model.number(),
})
