import type { MedusaContainer } from "@medusajs/framework/types"
import type { FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { blocksOf } from "./end-unpaid-order"
import { activeChanges, readOrderToEnd } from "./read-order-to-end"
import { hasMoney, invoicesOf, whyKept } from "./why-kept"

/**
 * Why an order that waits can't be given up for a new cart. `money`: it has money, of the invoice that is answered,
 * or of another provider. `elsewhere`: another provider is being paid. `blocked`: Medusa refuses the cancel.
 */
export type NotReplaced = { why: "money" | "elsewhere" | "blocked"; invoice: InvoiceRow | null }

/** Looked at before anything is offered or given up. A payable code of ours is no reason: it is ended first. */
export async function whyNotReplaced(container: MedusaContainer, fatura: FaturaModuleService, orderId: string): Promise<NotReplaced | null> {
  const [order, changes] = await Promise.all([readOrderToEnd(container, orderId), activeChanges(container, orderId)])
  if (!order) {
    return null
  }
  const invoices = await invoicesOf(fatura, order)
  const kept = whyKept(order, invoices)
  if (kept === "money") {
    return { why: "money", invoice: invoices.find(hasMoney) ?? null }
  }
  if (kept === "elsewhere") {
    return { why: "elsewhere", invoice: null }
  }
  return blocksOf(order, changes).length ? { why: "blocked", invoice: null } : null
}
