import { settingsChangeSchema } from "../../../../modules/fatura/settings/settings-desk"
import { permitOf } from "../../../doors/permissions"
import { bodyOf, forStaff } from "../../../doors/staff-errors"
import { faturaOf, staffOf } from "../../../doors/staff"

/**
 * `GET /admin/fatura/settings` -> `{ settings: { values, defaults, overridden, accounts }, discounts: [{ method, code,
 * promotion_id, wanted, given, state }] }`: the settings of staff, and what became of the discounts that the plugin's
 * options give methods. Amounts in decimal reais.
 */
export const GET = forStaff(async (req, res) => {
  const { staffDesk, discounts } = faturaOf(req)
  res.json({ settings: await staffDesk.settings.view(), discounts: await discounts.views() })
})

/** `POST /admin/fatura/settings` with what changes; `null` goes back to the plugin's option -> `{ settings }`. */
export const POST = forStaff(async (req, res) => {
  const { settings } = faturaOf(req).staffDesk
  await settings.change(bodyOf(settingsChangeSchema, req.body), staffOf(req), { permit: permitOf(req) })
  res.json({ settings: await settings.view() })
})
