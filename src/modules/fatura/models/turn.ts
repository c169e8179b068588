import { model } from "@medusajs/framework/utils"

/** When recovery may turn to something again. */
export const FaturaTurn = model.define("fatura_turn", {
  /** `<kind>:<subject>` */
  id: model.text().primaryKey(),
  kind: model.text(),
  subject: model.text(),
  tries: model.number().default(0),
  next_at: model.dateTime(),
  last_error: model.text().nullable(),
})
