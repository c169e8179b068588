import { bodyOf, forStaff } from "../../../../doors/staff-errors"
import { emailsOf, faturaOf, pageSchema } from "../../../../doors/staff"

/**
 * `GET /admin/fatura/settings/history` -> `{ history: [{ id, action, subject, actor: { id, email }, changes,
 * created_at }], count, limit, next_cursor }`, newest first. Of a secret it says only that it was changed.
 */
export const GET = forStaff(async (req, res) => {
  const page = bodyOf(pageSchema, req.query)
  const { history, count } = await faturaOf(req).staffDesk.audit.list(page)
  const emails = await emailsOf(req, history.map(({ actor }) => actor))
  const last = history.length === page.limit ? history.at(-1)!.id : null
  res.json({
    history: history.map(({ id, action, subject, actor, changes, created_at }) => ({ id, action, subject, actor: { id: actor, email: emails.get(actor) ?? null }, changes, created_at })),
    count,
    limit: page.limit,
    next_cursor: last,
  })
})
