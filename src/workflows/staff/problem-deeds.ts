import type { MedusaContainer } from "@medusajs/framework/types"
import { type Cents, reaisText } from "../../domain/money"
import { capturable, held, isPaidAmountUnknown } from "../../domain/invoice-money"
import { decidesOf } from "../../domain/problem-facts"
import { openMoney } from "../../domain/problem-money"
import type { ProblemKind } from "../../domain/problems"
import type { ProblemAction } from "../../domain/problem-actions"
import type { FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import type { ProblemRow } from "../../modules/fatura/problems/problems"
import { recordExternalRefund, recordUntoldRefund } from "../../modules/fatura/refunds/external-refund"
import { StaffError } from "../../modules/fatura/texts/staff-error"
import { hasActiveChange, readMedusa } from "../medusa-view"
import { endOrderForStaff } from "../ending/end-order-for-staff"
import { reinstateOrder } from "../orders/reinstate-order"
import { settlePaidRivals } from "../settling/paid-rivals"
import { workOffOf } from "../work-off"

type Work = {
  container: MedusaContainer
  fatura: FaturaModuleService
  invoice: InvoiceRow | null
  problem: ProblemRow
  /** What is undecided of the money that the problem is about, in cents. */
  open: Cents | null
  input: { reason: string; amount?: Cents; actor: string }
}

/** `closes`: decided as a whole, though the money that the problem is about is still where it was. */
type Done = "closes" | void

/** What each decision does, of those that the problem has. @throws StaffError, and nothing is done then */
export const DEEDS: Record<ProblemAction, (work: Work) => Promise<Done>> = {
  refund: async (work) => {
    const { container, fatura, invoice, open } = work
    const { id } = required(invoice)
    if (!open) {
      throw new StaffError("nothing_undecided")
    }
    await fatura.refunds.refund(id, null, async (row) => (await decided(work, row)) ?? open)
    await workOffOf(container, "settle", id)
  },
  accept,
  record_external_refund: async (work) => {
    const { container, fatura, invoice, problem, input } = work
    const row = required(invoice)
    // Staff read it in the gateway's panel: it is the gateway's own refund.
    await (problem.kind === "refund_amount_unknown" ? recordUntoldRefund(fatura, row, input.amount, input) : recordExternalRefund(fatura, row.id, (fresh) => decided(work, fresh), input))
    await workOffOf(container, "settle", row.id)
  },
  cancel_order: async ({ container, fatura, problem }) => {
    if (!problem.order_id) {
      throw new StaffError("order_goes_on")
    }
    await endOrderForStaff(container, fatura, problem.order_id)
  },
  dismiss: async (work) => {
    const { container, fatura, invoice, problem, open } = work
    if (!invoice) {
      return
    }
    if (problem.kind === "card_outcome_unknown") {
      await giveUpAttempt(fatura, invoice)
    }
    if (["refund_outcome_unknown", "refund_amount_mismatch", "refund_not_finished"].includes(problem.kind)) {
      await giveUpRefund(container, fatura, invoice, problem)
    }
    return open ? leaveWithTheShop(work, invoice) : undefined
  },
}

/** What came in is taken for enough: of less than what is due only that is captured, and the rest credited on the order. */
async function accept({ container, fatura, invoice }: Work): Promise<Done> {
  const { id } = required(invoice)
  const isCaptured = await fatura.refunds.withNoneUnderWay(id, (row) => takeForEnough(container, fatura, row))
  if (isCaptured) {
    return "closes"
  }
  await workOffOf(container, "settle", id)
}

/** @returns whether Medusa has captured it already */
async function takeForEnough(container: MedusaContainer, fatura: FaturaModuleService, row: InvoiceRow): Promise<boolean> {
  if (row.paid_at === null || held(row) === 0) {
    throw new StaffError("nothing_to_accept")
  }
  const { order } = await readMedusa(container, row)
  if (row.captured_cents === 0 && capturable(row) < row.amount_cents) {
    await refuseCredit(container, order?.id ?? null)
  }
  if (order?.status === "canceled") {
    await reinstateOrder(container, order.id)
  }
  if (row.captured_cents > 0) {
    return true
  }
  await fatura.ledger.update(row.id, { accepted_at: new Date(), ...(isPaidAmountUnknown(row) && { paid_cents: row.amount_cents }) })
  await fatura.outbox.add("settle", row.id)
  return false
}

/** Staff found no charge. What was found of it meanwhile is no attempt without an outcome any more. */
async function giveUpAttempt(fatura: FaturaModuleService, invoice: InvoiceRow): Promise<void> {
  const isGivenUp = await fatura.ledger.locked(invoice.id, async (row, trx) => {
    const isUnknown = row.state === "unknown" || row.state === "issuing"
    if (isUnknown) {
      await fatura.ledger.update(row.id, { state: "refused", is_live: false }, trx)
    }
    return isUnknown
  })
  if (isGivenUp) {
    await settlePaidRivals(fatura, invoice)
  }
}

/** The refund that the problem tells of, and no other that is on its way by now. What waited for its outcome goes on. */
async function giveUpRefund(container: MedusaContainer, fatura: FaturaModuleService, { id }: InvoiceRow, { details }: ProblemRow): Promise<void> {
  if (typeof details?.refund === "string") {
    await fatura.refundRows.giveUp(details.refund)
    await fatura.outbox.add("settle", id)
    await workOffOf(container, "settle", id)
  }
}

/** The rest is credited on the order, which takes no credit line beside another change. */
async function refuseCredit(container: MedusaContainer, orderId: string | null): Promise<void> {
  if (!orderId) {
    throw new StaffError("accept_without_order")
  }
  if (await hasActiveChange(container, orderId)) {
    throw new StaffError("order_change_active")
  }
}

/**
 * How much is decided about of an invoice that nobody else touches, in cents: what staff read of may have moved since.
 * @returns undefined when the problem is not about where money goes, and staff gave no amount
 * @throws StaffError when less is undecided
 */
async function decided({ fatura, problem: { kind }, input }: Work, row: InvoiceRow): Promise<Cents | undefined> {
  if (decidesOf(kind) === "none") {
    return input.amount
  }
  const open = openMoney(kind, row, await fatura.refundRows.askedInMedusa(row.id))
  if (open === 0) {
    throw new StaffError("nothing_undecided")
  }
  refuseBeyond(kind, open, input)
  return input.amount ?? open
}

/** The money stays with the shop: where it is captured in Medusa's books, whole; else outside of them, all or a part. */
async function leaveWithTheShop(work: Work, { id }: InvoiceRow): Promise<Done> {
  const { container, fatura, problem } = work
  const done = await fatura.refunds.withNoneUnderWay(id, async (row): Promise<Done> => {
    if (decidesOf(problem.kind) === "all" && row.captured_cents > 0) {
      return "closes"
    }
    await fatura.ledger.update(id, { kept_cents: row.kept_cents + ((await decided(work, row)) ?? 0) })
    await fatura.outbox.add("settle", id)
  })
  if (!done) {
    await workOffOf(container, "settle", id)
  }
  return done
}

/** Money of the invoice that the problem is not about is decided already: it is not decided about again under another name. @throws StaffError */
export function refuseBeyond(kind: ProblemKind, open: Cents | null, { amount }: { amount?: Cents }): void {
  if (amount === undefined || open === null || decidesOf(kind) === "none") {
    return
  }
  if (open === 0) {
    throw new StaffError("nothing_undecided")
  }
  if (amount <= 0 || amount > open) {
    throw new StaffError("keep_amount", { left: reaisText(open) })
  }
}

function required(invoice: InvoiceRow | null): InvoiceRow {
  if (!invoice) {
    throw new StaffError("problem_without_invoice")
  }
  return invoice
}
