import { z } from "zod"
import { problemForStaff } from "../../../../modules/fatura/view/staff-view"
import { faturaOf, languageOf, orderNumbers, pageSchema } from "../../../doors/staff"
import { bodyOf, forStaff } from "../../../doors/staff-errors"

export const querySchema = z.strictObject({ ...pageSchema.shape, state: z.enum(["open", "resolved"]).default("open") })

/** `GET /admin/fatura/problems?state=open|resolved` -> `{ problems, count, limit, next_cursor }`, newest first, each with the amounts paid, due and undecided. */
export const GET = forStaff(async (req, res) => {
  const { limit, after, state } = bodyOf(querySchema, req.query)
  const { problems, count } = await faturaOf(req).problems.list({ open: state === "open", limit, after })
  const [numbers, moneyOf] = await Promise.all([orderNumbers(req, problems.map(({ order_id }) => order_id)), faturaOf(req).moneyOf(problems)])
  res.json({
    problems: problems.map((row) => ({ ...problemForStaff(row, languageOf(req), moneyOf(row)), order_display_id: numbers.get(row.order_id ?? "") ?? null })),
    count,
    limit,
    next_cursor: problems.length === limit ? problems[limit - 1]!.id : null,
  })
})
