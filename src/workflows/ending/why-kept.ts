import { toCents } from "../../domain/money"
import { held } from "../../domain/invoice-money"
import { moneyArrived } from "../../domain/invoice-status"
import type { FaturaModuleService } from "../../modules/fatura"
import { hasEndedUncaptured } from "../../modules/fatura/ledger/holds-money"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { METHOD_BY_PROVIDER_ID } from "../../modules/fatura/sessions/provider-ids"
import { isPaidCollection } from "../medusa-view"
import type { OrderToEnd } from "./read-order-to-end"

/** Sessions that come to nothing any more; whatever another version of Medusa calls a session may still be paid. */
const ENDED_SESSIONS = ["error", "canceled"]

export type WhyKept = "money" | "elsewhere" | "payable"

/**
 * Why an order must not be ended as unpaid, over all its payments in all its collections, of whichever provider:
 * cancelling it would refund what was paid, and void what is being paid elsewhere.
 * @returns `money` - money is there, or held; `elsewhere` - a payment of another provider is under way;
 *   `payable` - a code or attempt of ours may still be paid; null when nothing speaks against it
 */
export function whyKept(order: OrderToEnd, invoices: InvoiceRow[]): WhyKept | null {
  const collections = order.payment_collections ?? []
  if (collections.some((collection) => isPaidCollection(collection) || (collection.payments ?? []).some(holdsMoney)) || invoices.some(hasMoney)) {
    return "money"
  }
  if (collections.some(({ payment_sessions: sessions }) => (sessions ?? []).some(({ provider_id, status }) => !METHOD_BY_PROVIDER_ID[provider_id] && !ENDED_SESSIONS.includes(status)))) {
    return "elsewhere"
  }
  return invoices.some(({ is_live }) => is_live) ? "payable" : null
}

type Payment = NonNullable<NonNullable<OrderToEnd["payment_collections"]>[number]["payments"]>[number]

/** Authorised and not voided, or captured and not all of it returned. */
function holdsMoney({ canceled_at, captures, refunds }: Payment): boolean {
  const sum = (rows: { amount: unknown }[] | null) => (rows ?? []).reduce((total, { amount }) => total + toCents(amount as never), 0)
  return captures?.length ? sum(captures) > sum(refunds) : !canceled_at
}

/** What the ledger knows, which Medusa may not have booked yet. */
export function hasMoney(invoice: InvoiceRow): boolean {
  const { status, paid_at } = invoice
  return status === "authorized" || (held(invoice) > 0 && !hasEndedUncaptured(invoice)) || (paid_at === null && status !== null && moneyArrived(status))
}

/** All that the ledger has of an order: by its collections, and by its id where a collection was unlinked. */
export async function invoicesOf(fatura: FaturaModuleService, order: OrderToEnd): Promise<InvoiceRow[]> {
  const lists = await Promise.all([fatura.ledger.ofOrder(order.id), ...(order.payment_collections ?? []).map(({ id }) => fatura.ledger.ofCollection(id))])
  return [...new Map(lists.flat().map((row) => [row.id, row])).values()]
}
