import type { Logger } from "@medusajs/framework/types"
import { isDefinitelyUnpaid } from "../../../domain/invoice-status"
import type { Canceling } from "../canceling/cancel"
import { Database, tables } from "../database"
import type { Ledger } from "../ledger/ledger"
import type { LookUps } from "../ledger/look-up"
import type { InvoiceRow } from "../ledger/row"
import type { ResolveAttempt } from "./resolve-attempt"

const MINUTE = 60_000
/** The code is no longer shown at its minute, and cancelled this much later: a payment may be on its way. */
const EXPIRY_GRACE_MS = 15 * MINUTE
const BATCH = 20
/** Pauses between look-ups of an invoice that is open or watched, in minutes. */
const PAUSES_MINUTES = [15, 60, 240, 720]

/** Looks after invoices by their own clock: expiry, lost notices, late money after a cancel. */
export class CheckOpen {
  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly lookUps: LookUps,
    private readonly canceling: Canceling,
    private readonly resolver: ResolveAttempt,
    private readonly logger: Logger
  ) {}

  /** Checks what is due. One that can't be checked now (budget, gateway down) stays due. */
  async run(now: Date): Promise<void> {
    const due: InvoiceRow[] = await this.db(tables.invoice)
      .whereNotNull("next_check_at")
      .andWhere("next_check_at", "<=", now)
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

  private async check(row: InvoiceRow, now: Date): Promise<void> {
    if (row.state === "unknown") {
      await this.resolver.resolve(row)
      return
    }
    const cancelAt = row.expires_at && row.expires_at.getTime() + EXPIRY_GRACE_MS
    if (row.is_live && cancelAt && now.getTime() < cancelAt && row.status === "awaiting_payment") {
      await this.ledger.update(row.id, { next_check_at: new Date(cancelAt) })
      return
    }
    const change = await this.lookUps.byId(row)
    const fresh = change?.invoice ?? row
    if (change && fresh.is_live && cancelAt && fresh.status && isDefinitelyUnpaid(fresh.status)) {
      // The gateway has just said "unpaid", so the expired code may be cancelled.
      await this.canceling.cancel(row.id, "expired")
      return
    }
    await this.planNext(fresh, now)
  }

  private async planNext(row: InvoiceRow, now: Date): Promise<void> {
    const watched = row.status === "canceled" ? row.watch_until !== null && row.watch_until > now : row.is_live && row.settled_at === null
    const minutes = PAUSES_MINUTES[Math.min(row.checks, PAUSES_MINUTES.length - 1)]!
    await this.ledger.update(row.id, { checks: row.checks + 1, next_check_at: watched ? new Date(now.getTime() + minutes * MINUTE) : null })
  }
}
