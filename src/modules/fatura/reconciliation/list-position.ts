import { codeOfStatus, type InvoiceStatus } from "../../../domain/invoice-status"
import type { InvoicePage, LookUpPurpose } from "../../../gateway"
import type { Account } from "../accounts/account-registry"
import { Database, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { dated, type DatedPage, pairsOnPage } from "./pairs"
import { isNewestFirst } from "./pages"

/** The smallest page that the gateway was seen to answer (observation: List, A). */
export const SMALLEST_PAGE = 25

/**
 * What the last page of a status told of its list. `offset` is how much further from the top our invoices
 * stand than the ledger would have it: others may use the account, and the ledger may lack news.
 */
type Layout = { pages: number; perPage: number; newestFirst: boolean; offset: number }

/** Until a page has told; a wrong guess is mended by it. */
const ASSUMED: Layout = { pages: Number.MAX_SAFE_INTEGER, perPage: SMALLEST_PAGE, newestFirst: true, offset: 0 }

/**
 * Where an invoice stands in the gateway's list of its status. The list follows the time of creation, and so
 * do we: that many of ours stand before it. So one call answers for an invoice and for all that were made at about
 * the same time. A wrong guess costs a call and nothing else: what is not on the page is asked for singly.
 */
export class ListPositions {
  private readonly layouts = new Map<string, Layout>()

  constructor(private readonly db: Database) {}

  /**
   * The page of a status on which an issued invoice should stand. Read twice when the first page shows that the
   * list runs otherwise.
   */
  async pageAround(account: Account, row: InvoiceRow, status: InvoiceStatus, purpose: LookUpPurpose): Promise<DatedPage> {
    const first = await this.guess(row, status)
    const page = await this.read(account, status, first, purpose)
    const second = await this.guess(row, status)
    return second === first || holds(page, row) ? page : this.read(account, status, second, purpose)
  }

  private async guess(row: InvoiceRow, status: InvoiceStatus): Promise<number> {
    const layout = this.layoutOf(row.account_id, status)
    const position = (await this.before(row, status, layout)) + layout.offset
    return Math.min(Math.max(1, Math.floor(position / layout.perPage) + 1), layout.pages)
  }

  private layoutOf(accountId: string, status: InvoiceStatus): Layout {
    return this.layouts.get(`${accountId} ${status}`) ?? ASSUMED
  }

  private async read({ id, client }: Account, status: InvoiceStatus, number: number, purpose: LookUpPurpose): Promise<DatedPage> {
    const page = await dated(this.db, () => client.listInvoices({ page: number, status: codeOfStatus(status)! }, purpose))
    const layout = layoutAfter(page, this.layoutOf(id, status))
    this.layouts.set(`${id} ${status}`, { ...layout, offset: (await this.offset(id, status, page, layout)) ?? layout.offset })
    return page
  }

  /** How far off the guess was, seen by the first of ours on the page. */
  private async offset(accountId: string, status: InvoiceStatus, page: InvoicePage, layout: Layout): Promise<number | null> {
    const ours = this.db(tables.invoice).where({ account_id: accountId, status, state: "issued" })
    const [pair] = await pairsOnPage(ours, page.invoices)
    if (!pair) {
      return null
    }
    return (page.page - 1) * layout.perPage + page.invoices.indexOf(pair.listed) - (await this.before(pair.row, status, layout))
  }

  /** How many of ours come before one in the list. */
  private async before({ account_id, issued_at }: InvoiceRow, status: InvoiceStatus, { newestFirst }: Layout): Promise<number> {
    const counted = await this.db(tables.invoice)
      .where({ account_id, status, state: "issued" })
      .andWhere("issued_at", newestFirst ? ">" : "<", issued_at as Date)
      .count("* as count")
      .first()
    return Number(counted?.count ?? 0)
  }
}

function layoutAfter(page: InvoicePage, before: Layout): Layout {
  const perPage = page.perPage ?? (page.pages > 1 ? page.invoices.length : before.perPage)
  // One invoice has no order.
  const newestFirst = page.invoices.length > 1 ? isNewestFirst(page) : before.newestFirst
  return { pages: page.pages, perPage: Math.max(1, perPage), newestFirst, offset: newestFirst === before.newestFirst ? before.offset : 0 }
}

function holds(page: InvoicePage, row: InvoiceRow): boolean {
  return page.invoices.some(({ id }) => id === row.gateway_id || id === row.invoice_id)
}
