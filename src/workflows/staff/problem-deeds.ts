import type { MedusaContainer } from "@medusajs/framework/types"
import { type Cents, reaisText } from "../../domain/money"
import { capturable, held, isPaidAmountUnknown } from "../../domain/invoice-money"
import { PROBLEM_FACTS } from "../../domain/problem-facts"
import { type ProblemAction, actionsFor } from "../../domain/problem-actions"
import type { ProblemKind } from "../../domain/problems"
import type { FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
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
  orderId: string | null
  kind: ProblemKind
  /** What is undecided of the money that the problem is about, in cents. */
  open: Cents | null
  input: { reason: string; amount?: Cents; actor: string }
}

/** `closes`: decided as a whole, though the money that the problem is about is still where it was. */
type Done = "closes" | void

/** What each decision does. @throws StaffError, and nothing is done then */
export const DEEDS: Record<ProblemAction, (work: Work) => Promise<Done>> = {
  refund: async ({ container, fatura, invoice, open, input }) => {
    const row = required(invoice)
    const amount = input.amount ?? (open || held(row))
    if (amount <= 0) {
      throw new StaffError("nothing_undecided")
    }
    await fatura.refunds.refund(row.id, null, amount)
    await workOffOf(container, "settle", row.id)
  },
  accept,
  record_external_refund: async ({ container, fatura, invoice, kind, open, input }) => {
    const row = required(invoice)
    const amount = input.amount ?? (open || undefined)
    // Staff read it in the gateway's panel: it is the gateway's own refund.
    await (kind === "refund_amount_unknown" ? recordUntoldRefund(fatura, row, amount, input) : recordExternalRefund(fatura, row.id, amount, input))
    await workOffOf(container, "settle", row.id)
  },
  cancel_order: async ({ container, fatura, orderId, kind }) => {
    if (!orderId || !actionsFor(kind).includes("cancel_order")) {
      throw new StaffError("order_goes_on")
    }
    await endOrderForStaff(container, fatura, orderId)
  },
  dismiss: async ({ container, fatura, invoice, kind, open, input }) => {
    if (!invoice) {
      return
    }
    if (kind === "card_outcome_unknown") {
      await fatura.ledger.update(invoice.id, { state: "refused", is_live: false })
      await settlePaidRivals(fatura, invoice)
    }
    if (kind === "refund_outcome_unknown" || kind === "refund_amount_mismatch") {
      await fatura.refundRows.giveUp(invoice.id)
    }
    if (PROBLEM_FACTS[kind]?.decides === "all" && invoice.captured_cents > 0) {
      // It stands in Medusa's books as captured, and stays there.
      return "closes"
    }
    if (open) {
      await keep(fatura, invoice, open, input)
      await workOffOf(container, "settle", invoice.id)
    }
  },
}

/** What came in is taken for enough: of less than what is due only that is captured, and the rest credited on the order. */
async function accept({ container, fatura, invoice }: Work): Promise<Done> {
  const row = required(invoice)
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
    return "closes"
  }
  await fatura.ledger.update(row.id, { accepted_at: new Date(), ...(isPaidAmountUnknown(row) && { paid_cents: row.amount_cents }) })
  await fatura.outbox.add("settle", row.id)
  await workOffOf(container, "settle", row.id)
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

/** The money stays with the shop, outside Medusa's books. */
async function keep(fatura: FaturaModuleService, { id }: InvoiceRow, open: Cents, { amount = open }: { amount?: Cents }): Promise<void> {
  if (amount <= 0 || amount > open) {
    throw new StaffError("keep_amount", { left: reaisText(open) })
  }
  await fatura.ledger.locked(id, async (row, trx) => {
    await fatura.ledger.update(id, { kept_cents: row.kept_cents + amount }, trx)
    await fatura.outbox.add("settle", id, trx)
  })
}

function required(invoice: InvoiceRow | null): InvoiceRow {
  if (!invoice) {
    throw new StaffError("problem_without_invoice")
  }
  return invoice
}
