import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { PaymentActions } from "@medusajs/framework/utils"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { hasEndedUncaptured } from "../../modules/fatura/ledger/holds-money"
import { capturable } from "../../domain/invoice-money"
import { type Cents, toCents, toReais } from "../../domain/money"
import type { ProblemKind } from "../../domain/problems"
import { MedusaView, readMedusa, readOrder } from "../medusa-view"
import { adoptBySession } from "./adopt-session"
import { creditRest, lowerPayment } from "./capture-less"
import { endUncaptured } from "./end-uncaptured"
import { settleExcess } from "./excess"
import { ENDED_BY_RETURN, type Settled, type Settling } from "./settling"
import { whyNotEnough } from "./why-not-enough"

/**
 * Captures a paid invoice in Medusa exactly once, or raises it.
 * Medusa's workflow does not look at the order's status, ignores some failures, and takes the order's
 * transaction from the amount it is given: so the order is looked at before and after, the session's
 * amount is given, and the result is read back.
 * @throws Error when Medusa did not capture; the outbox tries again
 */
export async function capturePaid(given: Settling): Promise<Settled> {
  const settling = await adoptBySession(given)
  const { container, invoice } = settling
  const before = await readMedusa(container, invoice)
  if (before.capturedCents > 0 && invoice.settled_at) {
    await settleExcess(settling, before.order?.id ?? null)
    return "already_captured"
  }
  const isOtherCaptured = await hasCapturedRival(settling)
  if (before.capturedCents > 0 && !isOtherCaptured) {
    // Killed between Medusa's capture and the note of it.
    return capture(settling, before)
  }
  if (hasEndedUncaptured(invoice)) {
    // That it was refunded without ever having been paid was raised with the news of it, and stays for staff.
    await settling.fatura.problems.clear(ENDED_BY_RETURN, invoice.id)
    return endUncaptured(settling)
  }
  const problem = whyNotCapture(invoice, before, isOtherCaptured)
  return problem ? raiseUncaptured(settling, problem, before) : capture(settling, before)
}

async function hasCapturedRival({ fatura, invoice }: Settling): Promise<boolean> {
  const rows = await fatura.ledger.ofCollection(invoice.payment_collection_id)
  return rows.some((row) => row.id !== invoice.id && row.settled_at !== null)
}

async function capture(settling: Settling, before: MedusaView): Promise<Settled> {
  const { container, fatura, invoice } = settling
  const amount = capturable(invoice)
  const isLess = amount < invoice.amount_cents
  if (isLess) {
    await lowerPayment(settling, before, amount)
  }
  await processPaymentWorkflow(container).run({
    input: { action: PaymentActions.SUCCESSFUL, data: { session_id: invoice.session_id, amount: amountToBook(before, amount) } },
  })
  const after = await readMedusa(container, invoice)
  if (after.capturedCents !== amount) {
    throw new Error(`Medusa has captured ${after.capturedCents} of ${amount} cents of invoice ${invoice.id}`)
  }
  if (isLess) {
    await creditRest(settling, after.order!.id, amount)
  }
  if (!(await fatura.ledger.markCaptured(invoice, after.order?.id ?? invoice.order_id, after.capturedCents, (captured, trx) => fatura.emails.afterCapture(captured, trx)))) {
    await raise(settling, "paid_twice", after)
    return "raised"
  }
  await fatura.ledger.addEvent(invoice.id, { kind: "captured", cause: "system", details: { payment_id: after.paymentId, amount_cents: amount } })
  await fatura.problems.clear(ENDED_BY_RETURN, invoice.id)
  await settleExcess(settling, after.order?.id ?? null)
  await withdrawOtherCodes(settling)
  const order = after.order && (await readOrder(container, after.order.id))
  if (order?.status === "canceled") {
    await raise(settling, "paid_after_cancel", after)
    return "raised"
  }
  return "captured"
}

/** Money that is not captured stands on the Problems list, until it is decided about to the last cent. */
async function raiseUncaptured(settling: Settling, problem: ProblemKind, medusa: MedusaView): Promise<Settled> {
  const { fatura, invoice } = settling
  await raise(settling, problem, medusa)
  if (problem === "paid_after_cancel" && (await fatura.settings.current()).onLatePayment === "refund") {
    await fatura.outbox.add("return_late_money", invoice.id)
  }
  return "raised"
}

/**
 * The session's own amount, fractions of a cent included: booked with the rounded one, the order would
 * be left with a difference of less than a cent to pay.
 */
function amountToBook({ sessionAmount }: MedusaView, amount: Cents): string | number {
  const fits = sessionAmount !== null && toCents(sessionAmount) === amount
  return fits ? sessionAmount : toReais(amount)
}

function whyNotCapture(invoice: InvoiceRow, medusa: MedusaView, isOtherCaptured: boolean): ProblemKind | null {
  if (!invoice.paid_at) {
    return "gateway_refund_not_booked"
  }
  if (invoice.hold && !invoice.accepted_at) {
    return invoice.hold
  }
  if (medusa.order?.status === "canceled") {
    return "paid_after_cancel"
  }
  if (isOtherCaptured) {
    return "paid_twice"
  }
  if (!medusa.sessionExists) {
    return "late_notice_of_old_session"
  }
  return whyNotEnough(invoice)
}

/** Another code of the same purchase must not be paid as well. */
async function withdrawOtherCodes({ fatura, invoice }: Settling): Promise<void> {
  for (const row of await fatura.ledger.ofCollection(invoice.payment_collection_id)) {
    if (row.id !== invoice.id && row.is_live) {
      await fatura.canceling.cancel(row.id, "replaced")
    }
  }
}

async function raise({ fatura, invoice }: Settling, kind: ProblemKind, medusa: MedusaView): Promise<void> {
  await fatura.problems.raise({
    kind,
    subject: invoice.id,
    invoiceId: invoice.id,
    orderId: medusa.order?.id ?? invoice.order_id,
    accountId: invoice.account_id,
    details: { paid_cents: invoice.paid_cents, due_cents: invoice.amount_cents },
  })
}
