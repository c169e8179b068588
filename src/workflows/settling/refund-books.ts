import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { IOrderModuleService, IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { toCents } from "../../domain/money"
import { hasActiveChange, type MedusaView } from "../medusa-view"

type Refund = MedusaView["refunds"][number]
type Transaction = { id: string; order_id: string; amount: unknown; reference: string | null; reference_id: string | null; currency_code: string; created_at: string | Date }
type OrderView = { id: string; version: number; status: string; summary?: { pending_difference?: unknown }; payment_collections?: { id: string }[] }

/** Medusa's own refunds; what is booked of a cancelled order has the payment's or our own id. */
const MEDUSA_REFUND_ID = /^ref_/
/** Longer than Medusa takes to confirm a credit line. */
const FORSAKEN_CHANGE_MS = 120_000

/**
 * Medusa books a refund in three steps: the payment's row, the order's transaction, and a credit line over
 * the amount. A process that died between them leaves an order that counts money as kept, or as still owed,
 * which went back. And each refund books transactions for *all* rows of the payment, so of two at the same
 * moment the one that is refused and deleted keeps a transaction, with the amount of the other.
 * The caller holds the invoice's lease.
 * @param forsaken refunds made at the gateway, and so old that nobody is at work on them any more
 */
export async function mendRefundBooks(container: MedusaContainer, { order, paymentId }: MedusaView, forsaken: Refund[]): Promise<void> {
  if (!order) {
    return
  }
  const orders: IOrderModuleService = container.resolve(Modules.ORDER)
  const transactions = await listTransactions(orders, order.id)
  await removePhantoms(container, transactions, forsaken)
  const booked = new Set((await listTransactions(orders, order.id)).map((row) => row.reference_id))
  if (order.status === "canceled" && booked.has(paymentId!)) {
    // Medusa books the refund of a cancelled order under the payment's id.
    return
  }
  for (const { id, amount } of forsaken.filter((refund) => !booked.has(refund.id))) {
    await orders.addOrderTransactions({ order_id: order.id, amount: -amount, currency_code: transactions[0]?.currency_code ?? "brl", reference: "refund", reference_id: id })
  }
  if (order.status !== "canceled" && forsaken.length) {
    await addMissingCreditLine(container, order.id, forsaken)
  }
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

/** Medusa corrects the totals of the version that a transaction is of, and only those of the newest are shown. */
async function deleteTransactions(container: MedusaContainer, rows: Transaction[]): Promise<void> {
  const orders = container.resolve(Modules.ORDER) as IOrderModuleService & { updateOrderTransactions(rows: { id: string; version: number }[]): Promise<unknown> }
  const { version } = await orders.retrieveOrder(rows[0]!.order_id, { select: ["id", "version"] })
  const ids = rows.map(({ id }) => id)
  await orders.updateOrderTransactions(ids.map((id) => ({ id, version })))
  await orders.deleteOrderTransactions(ids)
}

/**
 * Without it, what went back would be shown as still to be paid. Medusa confirms it as a change of the order
 * right after the transaction; when none was confirmed since, its process died before.
 */
async function addMissingCreditLine(container: MedusaContainer, orderId: string, forsaken: Refund[]): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const orders: IOrderModuleService = container.resolve(Modules.ORDER)
  const [{ data }, { data: changes }, transactions] = await Promise.all([
    query.graph({ entity: "order", fields: ["id", "version", "status", "summary.*", "payment_collections.id"], filters: { id: orderId } }),
    query.graph({ entity: "order_change", fields: ["id", "status", "change_type", "created_at"], filters: { order_id: orderId } }),
    listTransactions(orders, orderId),
  ])
  const { summary, payment_collections: collections } = data[0] as unknown as OrderView
  const pendingCents = toCents((summary?.pending_difference ?? 0) as never)
  const lastConfirmedAt = Math.max(0, ...changes.filter(({ status }) => status === "confirmed").map(({ created_at }) => new Date(created_at).getTime()))
  const withoutCredit = forsaken.filter(({ id }) => {
    const transaction = transactions.find((row) => row.reference_id === id)
    return transaction !== undefined && new Date(transaction.created_at).getTime() > lastConfirmedAt
  })
  if (pendingCents <= 0 || !withoutCredit.length) {
    return
  }
  await cancelForsakenCreditLines(orders, changes)
  if (await hasActiveChange(container, orderId)) {
    return
  }
  const went = withoutCredit.reduce((sum, { amount }) => sum + amount, 0)
  const amount = Math.min(Number(summary?.pending_difference), went)
  await createOrderCreditLinesWorkflow(container).run({
    input: { id: orderId, credit_lines: [{ amount, reference: "payment_collection", reference_id: collections?.[0]?.id ?? null }] },
  })
}

/** Left between its creation and its confirmation: no one could edit or refund the order any more. */
async function cancelForsakenCreditLines(orders: IOrderModuleService, changes: { id: string; status: string; change_type?: string; created_at: string | Date }[]): Promise<void> {
  const forsaken = changes.filter(
    ({ status, change_type, created_at }) => status === "pending" && change_type === "credit_line" && Date.now() - new Date(created_at).getTime() > FORSAKEN_CHANGE_MS
  )
  if (forsaken.length) {
    await orders.cancelOrderChange(forsaken.map(({ id }) => id))
  }
}
