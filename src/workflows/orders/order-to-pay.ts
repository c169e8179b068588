import { createOrUpdateOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Cents, cents, toCents, toReais } from "../../domain/money"

/** An order as far as paying for it goes. */
export type OrderToPay = {
  id: string
  status: string
  customerId: string | null
  salesChannelId: string | null
  customerHasAccount: boolean
  pendingCents: Cents
  collections: { id: string; status: string; amountCents: Cents; sessions: { id: string; providerId: string }[] }[]
}

type OrderRow = {
  id: string
  status: string
  is_draft_order: boolean
  customer_id: string | null
  sales_channel_id: string | null
  customer: { has_account: boolean } | null
  summary: { pending_difference?: unknown } | null
  payment_collections: { id: string; status: string; amount: unknown; payment_sessions: { id: string; provider_id: string }[] | null }[] | null
}

/** Collections to which a payment can still be added. */
const UNPAID = ["not_paid", "awaiting", "partially_authorized"]

/** @returns null when there is no such order, or staff are still drafting it */
export async function readOrderToPay(container: MedusaContainer, orderId: string): Promise<OrderToPay | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "status", "is_draft_order", "customer_id", "sales_channel_id", "customer.has_account", "summary.*", "payment_collections.*", "payment_collections.payment_sessions.id", "payment_collections.payment_sessions.provider_id"],
    filters: { id: orderId },
  })
  const order = data[0] as unknown as OrderRow | undefined
  return order && !order.is_draft_order
    ? {
        id: order.id,
        status: order.status,
        customerId: order.customer_id,
        salesChannelId: order.sales_channel_id,
        customerHasAccount: order.customer?.has_account ?? false,
        pendingCents: toCents((order.summary?.pending_difference ?? 0) as never),
        collections: (order.payment_collections ?? []).map((collection) => ({
          id: collection.id,
          status: collection.status,
          amountCents: toCents(collection.amount as never),
          sessions: (collection.payment_sessions ?? []).map((session) => ({ id: session.id, providerId: session.provider_id })),
        })),
      }
    : null
}

/**
 * The collection that the next payment belongs to: the unpaid one, or a new one for what is outstanding
 * (a draft order that was never paid, a difference after an edit).
 * @returns null when there is nothing to pay
 */
export async function collectionToPay(container: MedusaContainer, order: OrderToPay): Promise<{ id: string; amountCents: Cents } | null> {
  const unpaid = order.collections.find((collection) => UNPAID.includes(collection.status) && collection.amountCents > 0)
  if (unpaid) {
    return { id: unpaid.id, amountCents: unpaid.amountCents }
  }
  if (order.pendingCents <= 0) {
    return null
  }
  const { result } = await createOrUpdateOrderPaymentCollectionWorkflow(container).run({ input: { order_id: order.id, amount: toReais(order.pendingCents) } })
  const made = (result as { id: string; amount: unknown }[])[0]
  return made ? { id: made.id, amountCents: cents(toCents(made.amount as never)) } : null
}
