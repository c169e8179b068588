import { model } from "@medusajs/framework/utils"

/**
 * One row: what staff set in place of options, the revision that every change of accounts or settings
 * raises, and the one self-test of the notification address that is under way.
 */
export const FaturaSettings = model.define("fatura_settings", {
  id: model.id().primaryKey(),
  revision: model.number().default(1),
  overrides: model.json(),
  probe: model.text().nullable(),
  probe_expires_at: model.dateTime().nullable(),
})
