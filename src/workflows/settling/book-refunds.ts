import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import type { IOrderModuleService, IPaymentModuleService } from "@medusajs/framework/types"
import { returnedOfCapture } from "../../domain/invoice-money"
import { type Cents, cents, toCents, toReais } from "../../domain/money"
import { refundToBook } from "../../domain/settlement"
import type { RefundRow } from "../../modules/fatura/refunds/refund-rows"
import { MedusaView, hasActiveChange, readMedusa } from "../medusa-view"
import { BookingWaits } from "./booking-waits"
import { mendRefundBooks } from "./refund-books"
import { ENDED_BY_RETURN, type Settled, type Settling } from "./settling"

/** Longer than a request in which a refund fails can take. */
const FORSAKEN_MS = 120_000

/**
 * What was returned of the money that Medusa captured for this invoice, and its books lack, is booked as a refund,
 * once. Nothing is booked of an invoice that was not captured: the payment of its session is another one's. While one of our own
 * refunds is under way or unknown, what came after it can't be told apart from it, so booking waits.
 * @throws BookingWaits
 */
export async function bookRefunds(settling: Settling): Promise<Settled | null> {
  const { container, fatura, invoice } = settling
  if (invoice.captured_cents === 0) {
    return null
  }
  const medusa = await readMedusa(container, invoice)
  const toBeBooked = returnedOfCapture(invoice, await fatura.refundRows.askedInMedusa(invoice.id))
  const made = new Set(await fatura.refundRows.madeMedusaIds(invoice.id))
  // What was booked from here had this lease: that it lacks something means that the booking failed.
  const ours = new Set(await fatura.refundRows.bookedMedusaIds(invoice.id))
  if (await mendRefundBooks(container, medusa, medusa.refunds.filter((refund) => ours.has(refund.id) || (made.has(refund.id) && isForsaken(refund))))) {
    throw new BookingWaits("the order has a change in progress")
  }
  const bookedCents = medusa.refunds.reduce((total, refund) => total + (made.has(refund.id) ? refund.cents : 0), 0)
  const unmade = medusa.refunds.filter(({ id }) => !made.has(id))
  const open = await fatura.refunds.stillOpen(invoice)
  if (open && toBeBooked <= bookedCents) {
    // Who is told that the outcome is unknown takes its refund back, unless it dies.
    await removeForsaken(settling, unmade)
    return null
  }
  if (open && invoice.refunded_cents > open.cumulative_cents - open.amount_cents) {
    throw new BookingWaits("a refund of this invoice is under way")
  }
  if (!medusa.paymentId || medusa.capturedCents === 0) {
    return null
  }
  await removeUnmadeRefunds(settling, unmade)
  if (toBeBooked <= medusa.refundedCents) {
    await clearReturned(settling, toBeBooked)
    return null
  }
  if (medusa.order && (await hasActiveChange(container, medusa.order.id))) {
    throw new BookingWaits("the order has a change in progress")
  }
  const bookable = refundToBook({ returned: toBeBooked, captured: medusa.capturedCents, refunded: medusa.refundedCents })
  if (bookable > 0) {
    const refund = await fatura.refundRows.storeGatewayRefund(invoice, bookable)
    await book(settling, medusa, refund)
    await fatura.ledger.addEvent(invoice.id, { kind: "refund_booked", cause: "system", details: { amount_cents: bookable } })
  }
  await clearReturned(settling, toBeBooked)
  return "refund_booked"
}

/** Medusa's books hold what was returned. */
async function clearReturned({ fatura, invoice }: Settling, returned: Cents): Promise<void> {
  await fatura.problems.clear("gateway_refund_not_booked", invoice.id)
  if (returned >= invoice.captured_cents) {
    await fatura.problems.clear(["refund_failed_on_cancel", ...ENDED_BY_RETURN], invoice.id)
  }
}

/**
 * A refund that failed as far as Medusa knows is deleted by Medusa itself, a moment after our refusal, and
 * one that is only beginning stands there before its intent does. Until then its row would count as
 * booked, and Medusa would book its transaction with the amount of ours. One that stays is of a process
 * which died.
 * @throws BookingWaits
 */
async function removeUnmadeRefunds(settling: Settling, left: MedusaView["refunds"]): Promise<void> {
  if (left.length) {
    await removeForsaken(settling, left)
    throw new BookingWaits("Medusa is undoing a refund that failed")
  }
}

async function removeForsaken({ container }: Settling, left: MedusaView["refunds"]): Promise<void> {
  const forsaken = left.filter(isForsaken)
  if (forsaken.length) {
    const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
    await payments.deleteRefunds(forsaken.map(({ id }) => id))
  }
}

function isForsaken({ createdAt }: MedusaView["refunds"][number]): boolean {
  return Date.now() - createdAt.getTime() > FORSAKEN_MS
}

/** A cancelled order takes no refund through Medusa's workflow, nor does money without an order; there the modules are called directly. */
async function book({ container, fatura }: Settling, medusa: MedusaView, refund: RefundRow): Promise<void> {
  if (refund.state === "booked") {
    // Claimed in an earlier run whose Medusa refund does not exist, else it would not be missing.
    await fatura.refundRows.unclaim(refund.id)
  }
  // The whole rest is what Medusa has captured, which it does not round to cents.
  const isRest = refund.amount_cents === medusa.capturedCents - medusa.refundedCents
  const amount = isRest ? medusa.exactRest : toReais(cents(refund.amount_cents))
  const metadata = { fatura_refund: refund.id }
  const note = "Refunded at the gateway"
  if (medusa.order && medusa.order.status !== "canceled") {
    await refundPaymentWorkflow(container).run({ input: { payment_id: medusa.paymentId!, amount, note, metadata } as never })
    return
  }
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const payment = await payments.refundPayment({ payment_id: medusa.paymentId!, amount, note, metadata } as never)
  const made = payment.refunds?.find((row) => (row as { metadata?: { fatura_refund?: string } }).metadata?.fatura_refund === refund.id)
  if (!medusa.order) {
    return
  }
  await bookTransactionOfCanceledOrder(container.resolve(Modules.ORDER), medusa.order.id, made?.id ?? refund.id, amount)
}

/** Medusa books the transaction of a refund at the cancel, even of one that was refused; it is not booked twice. */
async function bookTransactionOfCanceledOrder(orders: IOrderModuleService, orderId: string, refundId: string, amount: number): Promise<void> {
  const transactions = await orders.listOrderTransactions({ order_id: orderId }, { select: ["id", "amount", "currency_code"] })
  const balance = transactions.reduce((sum, row) => sum + toCents(row.amount as never), 0)
  if (balance < toCents(amount)) {
    return
  }
  await orders.addOrderTransactions({ order_id: orderId, amount: -amount, currency_code: transactions[0]!.currency_code, reference: "refund", reference_id: refundId })
}
