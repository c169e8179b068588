import { z } from "zod"
import { toCents } from "../../../../../../domain/money"
import { problemForStaff } from "../../../../../../modules/fatura/view/staff-view"
import { resolveProblem } from "../../../../../../workflows/staff/resolve-problem"
import { faturaOf, languageOf, parsed, staffOf } from "../../../../../doors/staff"
import { forStaff } from "../../../../../doors/staff-errors"

export const bodySchema = z.strictObject({
  action: z.enum(["refund", "accept", "record_external_refund", "dismiss"]),
  reason: z.string().trim().min(3).max(1_000),
  /** Decimal reais; all that is left when missing. */
  amount: z.number().positive().optional(),
})

/** `POST /admin/fatura/problems/:id/resolve` `{ action, reason, amount? }` -> `{ problem }`. */
export const POST = forStaff(async (req, res) => {
  const { action, reason, amount } = parsed(bodySchema, req.body)
  const problemId = req.params.id!
  await resolveProblem(req.scope, { problemId, action, reason, amount: amount === undefined ? undefined : toCents(amount), actor: staffOf(req) })
  const problem = await faturaOf(req).problems.find(problemId)
  res.json({ problem: problem && problemForStaff(problem, languageOf(req)) })
})
