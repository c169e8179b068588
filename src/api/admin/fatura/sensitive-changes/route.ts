import { sensitivePermissionsOf } from "../../../doors/permissions"
import { sensitiveChangeViews } from "../../../doors/sensitive-changes"
import { bodyOf, forStaff } from "../../../doors/staff-errors"
import { faturaOf, pageSchema } from "../../../doors/staff"

export const querySchema = pageSchema

/**
 * `GET /admin/fatura/sensitive-changes` -> `{ sensitive_changes: [{ id, action, account: { id, name }, actor: { id, email }, changes,
 * undoes, can_undo, why_not: { code, message }, undo_until, undone_at, undone_by: { id, email }, created_at }], count, limit, next_cursor }`:
 * what was changed that decides where the money goes, newest first. Of a secret it says only that it was changed. Needs
 * `fatura_account:credentials` or `fatura_account:redirect`.
 */
export const GET = forStaff(async (req, res) => {
  const held = await sensitivePermissionsOf(req)
  const page = bodyOf(querySchema, req.query)
  const { changes, count } = await faturaOf(req).staffDesk.sensitive.list(page)
  res.json({
    sensitive_changes: await sensitiveChangeViews(req, changes, held),
    count,
    limit: page.limit,
    next_cursor: changes.length === page.limit ? changes.at(-1)!.id : null,
  })
})
