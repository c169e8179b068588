import type { MedusaContainer } from "@medusajs/framework/types"
import type { InvoiceStatus } from "../../domain/invoice-status"
import type { FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { capturePaid } from "./capture-paid"
import { closeUnpaidOrder } from "./close-unpaid-order"
import { compareRefunds } from "./compare-refunds"

/** What was done: `waits` - nothing to do yet; `raised` - staff must decide. */
export type Settled = "captured" | "already_captured" | "order_canceled" | "waits" | "raised"

export type Settling = { container: MedusaContainer; fatura: FaturaModuleService; invoice: InvoiceRow }

type Settler = (settling: Settling) => Promise<Settled>

const waits: Settler = async () => "waits"

/** A refund or dispute can be the first news of an invoice; money that came is captured before it went. */
const captureThenCompare: Settler = async (settling) => {
  const captured = await capturePaid(settling)
  return (await compareRefunds(settling)) ?? captured
}

/** What each status means to Medusa. */
const SETTLERS: Record<InvoiceStatus, Settler> = {
  awaiting_payment: waits,
  processing: waits,
  scheduled: waits,
  authorized: waits,
  paid: capturePaid,
  canceled: closeUnpaidOrder,
  refund_pending: captureThenCompare,
  partially_refunded: captureThenCompare,
  refunded: captureThenCompare,
  disputed: captureThenCompare,
  denied: closeUnpaidOrder,
  overdue: waits,
  failed: closeUnpaidOrder,
  unknown: waits,
}

export async function settle(container: MedusaContainer, fatura: FaturaModuleService, invoice: InvoiceRow): Promise<Settled> {
  return invoice.status ? SETTLERS[invoice.status]({ container, fatura, invoice }) : "waits"
}
