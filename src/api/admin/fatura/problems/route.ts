import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { problemForStaff } from "../../../../modules/fatura/view/staff-view"
import { faturaOf, languageOf, pageSchema, parsed } from "../../../doors/staff"

const querySchema = pageSchema.extend({ state: z.enum(["open", "resolved"]).default("open") })

/** `GET /admin/fatura/problems?state=open` -> `{ problems, count, limit, next_cursor }`, newest first. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { limit, after, state } = parsed(querySchema, req.query)
  const { problems, count } = await faturaOf(req).problems.list({ open: state === "open", limit, after })
  res.json({ problems: problems.map((row) => problemForStaff(row, languageOf(req))), count, limit, next_cursor: problems.length === limit ? problems[limit - 1]!.id : null })
}
