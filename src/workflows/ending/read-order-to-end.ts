import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"

type Amounts = { amount: unknown }[] | null

/** An order as far as ending it goes, with every payment of every collection. */
export type OrderToEnd = {
  id: string
  status: string
  is_draft_order: boolean
  /** With the total it tells what is pending as the admin shows it. */
  summary: { pending_difference?: unknown } | null
  items: { id: string }[] | null
  fulfillments: { id: string; canceled_at: string | Date | null }[] | null
  payment_collections:
    | {
        id: string
        status: string
        payment_sessions: { id: string; provider_id: string; status: string }[] | null
        payments: { id: string; canceled_at: string | Date | null; captures: Amounts; refunds: Amounts }[] | null
      }[]
    | null
}

/** A change in progress: nobody else can change the order, and Medusa refuses to cancel it. */
export type ActiveChange = { id: string; change_type: string | null; created_at: string | Date; return_id: string | null; exchange_id: string | null; claim_id: string | null }

const FIELDS = [
  "id", "status", "is_draft_order", "total", "summary.*", "items.id", "fulfillments.id", "fulfillments.canceled_at",
  "payment_collections.id", "payment_collections.status",
  "payment_collections.payment_sessions.id", "payment_collections.payment_sessions.provider_id", "payment_collections.payment_sessions.status",
  "payment_collections.payments.id", "payment_collections.payments.canceled_at", "payment_collections.payments.captures.amount", "payment_collections.payments.refunds.amount",
]

export async function readOrderToEnd(container: MedusaContainer, orderId: string): Promise<OrderToEnd | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order", fields: FIELDS, filters: { id: orderId } })
  return (data[0] as unknown as OrderToEnd | undefined) ?? null
}

export async function activeChanges(container: MedusaContainer, orderId: string): Promise<ActiveChange[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const fields = ["id", "change_type", "created_at", "return_id", "exchange_id", "claim_id"]
  const { data } = await query.graph({ entity: "order_change", fields, filters: { order_id: orderId, status: ["pending", "requested"] } })
  return data as unknown as ActiveChange[]
}
