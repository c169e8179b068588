import { isDefinitelyUnpaid } from "../../../domain/invoice-status"
import type { Account } from "../accounts/account-registry"
import { areLookUpsPaused } from "../accounts/look-up-gate"
import type { Canceling } from "../canceling/cancel"
import { Database, tables } from "../database"
import type { ChangeTaker } from "../ledger/apply-change"
import type { Ledger } from "../ledger/ledger"
import { type Answer, type LookUps, seenInList } from "../ledger/look-up"
import type { InvoiceRow } from "../ledger/row"
import { ListPositions } from "./list-position"
import { freshPairs } from "./pairs"
import { OPEN } from "./sweep"
import { nextWatchAt } from "./pauses"
import { askPatiently, planNext } from "./plan-next"

/** Up to so many are asked for one by one; of more, those on a page are answered for together. */
const FEW = 3

/**
 * Invoices whose time is over: those that have expired, to be cancelled once the gateway says "unpaid", and
 * those that were cancelled, watched for money that came nevertheless. There can be thousands a day.
 */
export class CheckEnded {
  private readonly positions: ListPositions

  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly changes: ChangeTaker,
    private readonly canceling: Canceling,
    private readonly lookUps: LookUps
  ) {
    this.positions = new ListPositions(db)
  }

  /**
   * Works through what is due, as far as the budget reaches.
   * @param until the moment (`performance.now()`) after which it goes on with the next run
   * @throws GatewayError when it is used up or the gateway does not answer; what is left stays due
   */
  async run(account: Account, now: Date, until = Infinity): Promise<void> {
    await this.workOff({ account, now, until }, (rows) => expired(rows, now), (answer) => this.closeExpired(answer, now))
    await this.workOff({ account, now, until }, canceled, (answer) => this.planWatch(answer.invoice, now))
  }

  /** Every round answers for the row that waits longest, so it ends. */
  private async workOff({ account, now, until }: { account: Account; now: Date; until: number }, which: (rows: Rows) => Rows, then: (answer: Answer) => Promise<void>): Promise<void> {
    const of = () => which(this.db(tables.invoice).where({ account_id: account.id, state: "issued" }))
    while (performance.now() < until) {
      const due: InvoiceRow[] = await of().andWhere("next_check_at", "<=", now).orderBy(["next_check_at", "issued_at"]).limit(FEW + 1)
      const row = due[0]
      if (!row) {
        return
      }
      const answered = due.length > FEW && row.issued_at ? await this.askByPage(account, row, of(), now, then).catch(unlessPaused) : []
      if (!answered.includes(row.id)) {
        await this.askSingly(row, now, then)
      }
    }
  }

  private async askByPage(account: Account, row: InvoiceRow, rows: Rows, now: Date, then: (answer: Answer) => Promise<void>): Promise<string[]> {
    const page = await this.positions.pageAround(account, row, row.status!, "expiry")
    const pairs = await freshPairs(rows, page)
    const answered: string[] = []
    for (const { row: ours, listed } of pairs) {
      const seen = seenInList(listed)
      const change = await this.changes.take(ours.id, seen, "look_up", { by: "page" }, ours.version)
      if (!change.overtaken) {
        await this.ledger.update(ours.id, { looked_up_at: now })
        await then({ ...change, seen })
        answered.push(ours.id)
      }
    }
    return answered
  }

  private async askSingly(row: InvoiceRow, now: Date, then: (answer: Answer) => Promise<void>): Promise<void> {
    const answer = await askPatiently(this.ledger, row, now, () => this.lookUps.byId(row, "expiry"))
    if (answer === "put_off") {
      return
    }
    if (answer) {
      return then(answer)
    }
    // No answer about it: asked again later, and not cancelled.
    await (row.status === "canceled" ? this.planWatch(row, now) : planNext(this.ledger, row, now))
  }

  /** The gateway has just said how it stands; what it says is unpaid is cancelled, unless newer news came meanwhile. */
  private async closeExpired({ invoice, seen, overtaken }: Answer, now: Date): Promise<void> {
    await planNext(this.ledger, invoice, now)
    const stillOver = !overtaken && invoice.cancel_at !== null && invoice.cancel_at <= now
    // The gateway's own words count: the ledger may not have taken them, as when they are no known status.
    if (stillOver && invoice.is_live && invoice.settled_at === null && isDefinitelyUnpaid(seen.status)) {
      await this.canceling.cancel(invoice.id, "expired")
    }
  }

  private async planWatch(invoice: InvoiceRow, now: Date): Promise<void> {
    if (invoice.status !== "canceled") {
      // Money came, or the gateway let it be paid again.
      return planNext(this.ledger, invoice, now)
    }
    await this.ledger.update(invoice.id, { checks: invoice.checks + 1, next_check_at: nextWatchAt(invoice, now) })
  }
}

/** A page that can't be had, or a row of it that is busy, is no reason not to ask for the one that waits longest. */
function unlessPaused(error: unknown): string[] {
  if (areLookUpsPaused(error)) {
    throw error
  }
  return []
}

type Rows = ReturnType<Database>

/** Open past the moment at which they are to be cancelled. */
function expired(rows: Rows, now: Date): Rows {
  return rows.where({ is_live: true }).whereIn("status", OPEN).andWhere("cancel_at", "<=", now)
}

function canceled(rows: Rows): Rows {
  return rows.where({ status: "canceled" })
}
