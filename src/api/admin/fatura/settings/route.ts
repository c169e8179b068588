import { settingsChangeSchema } from "../../../../modules/fatura/settings/settings-desk"
import { bodyOf, forStaff } from "../../../doors/staff-errors"
import { faturaOf, staffOf } from "../../../doors/staff"

/** `GET /admin/fatura/settings` -> `{ settings: { values, defaults, overridden, accounts } }`. Amounts in decimal reais. */
export const GET = forStaff(async (req, res) => {
  res.json({ settings: await faturaOf(req).staffDesk.settings.view() })
})

/** `POST /admin/fatura/settings` with what changes; `null` goes back to the plugin's option -> `{ settings }`. */
export const POST = forStaff(async (req, res) => {
  const { settings } = faturaOf(req).staffDesk
  await settings.change(bodyOf(settingsChangeSchema, req.body), staffOf(req))
  res.json({ settings: await settings.view() })
})
