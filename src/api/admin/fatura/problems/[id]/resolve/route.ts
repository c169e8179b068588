import { z } from "zod"
import { toCents } from "../../../../../../domain/money"
import { PROBLEM_ACTIONS } from "../../../../../../domain/problem-actions"
import { limits } from "../../../../../../modules/fatura/options/limits"
import { problemForStaff } from "../../../../../../modules/fatura/view/staff-view"
import { resolveProblem } from "../../../../../../workflows/staff/resolve-problem"
import { problemPermitOf } from "../../../../../doors/permissions"
import { faturaOf, languageOf, staffOf } from "../../../../../doors/staff"
import { bodyOf, forStaff } from "../../../../../doors/staff-errors"

export const bodySchema = z.strictObject({
  action: z.enum(PROBLEM_ACTIONS),
  reason: z.string().trim().min(3).max(1_000),
  /** Decimal reais; all that is undecided when missing. */
  amount: limits.amount.optional(),
})

/** `POST /admin/fatura/problems/:id/resolve` `{ action, reason, amount? }` -> `{ problem }`, still open when it is about money and some of it is undecided; needs `fatura_problem:settle` where it says what becomes of money. */
export const POST = forStaff(async (req, res) => {
  const { action, reason, amount } = bodyOf(bodySchema, req.body)
  const problemId = req.params.id!
  await resolveProblem(req.scope, { problemId, action, reason, amount: amount === undefined ? undefined : toCents(amount), actor: staffOf(req), permit: problemPermitOf(req) })
  const fatura = faturaOf(req)
  const problem = await fatura.problems.find(problemId)
  res.json({ problem: problem && problemForStaff(problem, languageOf(req), (await fatura.moneyOf([problem]))(problem)) })
})
