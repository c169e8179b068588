import { codeOfStatus, type InvoiceStatus } from "../../../domain/invoice-status"
import type { InvoicePage, LookUpPurpose } from "../../../gateway"
import type { Account } from "../accounts/account-registry"
import { Database, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { pairsOnPage } from "./pairs"
import { isNewestFirst } from "./pages"

/** The smallest page that the gateway was seen to answer (observation: List, A). */
export const SMALLEST_PAGE = 25

/**
 * What the last page of a status told of its list. `offset` is how much further from the newest end our
 * invoices stand than the ledger would have it: others may use the account, and the ledger may lack news.
 */
type Layout = { pages: number; perPage: number; total: number; newestFirst: boolean; offset: number }

/**
 * Where an invoice stands in the gateway's list of its status. The list follows the time of creation, and so
 * do we: that many of ours are newer. So one call answers for an invoice and for all that were made at about
 * the same time. A wrong guess costs a call and nothing else: what is not on the page is asked for singly.
 */
export class ListPositions {
  private readonly layouts = new Map<string, Layout>()

  constructor(private readonly db: Database) {}

  /** The page on which an issued invoice should stand. Read twice when the first page shows that the list runs otherwise. */
  async pageAround(account: Account, row: InvoiceRow, purpose: LookUpPurpose): Promise<InvoicePage> {
    const key = `${account.id} ${row.status}`
    const newer = await this.newer(row)
    const first = pageNumber(this.layouts.get(key), newer)
    const page = await this.read(account, row.status!, first, purpose)
    const second = pageNumber(this.layouts.get(key), newer)
    return second === first || holds(page, row) ? page : this.read(account, row.status!, second, purpose)
  }

  private async read({ id, client }: Account, status: InvoiceStatus, number: number, purpose: LookUpPurpose): Promise<InvoicePage> {
    const page = await client.listInvoices({ page: number, status: codeOfStatus(status)! }, purpose)
    const key = `${id} ${status}`
    const layout = layoutOf(page, this.layouts.get(key))
    this.layouts.set(key, { ...layout, offset: (await this.offset(id, status, page, layout)) ?? layout.offset })
    return page
  }

  /** How far off the guess was, seen by the first of ours on the page. */
  private async offset(accountId: string, status: InvoiceStatus, page: InvoicePage, layout: Layout): Promise<number | null> {
    const ours = this.db(tables.invoice).where({ account_id: accountId, status, state: "issued" })
    const [pair] = await pairsOnPage(ours, page.invoices)
    if (!pair) {
      return null
    }
    const fromTop = (page.page - 1) * layout.perPage + page.invoices.indexOf(pair.listed)
    return (layout.newestFirst ? fromTop : layout.total - 1 - fromTop) - (await this.newer(pair.row))
  }

  private async newer(row: InvoiceRow): Promise<number> {
    const { account_id, status, issued_at } = row
    const counted = await this.db(tables.invoice)
      .where({ account_id, status, state: "issued" })
      .andWhere("issued_at", ">", issued_at as Date)
      .count("* as count")
      .first()
    return Number(counted?.count ?? 0)
  }
}

function layoutOf(page: InvoicePage, before: Layout | undefined): Layout {
  const perPage = page.perPage ?? (page.pages > 1 ? page.invoices.length : before?.perPage) ?? SMALLEST_PAGE
  return {
    pages: page.pages,
    perPage: Math.max(1, perPage),
    total: page.totalInvoices ?? page.pages * perPage,
    // One invoice has no order.
    newestFirst: page.invoices.length > 1 ? isNewestFirst(page) : before?.newestFirst ?? true,
    offset: before?.offset ?? 0,
  }
}

function pageNumber(layout: Layout | undefined, newer: number): number {
  if (!layout) {
    return Math.floor(newer / SMALLEST_PAGE) + 1
  }
  const fromNewest = Math.max(0, newer + layout.offset)
  const fromTop = layout.newestFirst ? fromNewest : layout.total - 1 - fromNewest
  return Math.min(Math.max(1, Math.floor(fromTop / layout.perPage) + 1), layout.pages)
}

function holds(page: InvoicePage, row: InvoiceRow): boolean {
  return page.invoices.some(({ id }) => id === row.gateway_id || id === row.invoice_id)
}
