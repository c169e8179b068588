import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { type ProblemAction, actionsFor, operationOf, takesAmount } from "../../domain/problem-actions"
import { openMoney } from "../../domain/problem-money"
import { decidesOf } from "../../domain/problem-facts"
import type { Cents } from "../../domain/money"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import type { ProblemRow } from "../../modules/fatura/problems/problems"
import { StaffError, type StaffErrorCode } from "../../modules/fatura/texts/staff-error"
import { DEEDS, refuseBeyond } from "./problem-deeds"

/** Asked with what a decision needs; throws where it may not be taken. */
export type ProblemPermit = (operation: ReturnType<typeof operationOf>) => Promise<void>

export type ResolveProblemInput = { problemId: string; action: ProblemAction; reason: string; amount?: Cents; actor: string; permit: ProblemPermit }

const LOCK_SECONDS = 60

/**
 * A named decision of staff, with a reason, written to the timeline: the one way besides the gateway in
 * which money is moved or booked. A problem about money stays open until nothing of it is undecided.
 * @throws StaffError
 */
export async function resolveProblem(container: MedusaContainer, input: ResolveProblemInput): Promise<void> {
  const locking = container.resolve(Modules.LOCKING)
  await locking.execute(`fatura-problem:${input.problemId}`, () => decide(container, input), { timeout: LOCK_SECONDS })
}

/** Two staff who decide at once must not move money twice. */
async function decide(container: MedusaContainer, input: ResolveProblemInput): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const problem = await fatura.problems.find(input.problemId)
  if (!problem) {
    throw new StaffError("problem_not_found")
  }
  if (problem.resolved_at) {
    throw new StaffError("problem_resolved")
  }
  if (!actionsFor(problem.kind).includes(input.action)) {
    throw new StaffError(NOT_OFFERED[input.action])
  }
  await input.permit(operationOf(input.action, problem.kind))
  const invoice = problem.fatura_invoice_id ? await fatura.ledger.find(problem.fatura_invoice_id) : null
  const asked = invoice ? await fatura.refundRows.askedInMedusa(invoice.id) : 0
  const open = invoice && openMoney(problem.kind, invoice, asked)
  refuseBeyond(problem.kind, open, input)
  refusePart(problem, invoice, open, input)
  const done = await DEEDS[input.action]({ container, fatura, invoice, problem, open, input })
  const undecided = done === "closes" ? 0 : await leftOf(fatura, problem.id)
  if (undecided === 0) {
    await fatura.problems.resolve(problem.id, input.action, input.actor)
  }
  if (invoice) {
    const kind = undecided === 0 ? "problem_resolved" : "problem_decided_in_part"
    const details = { problem: problem.kind, action: input.action, reason: input.reason, ...(input.amount !== undefined && { amount_cents: input.amount }), ...(undecided > 0 && { undecided_cents: undecided }) }
    await fatura.ledger.addEvent(invoice.id, { kind, cause: "staff", actor: input.actor, details })
  }
}

const NOT_OFFERED: Record<ProblemAction, StaffErrorCode> = {
  refund: "action_not_offered",
  accept: "nothing_to_accept",
  record_external_refund: "action_not_offered",
  cancel_order: "order_goes_on",
  dismiss: "action_not_offered",
}

/** A part would be taken for the whole. The whole is said as well where nothing else can be meant. @throws StaffError */
function refusePart({ kind }: ProblemRow, invoice: InvoiceRow | null, open: Cents | null, { action, amount }: ResolveProblemInput): void {
  const isWhole = action === "dismiss" && amount === open && decidesOf(kind) !== "none"
  if (amount !== undefined && !isWhole && !takesAmount(action, kind, (invoice?.captured_cents ?? 0) > 0)) {
    throw new StaffError("amount_not_taken")
  }
}

/** Nothing, when the deed ended its cause: then another problem can have the rest, as money beyond what is due. */
async function leftOf(fatura: FaturaModuleService, problemId: string): Promise<number> {
  const problem = (await fatura.problems.find(problemId))!
  const invoice = problem.fatura_invoice_id ? await fatura.ledger.find(problem.fatura_invoice_id) : null
  return problem.resolved_at || !invoice ? 0 : openMoney(problem.kind, invoice, await fatura.refundRows.askedInMedusa(invoice.id))
}
