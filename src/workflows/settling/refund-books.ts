import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { IOrderModuleService, IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { toCents } from "../../domain/money"
import { hasActiveChange, type MedusaView } from "../medusa-view"
import { CREDIT_REFERENCE } from "./capture-less"
import { cancelForsakenCreditLines } from "./forsaken-changes"

type Refund = MedusaView["refunds"][number]
type Transaction = { id: string; order_id: string; amount: unknown; reference: string | null; reference_id: string | null; currency_code: string; created_at: string | Date }
type OrderView = { summary?: { pending_difference?: unknown }; payment_collections?: { id: string }[]; credit_lines?: { amount: unknown; reference: string | null; created_at: string | Date }[] }

/** Medusa's own refunds; what is booked of a cancelled order has the payment's or our own id. */
const MEDUSA_REFUND_ID = /^ref_/
/** Longer than a cancel can take, whoever began it. */
const CANCEL_OVER_MS = 120_000

/**
 * Medusa books a refund in three steps: the payment's row, the order's transaction, and a credit line over
 * the amount. A process that died between them leaves an order that counts money as kept, or as still owed,
 * which went back. And each refund books transactions for *all* rows of the payment, so of two at the same
 * moment the one that is refused and deleted keeps a transaction, with the amount of the other. A cancel books one under
 * the payment's id before it looks whether its refund was made: of an order that was cancelled it stands for what is
 * still to go back, of one whose cancel died it says of money that is there that it went back.
 * The caller holds the invoice's lease.
 * @param forsaken refunds made at the gateway that nobody is at work on any more
 * @returns whether something is left to mend when the change in progress has ended
 */
export async function mendRefundBooks(container: MedusaContainer, { order, paymentId, refunds }: MedusaView, forsaken: Refund[]): Promise<boolean> {
  if (!order) {
    return false
  }
  const orders: IOrderModuleService = container.resolve(Modules.ORDER)
  const transactions = await listTransactions(orders, order.id)
  await removePhantoms(container, transactions, forsaken)
  if (order.status !== "canceled") {
    await removeOfDeadCancel(container, transactions, refunds, paymentId)
  }
  const standing = await listTransactions(orders, order.id)
  if (order.status === "canceled" && standing.some((row) => row.reference_id === paymentId)) {
    // Medusa books the refund of a cancelled order under the payment's id.
    return false
  }
  const booked = bookedRefunds(standing, forsaken, paymentId)
  const unbooked = forsaken.filter((refund) => !booked.has(refund.id))
  if (unbooked.length && (await hasActiveChange(container, order.id)) && !(await cancelForsakenCreditLines(container, order.id))) {
    // Its confirmation would look like that of this refund's credit line.
    return true
  }
  for (const { id, amount } of unbooked) {
    await orders.addOrderTransactions({ order_id: order.id, amount: -amount, currency_code: transactions[0]?.currency_code ?? "brl", reference: "refund", reference_id: id })
  }
  return order.status !== "canceled" && forsaken.length > 0 && addMissingCreditLine(container, order.id, forsaken, paymentId)
}

/**
 * The transaction of each refund that has one. A cancel that did not come to its end has booked its refund, of
 * all that was left, under the payment's id.
 */
function bookedRefunds(transactions: Transaction[], refunds: Refund[], paymentId: string | null): Map<string, Transaction> {
  const booked = new Map<string, Transaction>()
  const byCancel = transactions.filter((row) => row.reference === "refund" && row.reference_id === paymentId)
  for (const refund of refunds) {
    const own = transactions.find((row) => row.reference_id === refund.id)
    const shared = byCancel.findIndex((row) => toCents(row.amount as never) === -refund.cents)
    const row = own ?? (shared < 0 ? undefined : byCancel.splice(shared, 1)[0])
    if (row) {
      booked.set(refund.id, row)
    }
  }
  return booked
}

async function listTransactions(orders: IOrderModuleService, orderId: string): Promise<Transaction[]> {
  const rows = await orders.listOrderTransactions({ order_id: orderId }, { select: ["id", "order_id", "amount", "reference", "reference_id", "currency_code", "created_at"] })
  return rows as unknown as Transaction[]
}

/** Transactions of refunds that Medusa has deleted, and those with the amount of another refund. */
async function removePhantoms(container: MedusaContainer, transactions: Transaction[], forsaken: Refund[]): Promise<void> {
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const ofRefunds = transactions.filter((row) => row.reference === "refund" && MEDUSA_REFUND_ID.test(row.reference_id ?? ""))
  if (!ofRefunds.length) {
    return
  }
  const standing = new Set((await payments.listRefunds({ id: ofRefunds.map((row) => row.reference_id!) }, { select: ["id"] })).map(({ id }) => id))
  const settledCents = new Map(forsaken.map((refund) => [refund.id, refund.cents as number]))
  const phantoms = ofRefunds.filter((row) => {
    const cents = settledCents.get(row.reference_id!)
    return !standing.has(row.reference_id!) || (cents !== undefined && cents !== -toCents(row.amount as never))
  })
  if (phantoms.length) {
    await deleteTransactions(container, phantoms)
  }
}

/** The transactions of a cancel that died, whose refund was not made, or is found and booked by itself. */
async function removeOfDeadCancel(container: MedusaContainer, transactions: Transaction[], refunds: Refund[], paymentId: string | null): Promise<void> {
  const claimed = new Set([...bookedRefunds(transactions, refunds, paymentId).values()].map(({ id }) => id))
  const phantoms = transactions.filter((row) => row.reference === "refund" && row.reference_id === paymentId && !claimed.has(row.id) && timeOf(row) < Date.now() - CANCEL_OVER_MS)
  if (phantoms.length) {
    await deleteTransactions(container, phantoms)
  }
}

/** Medusa corrects the totals of the version that a transaction is of, and only those of the newest are shown. */
async function deleteTransactions(container: MedusaContainer, rows: Transaction[]): Promise<void> {
  const orders = container.resolve(Modules.ORDER) as IOrderModuleService & { updateOrderTransactions(rows: { id: string; version: number }[]): Promise<unknown> }
  const { version } = await orders.retrieveOrder(rows[0]!.order_id, { select: ["id", "version"] })
  const ids = rows.map(({ id }) => id)
  await orders.updateOrderTransactions(ids.map((id) => ({ id, version })))
  await orders.deleteOrderTransactions(ids)
}

/** With the total Medusa tells what is pending as it looks at it itself: less what is being returned, for which it takes no credit line. */
const BOOKS = ["id", "status", "total", "summary.*", "payment_collections.id", "credit_lines.*"]

/**
 * Without it, what went back would be shown as still to be paid. Since the last change of another kind, credit
 * lines make up for all that was refunded, unless the process died before, or Medusa gave up over the credit
 * line of another refund at the same moment.
 */
async function addMissingCreditLine(container: MedusaContainer, orderId: string, forsaken: Refund[], paymentId: string | null): Promise<boolean> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const orders: IOrderModuleService = container.resolve(Modules.ORDER)
  const [{ data }, { data: changes }, transactions] = await Promise.all([
    query.graph({ entity: "order", fields: BOOKS, filters: { id: orderId } }),
    query.graph({ entity: "order_change", fields: ["id", "change_type", "created_at"], filters: { order_id: orderId, status: "confirmed" } }),
    listTransactions(orders, orderId),
  ])
  const { summary, payment_collections: collections, credit_lines: credits } = data[0] as unknown as OrderView
  const lastOther = Math.max(0, ...changes.filter(({ change_type }) => change_type !== "credit_line").map(timeOf))
  const isSince = (row: { created_at: string | Date }) => timeOf(row) > lastOther
  const booked = bookedRefunds(transactions.filter(isSince), forsaken, paymentId)
  const refunded = forsaken.reduce((sum, { id, amount }) => sum + (booked.has(id) ? amount : 0), 0)
  // What staff took for enough is credited as well, and makes up for no refund.
  const credited = (credits ?? []).filter((line) => isSince(line) && line.reference !== CREDIT_REFERENCE).reduce((sum, { amount }) => sum + Number(amount), 0)
  const missing = Math.min(Number(summary?.pending_difference ?? 0), refunded - credited)
  if (toCents(missing) <= 0) {
    return false
  }
  if ((await hasActiveChange(container, orderId)) && !(await cancelForsakenCreditLines(container, orderId))) {
    return true
  }
  await createOrderCreditLinesWorkflow(container).run({
    input: { id: orderId, credit_lines: [{ amount: missing, reference: "payment_collection", reference_id: collections?.[0]?.id ?? null }] },
  })
  return false
}

const timeOf = ({ created_at }: { created_at: string | Date }): number => new Date(created_at).getTime()
