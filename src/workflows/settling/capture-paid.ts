import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { Modules, PaymentActions } from "@medusajs/framework/utils"
import type { IPaymentModuleService } from "@medusajs/framework/types"
import { UnexpectedStateError } from "../../domain/words-of-error"
import { hasCaptureBefore, hasEndedUncaptured } from "../../modules/fatura/ledger/holds-money"
import { capturable, capturedOf, heldOfCapture } from "../../domain/invoice-money"
import { cents, type Cents, toCents, toReais } from "../../domain/money"
import type { ProblemKind } from "../../domain/problems"
import { MedusaView, readMedusa, readOrder } from "../medusa-view"
import { adoptBySession } from "./adopt-session"
import { creditRest, fitPayment } from "./capture-less"
import { endUncaptured } from "./end-uncaptured"
import { settleExcess } from "./excess"
import { owedBy } from "./owed"
import { ENDED_BY_RETURN, type Settled, type Settling } from "./settling"
import { whyNotCapture } from "./why-not-capture"

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
    if (!before.order && before.capturedCents > before.refundedCents) {
      return orderIt(settling, before)
    }
    await settling.fatura.problems.clear("paid_without_order", invoice.id)
    await settleExcess(settling, before.order?.id ?? null)
    return "already_captured"
  }
  const isOtherCaptured = await hasCapturedRival(settling)
  if (before.capturedCents > 0 && !isOtherCaptured) {
    // Killed between Medusa's capture and the note of it.
    return capture(settling, before, cents(Math.min(before.capturedCents, capturable(invoice))))
  }
  if (hasEndedUncaptured(invoice)) {
    // That it was refunded without ever having been paid was raised with the news of it, and stays for staff.
    await settling.fatura.problems.clear([...ENDED_BY_RETURN, "overpaid"], invoice.id)
    return endUncaptured(settling)
  }
  const owed = await owedBy(container, before)
  const problem = whyNotCapture(invoice, before, { isOtherCaptured, owed })
  if (problem) {
    await raiseUncaptured(settling, problem, before)
  }
  const isOnItsWayBack = await waitsForRefund(settling)
  if (problem) {
    return "raised"
  }
  return isOnItsWayBack ? "waits" : capture(settling, before, capturedOf(invoice, owed))
}

/**
 * Money that may be on its way back pays for nothing, though staff took it for enough or its order lives again. How
 * its refund ends, which is asked for here where the ledger can tell, has the invoice settled once more.
 */
async function waitsForRefund({ fatura, invoice }: Settling): Promise<boolean> {
  const open = await fatura.refundRows.openOf(invoice.id)
  if (open) {
    await fatura.refunds.stillOpen(invoice)
  }
  return open !== null
}

async function hasCapturedRival({ fatura, invoice }: Settling): Promise<boolean> {
  const rows = await fatura.ledger.ofCollection(invoice.payment_collection_id)
  return rows.some((row) => hasCaptureBefore(row, invoice))
}

async function capture(settling: Settling, before: MedusaView, amount: Cents): Promise<Settled> {
  const { container, fatura, invoice } = settling
  const isTooLittle = capturable(invoice) < invoice.amount_cents
  if (before.capturedCents === 0) {
    await fitPayment(settling, before, amount, { credits: isTooLittle })
  }
  await revivePayment(settling, before)
  await processPaymentWorkflow(container).run({
    input: { action: PaymentActions.SUCCESSFUL, data: { session_id: invoice.session_id, amount: amountToBook(before, amount) } },
  })
  const after = await readMedusa(container, invoice)
  if (after.capturedCents !== amount) {
    throw new UnexpectedStateError(`Medusa has captured ${after.capturedCents} of ${amount} cents of invoice ${invoice.id}`)
  }
  if (isTooLittle) {
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
  if (!after.order) {
    await raise(settling, "paid_without_order", after)
    return "raised"
  }
  const order = await readOrder(container, after.order.id)
  if (order?.status === "canceled") {
    await raise(settling, "paid_after_cancel", after)
    return "raised"
  }
  return "captured"
}

/**
 * Medusa voids the payment of a held card when its order is edited or cancelled, and captures nothing of it any more.
 * The gateway has taken the money all the same, so the payment stands.
 */
async function revivePayment({ container }: Settling, { isVoided, paymentId }: MedusaView): Promise<void> {
  if (isVoided && paymentId) {
    const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
    await payments.updatePayment({ id: paymentId, canceled_at: null } as never)
  }
}

/**
 * The completion that took the money was undone, and so was the refund of it: the cart is completed once more with
 * its payment, or the money is for staff to decide. It pays for no order while it is on its way back, nor after a
 * part of it went.
 */
async function orderIt(settling: Settling, before: MedusaView): Promise<Settled> {
  const { container, fatura, invoice } = settling
  if (invoice.status !== "paid" || (await fatura.refundRows.openOf(invoice.id))) {
    return leaveToStaff(settling, before)
  }
  await revivePayment(settling, before)
  const data = { session_id: invoice.session_id, amount: toReais(cents(invoice.captured_cents)) }
  await processPaymentWorkflow(container).run({ input: { action: PaymentActions.SUCCESSFUL, data } })
  const after = await readMedusa(container, invoice)
  if (after.order) {
    await fatura.ledger.update(invoice.id, { order_id: after.order.id })
    await fatura.problems.clear("paid_without_order", invoice.id)
    return "captured"
  }
  if (after.capturedCents > after.refundedCents) {
    await raise(settling, "paid_without_order", after)
  }
  return "raised"
}

/** What is left of captured money without an order stands on the Problems list. */
async function leaveToStaff(settling: Settling, medusa: MedusaView): Promise<Settled> {
  const { fatura, invoice } = settling
  if (heldOfCapture(invoice, await fatura.refundRows.askedInMedusa(invoice.id)) === 0) {
    return "already_captured"
  }
  await raise(settling, "paid_without_order", medusa)
  return "raised"
}

/** Money that is not captured stands on the Problems list, until it is decided about to the last cent. */
async function raiseUncaptured(settling: Settling, problem: ProblemKind, medusa: MedusaView): Promise<void> {
  const { fatura, invoice } = settling
  await raise(settling, problem, medusa)
  if (problem === "paid_after_cancel" && (await fatura.settings.current()).onLatePayment === "refund") {
    await fatura.outbox.add("return_late_money", invoice.id)
  }
}

/**
 * The session's own amount, fractions of a cent included: booked with the rounded one, the order would
 * be left with a difference of less than a cent to pay.
 */
function amountToBook({ sessionAmount }: MedusaView, amount: Cents): string | number {
  const fits = sessionAmount !== null && toCents(sessionAmount) === amount
  return fits ? sessionAmount : toReais(amount)
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
