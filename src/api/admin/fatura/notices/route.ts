import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { noticeForStaff } from "../../../../modules/fatura/view/staff-view"
import { faturaOf, pageSchema, parsed } from "../../../doors/staff"

export const querySchema = pageSchema.extend({ state: z.enum(["pending", "done", "dead"]).optional() })

/** `GET /admin/fatura/notices?state=dead` -> `{ notices, count, limit, next_cursor }`, newest first. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { limit, after, state } = parsed(querySchema, req.query)
  const { notices, count } = await faturaOf(req).notices.list({ state }, { limit, after })
  res.json({ notices: notices.map(noticeForStaff), count, limit, next_cursor: notices.length === limit ? notices[limit - 1]!.id : null })
}
