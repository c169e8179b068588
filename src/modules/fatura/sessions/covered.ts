import { toCents } from "../../../domain/money"

/** A payment as Medusa has it, of whichever provider. Amounts are Medusa's own, in reais. */
export type CollectionPayment = { id: string; canceled_at: string | Date | null; captures?: { amount: unknown }[]; refunds?: { amount: unknown }[] }

type Collection = { status: string; payments?: CollectionPayment[]; order?: unknown }

/** Collection states in which nothing may be added to an order's. */
const COVERED = ["authorized", "completed", "partially_captured"]

/**
 * Whether a payment collection is paid for. After a completion that failed late Medusa gives the money of a cart
 * back and leaves the collection's status as it was, `authorized` or `completed`; so a cart is covered only by a
 * payment that stands. An order's status is its own books'.
 */
export function isCovered({ status, payments = [], order }: Collection): boolean {
  return order ? COVERED.includes(status) : payments.some(stands)
}

/** Authorised and not cancelled, or captured and not all given back. Medusa marks a captured one as cancelled too before it refunds it. */
function stands({ canceled_at, captures = [], refunds = [] }: CollectionPayment): boolean {
  return captures.length ? total(captures) > total(refunds) : !canceled_at
}

/** Money that was captured and did not go back. */
export function holdsCapture(payments: CollectionPayment[] = []): boolean {
  return payments.some(({ captures = [], refunds = [] }) => total(captures) > total(refunds))
}

function total(rows: { amount: unknown }[]): number {
  return rows.reduce((sum, { amount }) => sum + toCents(amount as never), 0)
}
