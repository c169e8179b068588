import { createOrUpdateOrderPaymentCollectionWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { Cents, isSameAmount, toCents } from "../../domain/money"
import type { FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"

/** An order as far as paying for it goes. */
export type OrderToPay = {
  id: string
  status: string
  customerId: string | null
  salesChannelId: string | null
  regionId: string | null
  customerHasAccount: boolean
  /** What the order owes now; negative when more was paid than it costs. */
  pendingCents: Cents
  /** The same in cents, with the fractions of a cent that a percentage off leaves. */
  exactPending: number
  collections: CollectionToPay[]
}

type CollectionToPay = { id: string; status: string; amountCents: Cents; exactAmount: number; holdsPayment: boolean; sessions: { id: string; providerId: string }[] }

type OrderRow = {
  id: string
  status: string
  is_draft_order: boolean
  customer_id: string | null
  sales_channel_id: string | null
  region_id: string | null
  customer: { has_account: boolean } | null
  summary: { pending_difference?: unknown } | null
  payment_collections: CollectionRow[] | null
}
type CollectionRow = {
  id: string
  status: string
  amount: unknown
  payment_sessions: { id: string; provider_id: string }[] | null
  payments: { canceled_at: unknown; captured_at: unknown }[] | null
}

/** Collections to which a payment can still be added. */
const UNPAID = ["not_paid", "awaiting", "partially_authorized"]

/** With the total Medusa tells what is pending as its admin shows it: less what is being returned. */
const FIELDS = [
  "id", "status", "total", "is_draft_order", "customer_id", "sales_channel_id", "region_id", "customer.has_account", "summary.*", "payment_collections.*",
  "payment_collections.payment_sessions.id", "payment_collections.payment_sessions.provider_id", "payment_collections.payments.canceled_at", "payment_collections.payments.captured_at",
]

/** @returns null when there is no such order, or staff are still drafting it */
export async function readOrderToPay(container: MedusaContainer, orderId: string): Promise<OrderToPay | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order", fields: FIELDS, filters: { id: orderId } })
  const order = data[0] as unknown as OrderRow | undefined
  const pending = order?.summary?.pending_difference ?? 0
  return order && !order.is_draft_order
    ? {
        id: order.id,
        status: order.status,
        customerId: order.customer_id,
        salesChannelId: order.sales_channel_id,
        regionId: order.region_id,
        customerHasAccount: order.customer?.has_account ?? false,
        pendingCents: toCents(exactReais(pending)),
        exactPending: exactReais(pending) * 100,
        collections: (order.payment_collections ?? []).map(collectionOf),
      }
    : null
}

function collectionOf(row: CollectionRow): CollectionToPay {
  return {
    id: row.id,
    status: row.status,
    amountCents: toCents(row.amount as never),
    exactAmount: exactReais(row.amount) * 100,
    holdsPayment: (row.payments ?? []).some(({ canceled_at, captured_at }) => !canceled_at && !captured_at),
    sessions: (row.payment_sessions ?? []).map((session) => ({ id: session.id, providerId: session.provider_id })),
  }
}

function exactReais(amount: unknown): number {
  return MathBN.convert(amount as BigNumberInput).toNumber()
}

/** The attempts of an order that can still take money, or have taken what is not captured yet, in all of its collections. */
export async function liveAttempts(fatura: FaturaModuleService, order: OrderToPay): Promise<InvoiceRow[]> {
  const rows = await Promise.all(order.collections.map(({ id }) => fatura.ledger.ofCollection(id)))
  return rows.flat().filter((row) => row.is_live && row.settled_at === null)
}

/** A card's amount is held, and nobody has asked for its end. */
export function isHeld(row: InvoiceRow): boolean {
  return row.status === "authorized" && row.cancel_requested_at === null
}

/**
 * The collection that the next payment belongs to, with what the order owes now: the unpaid one, which Medusa
 * leaves at its old amount when something was credited or costs less, or a new one (a draft order that was never
 * paid, a difference after an edit).
 * @returns null when there is nothing to pay
 */
export async function collectionToPay(container: MedusaContainer, order: OrderToPay): Promise<{ id: string; amountCents: Cents } | null> {
  if (order.pendingCents <= 0) {
    return null
  }
  const known = unpaidCollection(order)
  if (known) {
    return known
  }
  await createOrUpdateOrderPaymentCollectionWorkflow(container).run({ input: { order_id: order.id } })
  const now = await readOrderToPay(container, order.id)
  return now && unpaidCollection(now)
}

function unpaidCollection({ collections, exactPending }: OrderToPay): { id: string; amountCents: Cents } | null {
  return collections.find(({ status, exactAmount }) => UNPAID.includes(status) && isSameAmount(exactAmount, exactPending)) ?? null
}
