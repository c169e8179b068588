import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { IOrderModuleService, MedusaContainer } from "@medusajs/framework/types"
import { hasActiveChange, type MedusaView } from "../medusa-view"

/**
 * Medusa books a refund in two steps: the payment's row, and then the order's transaction with a credit
 * line. A process that died between them leaves an order that counts money as kept which went back.
 * @param refunds made at the gateway, and so old that nobody is at work on them any more
 */
export async function bookForgottenTransactions(container: MedusaContainer, medusa: MedusaView, refunds: MedusaView["refunds"]): Promise<void> {
  const { order, paymentId } = medusa
  if (!order || !refunds.length) {
    return
  }
  const orders: IOrderModuleService = container.resolve(Modules.ORDER)
  const transactions = await orders.listOrderTransactions({ order_id: order.id }, { select: ["id", "reference_id", "currency_code"] })
  const booked = new Set(transactions.map((row) => row.reference_id))
  // The refund of a cancelled order is booked under the payment's id.
  const forgotten = booked.has(paymentId!) ? [] : refunds.filter(({ id }) => !booked.has(id))
  for (const { id, amount } of forgotten) {
    await orders.addOrderTransactions({ order_id: order.id, amount: -amount, currency_code: transactions[0]?.currency_code ?? "brl", reference: "refund", reference_id: id })
    await addCreditLine(container, order, amount)
  }
}

/** Without it, what went back would be shown as still to be paid. */
async function addCreditLine(container: MedusaContainer, order: { id: string; status: string }, amount: number): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order", fields: ["id", "summary.*", "payment_collections.id"], filters: { id: order.id } })
  const { summary, payment_collections: collections } = data[0] as unknown as { summary?: { pending_difference?: number }; payment_collections?: { id: string }[] }
  const credit = Math.min(Number(summary?.pending_difference ?? 0), amount)
  if (credit <= 0 || order.status === "canceled" || (await hasActiveChange(container, order.id))) {
    return
  }
  await createOrderCreditLinesWorkflow(container).run({
    input: { id: order.id, credit_lines: [{ amount: credit, reference: "payment_collection", reference_id: collections?.[0]?.id ?? null }] },
  })
}
