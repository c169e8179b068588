import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { Modules, PaymentActions } from "@medusajs/framework/utils"
import type { IPaymentModuleService } from "@medusajs/framework/types"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { METHOD_BY_PROVIDER_ID } from "../../modules/fatura/sessions/provider-ids"
import { cents, toCents, toReais } from "../../domain/money"
import { amountToCapture } from "../../domain/settlement"
import type { ProblemKind } from "../../domain/problems"
import { MedusaView, readMedusa, readOrder } from "../medusa-view"
import { ENDED_BY_RETURN, type Settled, type Settling } from "./settling"

/**
 * Captures a paid invoice in Medusa exactly once, or raises it.
 * Medusa's workflow does not look at the order's status, ignores some failures, and takes the order's
 * transaction from the amount it is given: so the order is looked at before and after, the session's
 * amount is given, and the result is read back.
 * @throws Error when Medusa did not capture; the outbox tries again
 */
export async function capturePaid(given: Settling): Promise<Settled> {
  const settling = await adoptBySession(given)
  const { container, fatura, invoice } = settling
  const before = await readMedusa(container, invoice)
  if (before.capturedCents > 0 && invoice.settled_at) {
    return "already_captured"
  }
  const problem = await whyNotCapture(settling, before)
  if (problem && isReturned(invoice)) {
    await fatura.problems.clear(ENDED_BY_RETURN, invoice.id)
    return "waits"
  }
  if (problem) {
    await raise(settling, problem, before)
    if (problem === "paid_after_cancel" && (await fatura.settings.current()).onLatePayment === "refund") {
      await fatura.outbox.add("return_late_money", invoice.id)
    }
    return "raised"
  }
  await processPaymentWorkflow(container).run({
    input: { action: PaymentActions.SUCCESSFUL, data: { session_id: invoice.session_id, amount: amountToBook(before, invoice) } },
  })
  const after = await readMedusa(container, invoice)
  if (after.capturedCents !== invoice.amount_cents) {
    throw new Error(`Medusa has captured ${after.capturedCents} of ${invoice.amount_cents} cents of invoice ${invoice.id}`)
  }
  if (!(await fatura.ledger.markCaptured(invoice, after.order?.id ?? invoice.order_id, after.capturedCents, (captured, trx) => fatura.emails.afterCapture(captured, trx)))) {
    await raise(settling, "paid_twice", after)
    return "raised"
  }
  await fatura.ledger.addEvent(invoice.id, { kind: "captured", cause: "system", details: { payment_id: after.paymentId } })
  await fatura.problems.clear(ENDED_BY_RETURN, invoice.id)
  await withdrawOtherCodes(settling)
  const order = after.order && (await readOrder(container, after.order.id))
  if (order?.status === "canceled") {
    await raise(settling, "paid_after_cancel", after)
    return "raised"
  }
  return "captured"
}

/** All that was paid is back with the payer, so there is nothing left to decide. */
function isReturned(invoice: InvoiceRow): boolean {
  return invoice.paid_at !== null && invoice.refunded_cents >= (invoice.paid_cents ?? invoice.amount_cents)
}

/**
 * The session's own amount, fractions of a cent included: booked with the rounded one, the order would
 * be left with a difference of less than a cent to pay.
 */
function amountToBook({ sessionAmount }: MedusaView, invoice: InvoiceRow): string | number {
  const fits = sessionAmount !== null && toCents(sessionAmount) === invoice.amount_cents
  return fits ? sessionAmount : toReais(cents(invoice.amount_cents))
}

/**
 * An old code of a waiting order was paid after it was replaced: Medusa has deleted its session. The
 * session that replaced it takes the paid invoice over, after its own code was cancelled.
 */
async function adoptBySession(settling: Settling): Promise<Settling> {
  const { container, fatura, invoice } = settling
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  if (!invoice.paid_at || invoice.settled_at || isReturned(invoice) || (await payments.listPaymentSessions({ id: [invoice.session_id] })).length) {
    return settling
  }
  const sessions = await payments.listPaymentSessions({ payment_collection_id: invoice.payment_collection_id }, { relations: ["payment"] })
  const heir = sessions.find((session) => METHOD_BY_PROVIDER_ID[session.provider_id] && !session.payment && toCents(session.amount as never) === invoice.amount_cents)
  if (!heir) {
    return settling
  }
  const rivals = (await fatura.ledger.ofCollection(invoice.payment_collection_id)).filter((row) => row.id !== invoice.id && row.is_live)
  for (const rival of rivals) {
    if ((await fatura.canceling.cancel(rival.id, "replaced")) !== "canceled") {
      return settling
    }
  }
  const adopted = await fatura.ledger.update(invoice.id, { session_id: heir.id })
  await fatura.ledger.addEvent(invoice.id, { kind: "adopted", cause: "system", details: { session_id: heir.id } })
  return { ...settling, invoice: adopted }
}

async function whyNotCapture({ fatura, invoice }: Settling, medusa: MedusaView): Promise<ProblemKind | null> {
  if (!invoice.paid_at) {
    return "gateway_refund_not_booked"
  }
  if (invoice.hold && !invoice.accepted_at) {
    return invoice.hold
  }
  if (medusa.order?.status === "canceled") {
    return "paid_after_cancel"
  }
  const others = (await fatura.ledger.ofCollection(invoice.payment_collection_id)).filter((row) => row.id !== invoice.id)
  if (others.some((row) => row.settled_at !== null)) {
    return "paid_twice"
  }
  if (!medusa.sessionExists) {
    return "late_notice_of_old_session"
  }
  if (!invoice.accepted_at && amountToCapture(cents(invoice.paid_cents ?? invoice.amount_cents), cents(invoice.amount_cents)) === 0) {
    return "paid_too_little"
  }
  return null
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
