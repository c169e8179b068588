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
    let page = await client.listInvoices({ page: 1 })
    const layout = layoutOf(page)
    let rank = layout.newestFirst ? 0 : layout.pages - 1
    let guess = await this.guess(attempt, layout, 0)
    const unread = new Set(Array.from({ length: layout.pages }, (_, index) => index))
    for (let read = 1; ; read++) {
      const found = page.invoices.find(({ reference }) => reference === attempt.reference)
      if (found) {
        return found
      }
      unread.delete(rank)
      const side = await this.compare(page, attempt)
      for (const other of unread) {
        if ((side.isNewer && other < rank) || (side.isOlder && other > rank)) unread.delete(other)
      }
      guess = (await this.guessAfter(page, rank, attempt, layout)) ?? guess
      const next = nearest(unread, guess)
      if ((side.isNewer && side.isOlder) || next === null || read === PAGES_SEARCHED) {
        return null
      }
      rank = next
      page = await client.listInvoices({ page: layout.newestFirst ? rank + 1 : layout.pages - rank })
    }
  }

  /** Whether what we know of a page is surely newer, or surely older, than the attempt. */
  private async compare(page: InvoicePage, attempt: InvoiceRow): Promise<{ isNewer: boolean; isOlder: boolean }> {
    const begun = (await this.knownOn(page, attempt)).map(({ issuing_started_at }) => issuing_started_at.getTime() - attempt.issuing_started_at.getTime())
    return { isNewer: begun.some((ms) => ms > this.latestMs), isOlder: begun.some((ms) => ms < -this.latestMs) }
  }

  private knownOn({ invoices }: InvoicePage, { account_id }: InvoiceRow): Promise<InvoiceRow[]> {
    return this.ledger.ofGatewayIds(account_id, invoices.map(({ id }) => id))
  }

  /** `offset`: how much further from the newest ours stand than the ledger would have it, since others may use the account. */
  private async guess({ account_id, issuing_started_at }: InvoiceRow, { perPage, pages }: Layout, offset: number): Promise<number> {
    const younger = await this.ledger.countBegunAfter(account_id, issuing_started_at)
    return Math.min(Math.max(0, Math.floor((younger + offset) / perPage)), pages - 1)
  }

  private async guessAfter(page: InvoicePage, rank: number, attempt: InvoiceRow, layout: Layout): Promise<number | null> {
    const [known] = await this.knownOn(page, attempt)
    if (!known) {
      return null
    }
    const index = page.invoices.findIndex(({ id }) => id === known.gateway_id || id === known.invoice_id)
    const position = rank * layout.perPage + (layout.newestFirst ? index : page.invoices.length - 1 - index)
    return this.guess(attempt, layout, position - (await this.ledger.countBegunAfter(known.account_id, known.issuing_started_at)))
  }
}

function layoutOf(first: InvoicePage): Layout {
  return { pages: Math.max(1, first.pages), perPage: Math.max(1, first.perPage ?? first.invoices.length), newestFirst: isNewestFirst(first) }
}

function nearest(ranks: Set<number>, to: number): number | null {
  return [...ranks].reduce<number | null>((best, rank) => (best === null || Math.abs(rank - to) < Math.abs(best - to) ? rank : best), null)
}
