import type { ListedInvoice } from "../../../gateway"
import { codeOfStatus, isDefinitelyUnpaid, type InvoiceStatus } from "../../../domain/invoice-status"
import type { Account, AccountRegistry } from "../accounts/account-registry"
import type { Canceling } from "../canceling/cancel"
import { Database, tables } from "../database"
import type { ChangeTaker } from "../ledger/apply-change"
import type { Ledger } from "../ledger/ledger"
import { type LookUps, seenInList } from "../ledger/look-up"
import type { InvoiceRow } from "../ledger/row"
import { ListPositions, SMALLEST_PAGE } from "./list-position"
import { dated, type DatedPage, freshPairs, type Pair } from "./pairs"
import { nextCheckAt } from "./pauses"
import { askPatiently, planNext } from "./plan-next"

/** What can still be paid stands under these codes, all pages of which are read. */
export const OPEN: InvoiceStatus[] = ["awaiting_payment", "overdue"]
/** Calls of one round for what has left the open ones. With those that count pages a sweep has ten more than pages. */
const CALLS_FOR_LEFT = 6
/** Up to so many are asked for one by one without a look at the paid ones. */
const FEW = 3
/** From the start of one sweep to the next; the budget stretches it where there are many pages. */
const PAUSE_MS = 6 * 3_600_000

/** In place of a page's number: the pages of the status are not counted yet. */
const COUNT_PAGES = 0

type State = { sweep_started_at: Date | null; swept_at: Date | null; sweep_status: InvoiceStatus | null; sweep_page: number }

/**
 * Hunts for lost news of many open invoices with few calls: reads the gateway's open invoices page by page and asks
 * singly only for those of ours that are not among them. The vendor blocks callers that poll
 * (observation: Errors and limits, A), so a sweep goes on where it was when the budget ran out: its place
 * stands in the account's row, and any process can continue it.
 */
export class Sweep {
  private readonly positions: ListPositions
  /** Whether the last page of paid ones explained more than a single look-up would have. */
  private pagesHelp = true

  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly accounts: AccountRegistry,
    private readonly changes: ChangeTaker,
    private readonly canceling: Canceling,
    private readonly lookUps: LookUps
  ) {
    this.positions = new ListPositions(db)
  }

  /** Whether more invoices of an account wait for their money than fit on a page: single look-ups would cost more. */
  async looksAfter(accountId: string, now: Date): Promise<boolean> {
    const some = await waitingRows(this.openRows(accountId), now).limit(SMALLEST_PAGE + 1).select("id")
    return some.length > SMALLEST_PAGE || (await this.state(accountId)).sweep_started_at !== null
  }

  /** Whether it is time for a sweep, or one is not finished. */
  async isWanted(accountId: string, now: Date): Promise<boolean> {
    const { sweep_started_at: startedAt, swept_at: sweptAt } = await this.state(accountId)
    if (startedAt) {
      return true
    }
    const rested = !sweptAt || now.getTime() - sweptAt.getTime() >= PAUSE_MS
    return rested && (await this.dueRows(accountId, now).first("id")) !== undefined
  }

  /**
   * Goes on with the sweep as far as the budget reaches.
   * @throws GatewayError when the budget is used up or the gateway does not answer; its place is kept
   */
  async run(accountId: string, now: Date): Promise<void> {
    const account = await this.accounts.byId(accountId)
    let state = await this.state(accountId)
    if (!state.sweep_started_at) {
      state = await this.move(accountId, { ...state, sweep_started_at: now, sweep_status: OPEN[0]!, sweep_page: COUNT_PAGES })
    }
    while (state.sweep_status) {
      state = await this.readPage(account, state, now)
    }
    await this.move(accountId, { sweep_started_at: null, swept_at: state.sweep_started_at, sweep_status: null, sweep_page: COUNT_PAGES })
    this.pagesHelp = true
    await this.explainLeft(account, state.sweep_started_at!, now)
  }

  /**
   * Reads one page. The first call for a status only tells how many pages there are; they are then read
   * from the last to the first, since what is cancelled on a page moves only the pages behind it.
   */
  private async readPage({ id, client }: Account, state: State, now: Date): Promise<State> {
    const status = state.sweep_status!
    const page = await dated(this.db, () => client.listInvoices({ page: state.sweep_page || 1, status: codeOfStatus(status)! }, "sweep"))
    if (state.sweep_page === COUNT_PAGES && page.pages > 1) {
      return this.move(id, { ...state, sweep_page: page.pages })
    }
    for (const { row, listed } of await this.pair(id, page)) {
      await this.takeOpen(row, listed, now)
    }
    if (state.sweep_page > 1) {
      return this.move(id, { ...state, sweep_page: state.sweep_page - 1 })
    }
    return this.move(id, { ...state, sweep_status: OPEN[OPEN.indexOf(status) + 1] ?? null, sweep_page: COUNT_PAGES })
  }

  /** The gateway has just said that it is unpaid: what has expired is cancelled, the rest is fine for a while. */
  private async takeOpen(row: InvoiceRow, listed: ListedInvoice, now: Date): Promise<void> {
    const seen = seenInList(listed)
    const { invoice, overtaken } = await this.changes.take(row.id, seen, "look_up", { by: "page" }, row.version)
    if (overtaken) {
      // Newer news came while the page was worked on; the next look tells whether anything is left of it.
      return
    }
    await this.ledger.update(row.id, { looked_up_at: now, checks: row.checks + 1, next_check_at: nextCheckAt(invoice, now) })
    if (invoice.cancel_at && invoice.cancel_at <= now && isDefinitelyUnpaid(seen.status)) {
      await this.canceling.cancel(row.id, "expired")
    }
  }

  /**
   * Goes on asking for what a finished sweep found nowhere: it surely has news, and can be too much for one round.
   * @throws GatewayError when the budget is used up or the gateway does not answer
   */
  async runRest(accountId: string, now: Date): Promise<void> {
    const { swept_at: sweptAt } = await this.state(accountId)
    if (sweptAt) {
      await this.explainLeft(await this.accounts.byId(accountId), sweptAt, now)
    }
  }

  /** What has left the open ones was most likely paid; many at once stand together among the paid ones. */
  private async explainLeft(account: Account, startedAt: Date, now: Date): Promise<void> {
    for (let calls = 0; calls < CALLS_FOR_LEFT; ) {
      const left: InvoiceRow[] = await this.leftRows(account.id, startedAt).orderBy("issued_at", "desc").limit(FEW + 1)
      const row = left[0]
      if (!row) {
        return
      }
      const byPage = left.length > FEW && this.pagesHelp
      const explained = byPage ? await this.readPaidPage(account, row, now) : []
      calls += byPage ? 2 : 0
      if (!explained.includes(row.id)) {
        await this.askForLeft(row, now)
        calls++
      }
    }
  }

  private async askForLeft(row: InvoiceRow, now: Date): Promise<void> {
    const answer = await askPatiently(this.ledger, row, now, () => this.lookUps.byId(row, "sweep"))
    if (answer !== "put_off") {
      await planNext(this.ledger, answer?.invoice ?? row, now)
    }
  }

  /** @returns the rows of ours that are paid, as the page says */
  private async readPaidPage(account: Account, row: InvoiceRow, now: Date): Promise<string[]> {
    const page = await this.positions.pageAround(account, row, "paid", "sweep")
    const pairs = await this.pair(account.id, page)
    const explained: string[] = []
    for (const pair of pairs) {
      const { invoice, overtaken } = await this.changes.take(pair.row.id, seenInList(pair.listed), "look_up", { by: "page" }, pair.row.version)
      if (!overtaken) {
        await planNext(this.ledger, invoice, now)
        explained.push(invoice.id)
      }
    }
    this.pagesHelp = pairs.length > 1
    return explained
  }

  /** Our open invoices among those of a page, as far as nothing newer is known of them. */
  private async pair(accountId: string, page: DatedPage): Promise<Pair[]> {
    return freshPairs(this.openRows(accountId), page)
  }

  /** Older than the sweep and due since before it: on none of its pages, where the next look would have been planned. */
  private leftRows(accountId: string, startedAt: Date) {
    return this.dueRows(accountId, startedAt).andWhere("issued_at", "<", startedAt)
  }

  private dueRows(accountId: string, now: Date) {
    return waitingRows(this.openRows(accountId), now).andWhere("next_check_at", "<=", now)
  }

  private openRows(accountId: string) {
    return this.db(tables.invoice).where({ account_id: accountId, is_live: true, state: "issued" }).whereIn("status", OPEN)
  }

  private async state(accountId: string): Promise<State> {
    return this.db(tables.account).where({ id: accountId }).first("sweep_started_at", "swept_at", "sweep_status", "sweep_page")
  }

  private async move(accountId: string, state: State): Promise<State> {
    await this.db(tables.account).where({ id: accountId }).update({ ...state, updated_at: this.db.fn.now() })
    return state
  }
}

/**
 * Those open ones that merely wait for their money: not those to be cancelled now, no cards, which are asked
 * for singly, and no PIX that awaits its payment, which is asked for once, when it can be cancelled.
 */
export function waitingRows(open: ReturnType<Database>, now: Date): ReturnType<Database> {
  return open
    .whereNot({ method: "card" })
    .andWhere((kept) => kept.whereNull("cancel_at").orWhere("cancel_at", ">", now))
    .andWhereNot((early) => early.where({ method: "pix", status: "awaiting_payment" }).whereNotNull("cancel_at"))
}
