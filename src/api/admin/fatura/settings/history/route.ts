import type { MedusaRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { bodyOf, forStaff } from "../../../../doors/staff-errors"
import { faturaOf, pageSchema } from "../../../../doors/staff"

/**
 * `GET /admin/fatura/settings/history` -> `{ history: [{ id, action, subject, actor: { id, email }, changes,
 * created_at }], count, limit, next_cursor }`, newest first. Of a secret it says only that it was changed.
 */
export const GET = forStaff(async (req, res) => {
  const page = bodyOf(pageSchema, req.query)
  const { history, count } = await faturaOf(req).staffDesk.audit.list(page)
  const emails = await emailsOf(req, [...new Set(history.map(({ actor }) => actor))])
  const last = history.length === page.limit ? history.at(-1)!.id : null
  res.json({
    history: history.map(({ id, action, subject, actor, changes, created_at }) => ({ id, action, subject, actor: { id: actor, email: emails.get(actor) ?? null }, changes, created_at })),
    count,
    limit: page.limit,
    next_cursor: last,
  })
})

async function emailsOf(req: MedusaRequest, ids: string[]): Promise<Map<string, string>> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "user", fields: ["id", "email"], filters: { id: ids } })
  return new Map((data as { id: string; email: string }[]).map(({ id, email }) => [id, email]))
}
