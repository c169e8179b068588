import type { GatewayClient, InvoicePage, ListedInvoice } from "../../../gateway"
import { codeOfStatus, isDefinitelyUnpaid, statusFromCode, type InvoiceStatus } from "../../../domain/invoice-status"
import type { Account, AccountRegistry } from "../accounts/account-registry"
import type { Canceling } from "../canceling/cancel"
import { Database, tables } from "../database"
import type { ChangeTaker } from "../ledger/apply-change"
import type { Ledger } from "../ledger/ledger"
import { type LookUps, seenInList } from "../ledger/look-up"
import type { InvoiceRow } from "../ledger/row"
import { newestPages } from "./pages"
import { nextCheckAt } from "./pauses"

/** The smallest page that the gateway was seen to answer; below it, single look-ups cost less. */
export const SMALLEST_PAGE = 25
/** What can still be paid stands under these codes, all pages of which are read. */
const OPEN: InvoiceStatus[] = ["awaiting_payment", "overdue"]
/** Newest pages of paid invoices, which explain most of what has left the open ones. */
const PAID_PAGES = 4
/** Single look-ups for what even they don't explain. */
const SINGLE_LOOK_UPS = 5

/** In place of a page's number: the pages of the status are not counted yet. */
const COUNT_PAGES = 0

type State = { sweep_started_at: Date | null; sweep_status: InvoiceStatus | null; sweep_page: number }

/**
 * Looks after many open invoices with few calls: reads the gateway's open invoices page by page and asks
 * singly only for those of ours that are not among them. The vendor blocks callers that poll
 * (observation: Errors and limits, A), so a sweep goes on where it was when the budget ran out: its place
 * stands in the account's row, and any process can continue it.
 */
export class Sweep {
  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly accounts: AccountRegistry,
    private readonly changes: ChangeTaker,
    private readonly canceling: Canceling,
    private readonly lookUps: LookUps
  ) {}

  /** Whether an account has more invoices to look at than fit on a page, or a sweep that is not finished. */
  async isWanted(accountId: string, now: Date): Promise<boolean> {
    if ((await this.state(accountId)).sweep_started_at) {
      return true
    }
    const due = await this.dueRows(accountId, now).limit(SMALLEST_PAGE + 1).select("id")
    return due.length > SMALLEST_PAGE
  }

  /**
   * Goes on with the sweep as far as the budget reaches.
   * @throws GatewayError when the budget is used up or the gateway does not answer; its place is kept
   */
  async run(accountId: string, now: Date): Promise<void> {
    const account = await this.accounts.byId(accountId)
    let state = await this.state(accountId)
    if (!state.sweep_started_at) {
      state = await this.move(accountId, { sweep_started_at: now, sweep_status: OPEN[0]!, sweep_page: COUNT_PAGES })
    }
    while (state.sweep_status) {
      state = await this.readPage(account, state, now)
    }
    await this.explainLeft(account, state.sweep_started_at!, now)
    await this.move(accountId, { sweep_started_at: null, sweep_status: null, sweep_page: COUNT_PAGES })
  }

  /**
   * Reads one page. The first call for a status only tells how many pages there are; they are then read
   * from the last to the first, since what is cancelled on a page moves only the pages behind it.
   */
  private async readPage({ id, client }: Account, state: State, now: Date): Promise<State> {
    const status = state.sweep_status!
    const page = await client.listInvoices({ page: state.sweep_page || 1, status: codeOfStatus(status)! })
    if (state.sweep_page === COUNT_PAGES && page.pages > 1) {
      return this.move(id, { ...state, sweep_page: page.pages })
    }
    for (const { row, listed } of await this.pair(id, page.invoices)) {
      await this.takeOpen(row, listed, now)
    }
    if (state.sweep_page > 1) {
      return this.move(id, { ...state, sweep_page: state.sweep_page - 1 })
    }
    return this.move(id, { ...state, sweep_status: OPEN[OPEN.indexOf(status) + 1] ?? null, sweep_page: COUNT_PAGES })
  }

  /** The gateway has just said that it is unpaid: what has expired is cancelled, the rest is fine for a while. */
  private async takeOpen(row: InvoiceRow, listed: ListedInvoice, now: Date): Promise<void> {
    const status = statusFromCode(listed.statusCode)
    await this.changes.take(row.id, seenInList(listed), "look_up", { by: "page" })
    await this.ledger.update(row.id, { looked_up_at: now, checks: row.checks + 1, next_check_at: nextCheckAt(row, now) })
    if (row.cancel_at && row.cancel_at <= now && isDefinitelyUnpaid(status)) {
      await this.canceling.cancel(row.id, "expired")
    }
  }

  private async explainLeft(account: Account, startedAt: Date, now: Date): Promise<void> {
    if (await this.someLeft(account.id, startedAt)) {
      await this.readPaidPages(account)
    }
    const left: InvoiceRow[] = await this.leftRows(account.id, startedAt).orderBy("next_check_at").limit(SINGLE_LOOK_UPS)
    for (const row of left) {
      await this.lookUps.byId(row)
      await this.ledger.update(row.id, { checks: row.checks + 1, next_check_at: nextCheckAt(row, now) })
    }
  }

  private async readPaidPages({ id, client }: Account): Promise<void> {
    for await (const page of newestPages((number) => this.paidPage(client, number), PAID_PAGES)) {
      for (const { row, listed } of await this.pair(id, page.invoices)) {
        await this.changes.take(row.id, seenInList(listed), "look_up", { by: "page" })
      }
    }
  }

  private paidPage(client: GatewayClient, page: number): Promise<InvoicePage> {
    return client.listInvoices({ page, status: codeOfStatus("paid")! })
  }

  /** Our open invoices among those of a page. */
  private async pair(accountId: string, listed: ListedInvoice[]): Promise<{ row: InvoiceRow; listed: ListedInvoice }[]> {
    const byId = new Map(listed.map((invoice) => [invoice.id, invoice]))
    const ids = [...byId.keys()]
    const rows: InvoiceRow[] = await this.openRows(accountId).andWhere((ours) => ours.whereIn("invoice_id", ids).orWhereIn("gateway_id", ids))
    return rows.map((row) => ({ row, listed: byId.get(row.gateway_id ?? "") ?? byId.get(row.invoice_id ?? "")! }))
  }

  private async someLeft(accountId: string, startedAt: Date): Promise<boolean> {
    return (await this.leftRows(accountId, startedAt).first("id")) !== undefined
  }

  /** Due, older than the sweep, and on none of its pages. */
  private leftRows(accountId: string, startedAt: Date) {
    return this.dueRows(accountId, startedAt)
      .andWhere("issued_at", "<", startedAt)
      .andWhere((unseen) => unseen.whereNull("looked_up_at").orWhere("looked_up_at", "<", startedAt))
  }

  /** A PIX that has just expired is left alone until it can be cancelled. */
  private dueRows(accountId: string, now: Date) {
    return this.openRows(accountId)
      .andWhere("next_check_at", "<=", now)
      .andWhere((due) => due.whereNot("method", "pix").orWhereNull("cancel_at").orWhere("cancel_at", "<=", now))
  }

  private openRows(accountId: string) {
    return this.db(tables.invoice).where({ account_id: accountId, is_live: true, state: "issued" }).whereIn("status", OPEN)
  }

  private async state(accountId: string): Promise<State> {
    return this.db(tables.account).where({ id: accountId }).first("sweep_started_at", "sweep_status", "sweep_page")
  }

  private async move(accountId: string, state: State): Promise<State> {
    await this.db(tables.account).where({ id: accountId }).update({ ...state, updated_at: this.db.fn.now() })
    return state
  }
}
