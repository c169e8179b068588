import type { GatewayClient, InvoicePage, ListedInvoice } from "../../../gateway"
import type { Ledger } from "../ledger/ledger"
import type { InvoiceRow } from "../ledger/row"
import { isNewestFirst } from "../reconciliation/pages"

/** Look-ups spent on one search through the list; most end after one or two. */
const PAGES_SEARCHED = 6

/** The list from the newest invoice on, whichever way the gateway gives it: rank 0 is the page of the newest. */
type Layout = { pages: number; perPage: number; newestFirst: boolean }

/**
 * Looks through the gateway's list for the invoice of an attempt whose answer was lost; its reference tells it.
 * The list follows the time of creation, and so do we: as many invoices stand before it as the ledger has
 * younger ones, and on each page those that we know tell whether it stands there, before or after. So an attempt
 * of yesterday costs no more calls than one of a minute ago. No source tells in which order the list comes
 * (the sandbox has both); a first page tells.
 */
export class FindAttempt {
  /** @param latestMs how long after its start the gateway may have carried out a request */
  constructor(
    private readonly ledger: Ledger,
    private readonly latestMs: number
  ) {}

  /**
   * @returns null when it stands where it must stand if there is one, or was not found in as many pages as one
   *   search may cost
   * @throws GatewayError when the list can't be read
   */
  async find(client: GatewayClient, attempt: InvoiceRow): Promise<ListedInvoice | null> {
    const younger = await this.ledger.countBegunAfter(attempt.account_id, attempt.issuing_started_at)
    let page = await client.listInvoices({ page: 1 })
    const layout = layoutOf(page)
    let rank = layout.newestFirst ? 0 : layout.pages - 1
    let position = younger
    const unread = new Set(Array.from({ length: layout.pages }, (_, index) => index))
    for (let read = 1; ; read++) {
      const found = page.invoices.find(({ reference }) => reference === attempt.reference)
      if (found) {
        return found
      }
      const known = await this.ledger.ofGatewayIds(attempt.account_id, page.invoices.map(({ id }) => id))
      const { isNewer, isOlder } = this.compare(known, attempt)
      unread.delete(rank)
      for (const other of unread) {
        if ((isNewer && other < rank) || (isOlder && other > rank)) unread.delete(other)
      }
      if (known[0]) {
        position = younger + (await this.offset(known[0], page, rank, layout))
      }
      const next = nearest(unread, Math.floor(position / layout.perPage))
      if ((isNewer && isOlder) || next === null || read === PAGES_SEARCHED) {
        return null
      }
      rank = next
      page = await client.listInvoices({ page: layout.newestFirst ? rank + 1 : layout.pages - rank })
    }
  }

  /** Whether one of a page's invoices is surely newer, or surely older, than the attempt. */
  private compare(known: InvoiceRow[], attempt: InvoiceRow): { isNewer: boolean; isOlder: boolean } {
    const begun = known.map(({ issuing_started_at }) => issuing_started_at.getTime() - attempt.issuing_started_at.getTime())
    return { isNewer: begun.some((ms) => ms > this.latestMs), isOlder: begun.some((ms) => ms < -this.latestMs) }
  }

  /** How much further from the newest an invoice stands than the ledger would have it, since others may use the account. */
  private async offset(known: InvoiceRow, { invoices }: InvoicePage, rank: number, { perPage, newestFirst }: Layout): Promise<number> {
    const index = invoices.findIndex(({ id }) => id === known.gateway_id || id === known.invoice_id)
    const position = rank * perPage + (newestFirst ? index : invoices.length - 1 - index)
    return position - (await this.ledger.countBegunAfter(known.account_id, known.issuing_started_at))
  }
}

function layoutOf(first: InvoicePage): Layout {
  return { pages: Math.max(1, first.pages), perPage: Math.max(1, first.perPage ?? first.invoices.length), newestFirst: isNewestFirst(first) }
}

function nearest(ranks: Set<number>, to: number): number | null {
  return [...ranks].reduce<number | null>((best, rank) => (best === null || Math.abs(rank - to) < Math.abs(best - to) ? rank : best), null)
}
