import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { returned } from "../../domain/invoice-money"
import type { InvoiceStatus } from "../../domain/invoice-status"
import { cents, toReais } from "../../domain/money"
import type { FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"

/** What a subscriber of `fatura.invoice.<status>` gets. Amounts in decimal reais; nothing personal. */
export type InvoiceEventData = {
  id: string
  invoice_id: string | null
  session_id: string
  order_id: string | null
  status: string
  amount: number
  paid_amount: number | null
  refunded_amount: number
}

/**
 * Money that came or went back is told once, by status and amount: a store ships on it, and a refund that was refused
 * or a dispute that was won brings the same news. What else is said is told whenever it is so again.
 */
const TOLD_ONCE: Record<InvoiceStatus, boolean> = {
  awaiting_payment: false,
  processing: false,
  scheduled: false,
  authorized: false,
  paid: true,
  canceled: false,
  refund_pending: false,
  partially_refunded: true,
  refunded: true,
  disputed: false,
  denied: false,
  overdue: false,
  failed: false,
  unknown: false,
}

/**
 * Tells the store's own subscribers of a change, after Medusa's books have followed it. Medusa sends no
 * `payment.captured` for a card that was approved at the completion; this event comes for every payment.
 * Sent once per change; after a crash it may come again, never not at all.
 */
export async function announce(container: MedusaContainer, fatura: FaturaModuleService, invoiceId: string): Promise<void> {
  const invoice = await fatura.ledger.find(invoiceId)
  if (!invoice?.status || isRaisedInstead(invoice)) {
    return
  }
  const [told, change] = [invoice.announced?.split(" ") ?? [], changeOf(invoice)]
  if (told.at(-1) === change) {
    return
  }
  if (!(TOLD_ONCE[invoice.status] && told.includes(change))) {
    await emit(container, invoice)
  }
  const once = told.filter((one) => one !== change && TOLD_ONCE[one.split(":")[0] as InvoiceStatus])
  await fatura.ledger.update(invoice.id, { announced: [...once, change].join(" ") })
}

async function emit(container: MedusaContainer, invoice: InvoiceRow): Promise<void> {
  const data: InvoiceEventData = {
    id: invoice.id,
    invoice_id: invoice.invoice_id,
    session_id: invoice.session_id,
    order_id: invoice.order_id,
    status: invoice.status!,
    amount: toReais(cents(invoice.amount_cents)),
    paid_amount: invoice.paid_cents === null ? null : toReais(cents(invoice.paid_cents)),
    refunded_amount: toReais(returned(invoice)),
  }
  await container.resolve(Modules.EVENT_BUS).emit({ name: `fatura.invoice.${invoice.status}`, data })
}

/** The identity of a change: status and the total of what was returned. */
function changeOf(invoice: InvoiceRow): string {
  return `${invoice.status}:${returned(invoice)}`
}

/** Who ships on "paid" must not hear of money that Medusa did not capture: that is a problem, and told as one. */
function isRaisedInstead(invoice: InvoiceRow): boolean {
  return invoice.status === "paid" && invoice.captured_cents === 0
}
