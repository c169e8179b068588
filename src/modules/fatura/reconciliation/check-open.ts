import type { Logger } from "@medusajs/framework/types"
import { isDefinitelyUnpaid } from "../../../domain/invoice-status"
import type { Canceling } from "../canceling/cancel"
import { Database, tables } from "../database"
import type { Ledger } from "../ledger/ledger"
import type { LookUps } from "../ledger/look-up"
import type { InvoiceRow } from "../ledger/row"
import type { Problems } from "../problems/problems"
import type { AccountRegistry } from "../accounts/account-registry"
import type { ResolveAttempt } from "../issuing/resolve-attempt"
import { nextCheckAt } from "./pauses"
import type { Sweep } from "./sweep"

const MINUTE = 60_000
const DAY = 86_400_000
const BATCH = 20
/** Looks after invoices by their own clock: expiry, lost notices, late money after a cancel. */
export class CheckOpen {
  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly accounts: AccountRegistry,
    private readonly sweep: Sweep,
    private readonly lookUps: LookUps,
    private readonly canceling: Canceling,
    private readonly resolver: ResolveAttempt,
    private readonly problems: Problems,
    private readonly logger: Logger
  ) {}

  /** Checks what is due. One that can't be checked now (budget, gateway down) stays due. */
  async run(now: Date): Promise<void> {
    const swept = await this.sweepAccounts(now)
    const due: InvoiceRow[] = await this.db(tables.invoice)
      .whereNotNull("next_check_at")
      .andWhere("next_check_at", "<=", now)
      .andWhereNot((open) => open.whereIn("account_id", swept).whereIn("status", ["awaiting_payment", "overdue"]).where({ is_live: true, state: "issued" }))
      .orderBy("next_check_at")
      .limit(BATCH)
    for (const row of due) {
      try {
        await this.check(row, now)
      } catch (error) {
        this.logger.warn(`Fatura: invoice ${row.id} can't be checked yet (${(error as Error).message})`)
        await this.ledger.update(row.id, { next_check_at: new Date(now.getTime() + MINUTE) })
      }
    }
  }

  /** More open invoices than a page holds are looked after by page; answers the accounts of which that is so. */
  private async sweepAccounts(now: Date): Promise<string[]> {
    const swept: string[] = []
    for (const { id } of await this.accounts.all()) {
      if (!(await this.sweep.isWanted(id, now))) {
        continue
      }
      swept.push(id)
      await this.sweep.run(id, now).catch((error) => this.logger.info(`Fatura: the sweep of ${id} goes on later (${(error as Error).message})`))
    }
    return swept
  }

  private async check(row: InvoiceRow, now: Date): Promise<void> {
    if (row.state === "unknown") {
      await this.resolver.resolve(row)
      return
    }
    if (this.isTooEarly(row, now)) {
      await this.ledger.update(row.id, { next_check_at: row.cancel_at })
      return
    }
    const change = await this.lookUps.byId(row)
    const fresh = change?.invoice ?? row
    const over = fresh.cancel_at !== null && fresh.cancel_at <= now
    if (change && fresh.is_live && over && fresh.status && isDefinitelyUnpaid(fresh.status)) {
      // The gateway has just said "unpaid", so what has expired may be cancelled.
      await this.canceling.cancel(row.id, "expired")
      return
    }
    await this.raiseStuckAuthorisation(fresh, now)
    await this.planNext(fresh, now)
  }

  /** A PIX that expired a moment ago: it is asked for once, when it can be cancelled. */
  private isTooEarly(row: InvoiceRow, now: Date): boolean {
    return row.method === "pix" && row.is_live && row.status === "awaiting_payment" && row.cancel_at !== null && row.cancel_at > now
  }

  private async raiseStuckAuthorisation(row: InvoiceRow, now: Date): Promise<void> {
    if (row.status === "authorized" && row.authorized_at && now.getTime() - row.authorized_at.getTime() > DAY) {
      await this.problems.raise({ kind: "authorized_not_captured", subject: row.id, invoiceId: row.id, orderId: row.order_id, accountId: row.account_id })
    }
  }

  private async planNext(row: InvoiceRow, now: Date): Promise<void> {
    const watched = row.status === "canceled" ? row.watch_until !== null && row.watch_until > now : row.is_live && row.settled_at === null
    await this.ledger.update(row.id, { checks: row.checks + 1, next_check_at: watched ? nextCheckAt(row, now) : null })
  }
}
