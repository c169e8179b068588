import type { MedusaOrder } from "./books"
import { finding, type Finding } from "./finding"
import type { Bookshelf, Case } from "./ledger-of-books"

export function doubleCaptures({ books }: Bookshelf): Finding[] {
  const ofPayments = books.medusa.payments.flatMap((payment) => {
    const captures = books.medusa.captures.filter(({ payment_id }) => payment_id === payment.id)
    const cents = Math.round(captures.reduce((sum, capture) => sum + capture.cents, 0))
    return captures.length > 1 || cents > Math.round(payment.cents)
      ? [finding("double_capture", `payment ${payment.id} of ${Math.round(payment.cents)} cents has ${captures.length} captures of ${cents}`)]
      : []
  })
  const ofTransactions = books.medusa.orders.flatMap((order) => {
    const own = books.medusa.transactions.filter(({ order_id }) => order_id === order.id)
    const twice = own.filter((one, index) => own.findIndex((other) => other.reference === one.reference && other.reference_id === one.reference_id) !== index)
    return twice.map((one) => finding("double_capture", `its transaction ${one.reference} ${one.reference_id} is booked more than once`, { order }))
  })
  return [...ofPayments, ...ofTransactions]
}

type Money = { captured: number; refunded: number }

/** What Medusa should hold of the invoices that it captured: at most the amount due of each, interest stays in the ledger. */
function moneyAtGateway(cases: Case[]): Money {
  const captured = cases.filter(({ payment }) => payment)
  return {
    captured: sum(captured.map(({ invoice }) => Math.min(invoice.paidCents, invoice.dueCents))),
    refunded: sum(captured.map(({ invoice }) => Math.min(invoice.refundedCents, invoice.dueCents))),
  }
}

export function centsDiffer(shelf: Bookshelf): Finding[] {
  return shelf.books.medusa.orders.flatMap((order) => {
    const cases = shelf.casesOfOrder(order.id)
    const payments = shelf.paymentsOfOrder(order.id).map(({ id }) => id)
    const gateway = moneyAtGateway(cases)
    const medusa: Money = { captured: shelf.capturedCents(payments), refunded: shelf.refundedCents(payments) }
    const transacted = shelf.transactedCents(order.id)
    const isTold = (kinds: string[]): boolean => cases.some((one) => shelf.isRaised(one, kinds))
    const differences = [
      medusa.captured === gateway.captured ? null : `captured ${medusa.captured} cents, paid at the gateway ${gateway.captured}`,
      medusa.refunded === gateway.refunded || isTold(["gateway_refund_not_booked", "refund_amount_unknown"]) ? null : `refunded ${medusa.refunded} cents, at the gateway ${gateway.refunded}`,
      transacted === gateway.captured - gateway.refunded || isTold(["refund_failed_on_cancel"]) ? null : `its transactions say ${transacted} cents, the gateway keeps ${gateway.captured - gateway.refunded}`,
      order.status === "canceled" || gateway.captured === 0 || Math.round(order.pendingCents) === 0 ? null : `shows ${Math.round(order.pendingCents)} cents as still to be paid`,
    ].filter((words) => words !== null)
    if (!differences.length) return []
    return [finding("cents", `${order.status} order: ${differences.join("; ")}`, { order, invoice: (cases.find(({ payment }) => payment) ?? cases[0])?.invoice })]
  })
}

/** What the gateway was told to give back by the shop is at most what staff wanted once; the panel's own comes on top. */
export function doubleRefunds(shelf: Bookshelf): Finding[] {
  const { wishes } = shelf.books
  const groups = new Map<string, Case[]>()
  for (const one of shelf.cases) {
    const key = one.order?.id ?? `invoice ${one.invoice.id}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap((cases) => {
    const { order } = cases[0]!
    const ids = cases.map(({ invoice }) => invoice.id)
    const inPanel = sum(wishes.filter(({ by, invoiceId }) => by === "panel" && invoiceId !== null && ids.includes(invoiceId)).map(({ cents }) => cents))
    const byStaff = sum(wishes.filter(({ by, orderId }) => by === "staff" && order !== null && orderId === order.id).map(({ cents }) => cents))
    const sent = sum(cases.map(({ invoice }) => invoice.refundedCents)) - inPanel
    const about = { order, invoice: cases.find(({ invoice }) => invoice.refundedCents > 0)?.invoice }
    return sent > byStaff ? [finding("double_refund", `the shop gave back ${sent} cents, staff wanted ${byStaff}`, about)] : []
  })
}

export function capturedOnCanceled(shelf: Bookshelf): Finding[] {
  return canceled(shelf).flatMap((order) => {
    const payments = shelf.paymentsOfOrder(order.id).map(({ id }) => id)
    const kept = shelf.capturedCents(payments) - shelf.refundedCents(payments)
    const cases = shelf.casesOfOrder(order.id)
    const isTold = cases.some((one) => shelf.isRaised(one, ["paid_after_cancel", "refund_failed_on_cancel", "refund_outcome_unknown"]))
    return kept > 0 && !isTold ? [finding("captured_on_canceled", `${kept} cents are captured and not given back`, { order, invoice: cases.find(({ payment }) => payment)?.invoice })] : []
  })
}

export function reservationsLeft(shelf: Bookshelf): Finding[] {
  return canceled(shelf).flatMap((order) => {
    const units = shelf.books.medusa.reservations.find(({ order_id }) => order_id === order.id)?.units ?? 0
    return units > 0 ? [finding("reservation_left", `${units} units are still held for it`, { order })] : []
  })
}

export function ordersTwice({ books }: Bookshelf): Finding[] {
  const { carts, orders } = books.medusa
  return carts
    .filter((one, index) => carts.findIndex((other) => other.cart_id === one.cart_id) !== index)
    .map((one) => finding("order_twice", `cart ${one.cart_id} became more than one order`, { order: orders.find(({ id }) => id === one.order_id) ?? null }))
}

export function notFinished({ books }: Bookshelf): Finding[] {
  const counts = Object.entries(books.pending).filter(([, count]) => count > 0)
  const untouched = counts.length ? books.medusa.untouched : []
  return [
    ...counts.map(([name, count]) => finding("not_finished", `${name}: ${count}`)),
    ...untouched.map(({ order_id, words }) => finding("not_finished", words, { order: books.medusa.orders.find(({ id }) => id === order_id) ?? null })),
  ]
}

const canceled = (shelf: Bookshelf): MedusaOrder[] => shelf.books.medusa.orders.filter(({ status }) => status === "canceled")

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)
