import { z } from "zod"
import { permitOf, sensitivePermissionsOf } from "../../../../../doors/permissions"
import { sensitiveChangeViews } from "../../../../../doors/sensitive-changes"
import { bodyOf, forStaff } from "../../../../../doors/staff-errors"
import { faturaOf, staffOf } from "../../../../../doors/staff"

/** Nothing is chosen: a change is taken back as a whole. */
export const bodySchema = z.strictObject({})

/**
 * `POST /admin/fatura/sensitive-changes/:id/undo` -> `{ sensitive_change }`: puts back what was before the change. Needs
 * what the change itself needed; 404 for a change that is not there, 409 in words where it was undone, its time is over,
 * or something newer would be overwritten.
 */
export const POST = forStaff(async (req, res) => {
  await sensitivePermissionsOf(req)
  bodyOf(bodySchema, req.body)
  const undone = await faturaOf(req).staffDesk.undoing.undo(req.params.id!, staffOf(req), permitOf(req))
  const [sensitive_change] = await sensitiveChangeViews(req, [{ ...undone, why_not: "undo_done" }], [])
  res.json({ sensitive_change })
})
