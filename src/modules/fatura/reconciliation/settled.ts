import type { Logger } from "@medusajs/framework/types"
import { wordsOfError } from "../../../domain/words-of-error"
import { GatewayError, type InvoicePage, type ListedInvoice } from "../../../gateway"
import { codeOfStatus, statusFromCode, type InvoiceStatus } from "../../../domain/invoice-status"
import type { AccountRegistry } from "../accounts/account-registry"
import { SHARES } from "../accounts/look-up-gate"
import { Database, tables } from "../database"
import type { ChangeTaker } from "../ledger/apply-change"
import type { Ledger } from "../ledger/ledger"
import { type LookUps, seenInList } from "../ledger/look-up"
import type { InvoiceRow } from "../ledger/row"
import { isNewestFirst } from "./pages"
import { LEFT, type Reading, Readings } from "./readings"

const DAY = 86_400_000
/** What can become of money after it was captured: refund pending, partly and wholly refunded, disputed. */
const STATUSES: InvoiceStatus[] = ["refund_pending", "partially_refunded", "refunded", "disputed"]
/** From these an invoice can go back to "paid" (a refund refused, a dispute won), which takes it off its list. */
const PASSING: InvoiceStatus[] = ["refund_pending", "disputed"]
/** Refunds and disputes come within this time after an invoice was made; older pages are not read again. */
const WATCHED_DAYS = 180
const RUNS_PER_MINUTE = 2
/** More than there are readings of all accounts that are due at once. */
const MOST_READINGS = 1_000

/**
 * Finds refunds and disputes of captured invoices whose notice was lost: nobody looks at a captured invoice
 * singly any more. Once an hour the gateway's list is read for each of four codes: one call, as long as the
 * page holds no news and the gateway has no more invoices under the code than the ledger explains. Else
 * further pages follow, and once a day all of them, since a second part of a partial refund changes no count.
 * One call a run of the default budget, so that the rest is left to what is urgent; the place is kept, and any
 * process goes on.
 */
export class SettledInvoices {
  private readonly readings: Readings

  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly accounts: AccountRegistry,
    private readonly changes: ChangeTaker,
    private readonly lookUps: LookUps,
    private readonly logger: Logger,
    private readonly lookUpsPerMinute: number
  ) {
    this.readings = new Readings(db)
  }

  /** One of the two runs of a minute, each with half of the calls that readings may have: one of the default budget. */
  async run(): Promise<void> {
    const calls = Math.max(1, Math.floor((this.lookUpsPerMinute * SHARES.returns) / RUNS_PER_MINUTE))
    for (let asked = 0, seen = 0; asked < calls && seen < MOST_READINGS; seen++) {
      const step = await this.next()
      if (step === "none") {
        return
      }
      // What can't be asked now costs nobody else's turn.
      asked += step === "asked" ? 1 : 0
    }
  }

  /**
   * Does what is due: one page, or one single look-up. Where the budget is used up or the gateway does not
   * answer, the place is kept.
   * @returns whether anything was due
   */
  async step(): Promise<boolean> {
    return (await this.next()) !== "none"
  }

  private async next(): Promise<"asked" | "paused" | "none"> {
    const accounts = await this.accounts.all()
    const reading = await this.readings.claim(accounts.map(({ id }) => id), STATUSES.map((status) => codeOfStatus(status)!))
    if (!reading) {
      return "none"
    }
    try {
      await (reading.rank === LEFT ? this.askForOneLeft(reading) : this.readPage(reading))
    } catch (error) {
      if (!(error instanceof GatewayError)) {
        throw error
      }
      this.logger.info(`Fatura: the list of settled invoices of ${reading.account_id} is read later (${wordsOfError(error)})`)
      if (error.kind === "paused") {
        // Nothing was asked, so nothing has to rest: a minute later the budget has room again.
        await this.readings.waitForBudget(reading)
        return "paused"
      }
    }
    return "asked"
  }

  private async readPage(reading: Reading): Promise<void> {
    const { client } = await this.accounts.byId(reading.account_id)
    const page = await client.listInvoices({ page: pageAt(reading), status: reading.code }, "returns")
    const news = await this.takePage(reading, page)
    const oldestFirst = reading.rank === 0 ? !isNewestFirst(page) : reading.oldest_first
    const place = { rank: reading.rank + 1, pages: page.pages, oldest_first: oldestFirst }
    const gap = await this.gap(reading, page)
    const sawNewest = !oldestFirst || reading.rank > 0
    const atEnd = place.rank >= page.pages || (sawNewest && isTooOld(page))
    const unexplained = news || reading.in_whole || (gap !== null && gap !== reading.gap)
    if (!atEnd && (!sawNewest || unexplained)) {
      return this.readings.goOn(reading, place)
    }
    if (atEnd && (await this.left(reading).first("id"))) {
      return this.readings.goOn(reading, { ...place, rank: LEFT })
    }
    return this.readings.end(reading, { gap, whole: atEnd })
  }

  /** @returns whether the page told anything that the ledger did not know */
  private async takePage(reading: Reading, page: InvoicePage): Promise<boolean> {
    const pairs = await this.pair(reading, page.invoices)
    let news = false
    for (const { row, listed } of pairs) {
      news = (await this.takeListed(reading, row, listed)) || news
    }
    // Not a change of the row, only a note that it was seen.
    await this.db(tables.invoice).whereIn("id", pairs.map(({ row }) => row.id)).update({ looked_up_at: this.db.fn.now() })
    return news
  }

  private async takeListed(reading: Reading, found: InvoiceRow, listed: ListedInvoice): Promise<boolean> {
    if (found.updated_at >= reading.claimed_at) {
      // It changed while the page was on its way; the next reading tells whether anything is left of this.
      return false
    }
    const isKnown = found.state === "issued"
    const row = isKnown ? found : await this.ledger.adoptOrphan(found.id, listed, "look_up")
    const seen = seenInList(listed)
    if (this.changes.judge(row, seen, "look_up").kind === "old_news") {
      return false
    }
    if (seen.status === "partially_refunded" && seen.refundedCents === null) {
      await this.lookUps.byId(row, "returns")
      return true
    }
    const { verdict } = await this.changes.take(row.id, seen, "look_up", { by: "page" }, isKnown ? found.version : found.version + 1)
    return verdict.kind !== "old_news"
  }

  /** Ours among those of a page, by either of the gateway's ids, else by our reference where no id is known. */
  private async pair({ account_id, code }: Reading, all: ListedInvoice[]): Promise<{ row: InvoiceRow; listed: ListedInvoice }[]> {
    const listed = all.filter((invoice) => invoice.statusCode === code)
    const byId = new Map(listed.map((invoice) => [invoice.id, invoice]))
    const byReference = new Map(listed.map((invoice) => [invoice.reference, invoice]))
    const references = listed.flatMap(({ reference }) => reference ?? [])
    const rows: InvoiceRow[] = await this.db(tables.invoice)
      .where({ account_id })
      .andWhere((ours) =>
        ours
          .whereIn("invoice_id", [...byId.keys()])
          .orWhereIn("gateway_id", [...byId.keys()])
          .orWhere((lost) => lost.whereIn("reference", references).whereNull("invoice_id").where({ state: "unknown" }))
      )
    return rows.map((row) => ({ row, listed: byId.get(row.gateway_id ?? "") ?? byId.get(row.invoice_id ?? "") ?? byReference.get(row.reference)! }))
  }

  /** How many more the gateway has under the code than the ledger; null where it does not count them. */
  private async gap({ account_id, code }: Reading, page: InvoicePage): Promise<number | null> {
    if (page.totalInvoices === null) {
      return null
    }
    const ours = await this.db(tables.invoice).where({ account_id, status: statusFromCode(code) }).count("* as count").first()
    return page.totalInvoices - Number(ours?.count ?? 0)
  }

  private async askForOneLeft(reading: Reading): Promise<void> {
    const row: InvoiceRow | undefined = await this.left(reading).orderBy("id").first()
    if (row) {
      await this.lookUps.byId(row, "returns")
      return this.readings.goOn(reading, reading)
    }
    // The count is not asked for again; a change of it shows at the next reading.
    return this.readings.end(reading, { gap: reading.gap, whole: true })
  }

  /** Invoices that the ledger has under the code and that were on none of its pages. */
  private left({ account_id, code, started_at }: Reading) {
    const status = statusFromCode(code)
    const rows = this.db(tables.invoice)
      .where({ account_id, status, state: "issued" })
      .andWhere((unseen) => unseen.whereNull("looked_up_at").orWhere("looked_up_at", "<", started_at))
    return PASSING.includes(status) ? rows : rows.whereRaw("false")
  }
}

/**
 * The page to read next. It is not known in which order the list comes (the sandbox has both): the first page
 * tells, and where that holds the oldest, the others follow from the last one on.
 */
function pageAt({ rank, pages, oldest_first }: Reading): number {
  return rank > 0 && oldest_first ? Math.max(1, pages - rank + 1) : rank + 1
}

function isTooOld({ invoices }: InvoicePage): boolean {
  const newest = Math.max(...invoices.map(({ createdAt }) => createdAt?.getTime() ?? Infinity))
  return invoices.length > 0 && Date.now() - newest > WATCHED_DAYS * DAY
}
