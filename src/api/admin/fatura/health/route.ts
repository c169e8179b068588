import { forStaff } from "../../../doors/staff-errors"
import { faturaOf } from "../../../doors/staff"

/** `GET /admin/fatura/health` -> `{ health: { problems, backlog, reconciliation, accounts, notifications, encryption_key } }`. Asks no gateway. */
export const GET = forStaff(async (req, res) => {
  res.json({ health: await faturaOf(req).staffDesk.health() })
})
