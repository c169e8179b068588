import { endOfDay, nextBankingDay } from "../../../domain/dates"
import type { InvoiceStatus } from "../../../domain/invoice-status"
import type { InvoiceRow } from "../ledger/row"
import type { EmailFacts, EmailKind } from "./email"

/** What an e-mail is held against just before it is sent. */
export type Situation = {
  invoice: Pick<InvoiceRow, "method" | "status" | "due_on" | "refunded_cents" | "external_refunded_cents">
  facts: EmailFacts | null
  /** When it is old news; null where only the invoice says so. */
  staleAt: Date | null
  /** There is a code that can be paid now. */
  isPayable: boolean
  orderIsCanceled: boolean
  /** Another code of the same purchase can be paid, or was. */
  hasOtherCode: boolean
  now: Date
}

/** Why an e-mail is dropped: `late` when it waited for too long, `untrue` when things have gone on since. */
export type Dropped = "late" | "untrue"

type Check = (situation: Situation) => boolean

const howToPay: Check = ({ invoice, isPayable, orderIsCanceled, now }) => isPayable && !orderIsCanceled && !isPastDue(invoice, now)

const HAS_PAYMENT: Record<InvoiceStatus, boolean> = {
  awaiting_payment: false,
  processing: false,
  scheduled: false,
  authorized: false,
  paid: true,
  canceled: false,
  refund_pending: true,
  partially_refunded: true,
  refunded: false,
  disputed: false,
  denied: false,
  overdue: false,
  failed: false,
  unknown: false,
}

/** What was true when the e-mail was put down may be old news when it is sent. */
const STILL_TRUE: Record<EmailKind, Check> = {
  instructions: howToPay,
  reminder: howToPay,
  // The confirmation of a payment that went back since, or of an order that is no more, would raise false hopes.
  paid: ({ invoice, orderIsCanceled }) => invoice.status !== null && HAS_PAYMENT[invoice.status] && !orderIsCanceled,
  // A newer code of the same purchase is what the shopper should pay, or has paid.
  expired: ({ invoice, hasOtherCode }) => invoice.status === "canceled" && !hasOtherCode,
  // What went back stays so, whatever follows.
  refunded: ({ invoice, facts }) => facts !== null && facts.refunded_cents <= invoice.refunded_cents + invoice.external_refunded_cents,
}

/** Whether an e-mail may still be sent; null when it may. */
export function whyDropped(kind: EmailKind, situation: Situation): Dropped | null {
  if (situation.staleAt !== null && situation.staleAt <= situation.now) {
    return "late"
  }
  return STILL_TRUE[kind](situation) ? null : "untrue"
}

/** "Pay until" a day that is over would be no help: banks take an overdue boleto no more, or with a fine. */
function isPastDue({ method, due_on }: Situation["invoice"], now: Date): boolean {
  return method === "boleto" && due_on !== null && endOfDay(nextBankingDay(due_on)) < now
}
