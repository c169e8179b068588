import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Cents, cents } from "../../domain/money"
import { type ProblemAction, actionsFor } from "../../domain/problem-actions"
import type { ProblemKind } from "../../domain/problems"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { recordExternalRefund } from "../../modules/fatura/refunds/external-refund"
import { StaffError } from "../../modules/fatura/texts/staff-error"
import { endOrderForStaff } from "../ending/end-order-for-staff"
import { reinstateOrder } from "../orders/reinstate-order"
import { settlePaidRivals } from "../settling/paid-rivals"
import { workOffOf } from "../work-off"

export type ResolveProblemInput = { problemId: string; action: ProblemAction; reason: string; amount?: Cents; actor: string }

const LOCK_SECONDS = 60

type Deed = (work: { container: MedusaContainer; fatura: FaturaModuleService; invoice: InvoiceRow | null; orderId: string | null; kind: ProblemKind; input: ResolveProblemInput }) => Promise<void>

const DEEDS: Record<ProblemAction, Deed> = {
  refund: async ({ container, fatura, invoice, input }) => {
    const row = required(invoice)
    const left = Math.max(row.paid_cents ?? 0, row.settled_at ? row.amount_cents : 0) - row.refunded_cents
    await fatura.refunds.refund(row.id, null, input.amount ?? cents(left))
    await workOffOf(container, "settle", row.id)
  },
  accept: async ({ container, fatura, invoice, kind }) => {
    const row = required(invoice)
    if (!actionsFor(kind).includes("accept")) {
      throw new StaffError("nothing_to_accept")
    }
    if (kind === "paid_after_cancel" && row.order_id) {
      await reinstateOrder(container, row.order_id)
    }
    await fatura.ledger.update(row.id, { accepted_at: new Date() })
    await fatura.outbox.add("settle", row.id)
    await workOffOf(container, "settle", row.id)
  },
  record_external_refund: async ({ container, fatura, invoice, input }) => {
    const row = required(invoice)
    await recordExternalRefund(fatura.changes, row, input.amount, { reason: input.reason, actor: input.actor })
    await workOffOf(container, "settle", row.id)
  },
  cancel_order: async ({ container, fatura, orderId, kind }) => {
    if (!orderId || !actionsFor(kind).includes("cancel_order")) {
      throw new StaffError("order_goes_on")
    }
    await endOrderForStaff(container, fatura, orderId)
  },
  dismiss: async ({ fatura, invoice, kind }) => {
    if (invoice && kind === "card_outcome_unknown") {
      await fatura.ledger.update(invoice.id, { state: "refused", is_live: false })
      await settlePaidRivals(fatura, invoice)
    }
    if (invoice && (kind === "refund_outcome_unknown" || kind === "refund_amount_mismatch")) {
      await fatura.refundRows.giveUp(invoice.id)
    }
  },
}

/**
 * A named decision of staff, with a reason, written to the timeline: the one way besides the gateway in
 * which money is moved or booked.
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
  const invoice = problem.fatura_invoice_id ? await fatura.ledger.find(problem.fatura_invoice_id) : null
  await DEEDS[input.action]({ container, fatura, invoice, orderId: problem.order_id, kind: problem.kind, input })
  await fatura.problems.resolve(problem.id, input.action, input.actor)
  if (invoice) {
    await fatura.ledger.addEvent(invoice.id, { kind: "problem_resolved", cause: "staff", actor: input.actor, details: { problem: problem.kind, action: input.action, reason: input.reason } })
  }
}

function required(invoice: InvoiceRow | null): InvoiceRow {
  if (!invoice) {
    throw new StaffError("problem_without_invoice")
  }
  return invoice
}
