import { model } from "@medusajs/framework/utils"

/** How far the reading of one status of the gateway's list has come, for one account; any process goes on with it. */
export const FaturaReading = model.define("fatura_reading", {
  /** `<account>:<code>` */
  id: model.text().primaryKey(),
  account_id: model.text(),
  code: model.number(),
  next_at: model.dateTime(),
  started_at: model.dateTime().nullable(),
  rank: model.number().default(0),
  pages: model.number().default(1),
  oldest_first: model.boolean().default(false),
  gap: model.number().nullable(),
  whole_at: model.dateTime().nullable(),
  in_whole: model.boolean().default(false),
})
