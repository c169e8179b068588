import type { MedusaContainer } from "@medusajs/framework/types"
import type { InvoiceStatus } from "../../domain/invoice-status"
import type { FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { authorize } from "./authorize"
import { bookRefunds } from "./book-refunds"
import { capturePaid } from "./capture-paid"
import { closeUnpaidOrder } from "./close-unpaid-order"
import { endUncaptured } from "./end-uncaptured"
import { releaseKept } from "./release-kept"
import { raiseReturnedTwice } from "./returned-twice"
import type { Settled, Settling } from "./settling"

type Settler = (settling: Settling) => Promise<Settled>

const waits: Settler = async () => "waits"

/** A refund or dispute can be the first news of an invoice; money that came is captured before it went. */
const captureThenBook: Settler = async (settling) => {
  const captured = await capturePaid(settling)
  const invoice = await settling.fatura.ledger.find(settling.invoice.id)
  if (!invoice) {
    return captured
  }
  await raiseReturnedTwice({ ...settling, invoice })
  const booked = await bookRefunds({ ...settling, invoice })
  await releaseKept(settling)
  return booked ?? captured
}

/** A card that was held for its amount and released again is no refusal: its shopper gets another chance. */
const closeUnpaid: Settler = (settling) => (settling.invoice.hold ? endUncaptured(settling) : closeUnpaidOrder(settling))

/** What each status means to Medusa. */
const SETTLERS: Record<InvoiceStatus, Settler> = {
  awaiting_payment: waits,
  processing: waits,
  scheduled: waits,
  authorized: authorize,
  paid: captureThenBook,
  canceled: closeUnpaid,
  refund_pending: captureThenBook,
  partially_refunded: captureThenBook,
  refunded: captureThenBook,
  disputed: captureThenBook,
  denied: closeUnpaid,
  overdue: waits,
  failed: closeUnpaid,
  unknown: waits,
}

export async function settle(container: MedusaContainer, fatura: FaturaModuleService, invoice: InvoiceRow): Promise<Settled> {
  return invoice.status ? SETTLERS[invoice.status]({ container, fatura, invoice }) : "waits"
}
