import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import type { FaturaModuleService } from "../../modules/fatura"
import { closeUnpaidOrder } from "./close-unpaid-order"
import type { Settled, Settling } from "./settling"

/** For so long the shopper can have another code, before the order goes the way of an expired one. */
const CHANCE_MS = 24 * 3_600_000

/**
 * Money came and went, or was decided to be kept, and none of it was captured: the order goes on as an unpaid
 * one. Its code is over, so that another can be had; when none is, the order ends by `onExpiry` like one
 * whose code expired.
 */
export async function endUncaptured(settling: Settling): Promise<Settled> {
  const invoice = await grantChance(settling.fatura, settling.invoice)
  return invoice.cancel_at && invoice.cancel_at > new Date() ? "waits" : closeUnpaidOrder({ ...settling, invoice })
}

async function grantChance(fatura: FaturaModuleService, invoice: InvoiceRow): Promise<InvoiceRow> {
  const granted = !invoice.is_live && invoice.cancel_at !== null && (invoice.paid_at === null || invoice.cancel_at > invoice.paid_at)
  if (granted) {
    return invoice
  }
  await fatura.ledger.addEvent(invoice.id, { kind: "ended_uncaptured", cause: "system" })
  return fatura.ledger.update(invoice.id, { is_live: false, next_check_at: null, cancel_at: new Date(Date.now() + CHANCE_MS) })
}
