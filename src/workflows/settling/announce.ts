import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { returned } from "../../domain/invoice-money"
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
 * Tells the store's own subscribers of a change, after Medusa's books have followed it. Medusa sends no
 * `payment.captured` for a card that was approved at the completion; this event comes for every payment.
 * Sent once per change; after a crash it may come again, never not at all.
 */
export async function announce(container: MedusaContainer, fatura: FaturaModuleService, invoiceId: string): Promise<void> {
  const invoice = await fatura.ledger.find(invoiceId)
  if (!invoice?.status || invoice.announced === changeOf(invoice) || isRaisedInstead(invoice)) {
    return
  }
  const data: InvoiceEventData = {
    id: invoice.id,
    invoice_id: invoice.invoice_id,
    session_id: invoice.session_id,
    order_id: invoice.order_id,
    status: invoice.status,
    amount: toReais(cents(invoice.amount_cents)),
    paid_amount: invoice.paid_cents === null ? null : toReais(cents(invoice.paid_cents)),
    refunded_amount: toReais(returned(invoice)),
  }
  await container.resolve(Modules.EVENT_BUS).emit({ name: `fatura.invoice.${invoice.status}`, data })
  await fatura.ledger.update(invoice.id, { announced: changeOf(invoice) })
}

/** The identity of a change: status and the total of what was returned. */
function changeOf(invoice: InvoiceRow): string {
  return `${invoice.status}:${returned(invoice)}`
}

/** Who ships on "paid" must not hear of money that Medusa did not capture: that is a problem, and told as one. */
function isRaisedInstead(invoice: InvoiceRow): boolean {
  return invoice.status === "paid" && invoice.captured_cents === 0
}
