import type { Logger } from "@medusajs/framework/types"
import { isDefinitelyUnpaid } from "../../../domain/invoice-status"
import type { Canceling } from "../canceling/cancel"
import { Database, tables } from "../database"
import type { Ledger } from "../ledger/ledger"
import type { LookUps } from "../ledger/look-up"
import type { InvoiceRow, PaymentMethod } from "../ledger/row"
import type { Problems } from "../problems/problems"
import type { ResolveAttempt } from "./resolve-attempt"

const MINUTE = 60_000
const DAY = 86_400_000
const BATCH = 20
/**
 * Pauses between look-ups of an invoice that is open or watched, in minutes. A card is decided soon;
 * what is paid by PIX or boleto is announced, so that looking is for lost notices only.
 */
const PAUSES_MINUTES: Record<PaymentMethod, number[]> = {
  pix: [15, 60, 240, 720],
  boleto: [240, 720, 1_440],
  card: [5, 10, 30, 60, 240, 720],
}

/** Looks after invoices by their own clock: expiry, lost notices, late money after a cancel. */
export class CheckOpen {
  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly lookUps: LookUps,
    private readonly canceling: Canceling,
    private readonly resolver: ResolveAttempt,
    private readonly problems: Problems,
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
    const pauses = PAUSES_MINUTES[row.method]
    const next = now.getTime() + pauses[Math.min(row.checks, pauses.length - 1)]! * MINUTE
    const due = row.cancel_at && row.cancel_at > now ? Math.min(next, row.cancel_at.getTime()) : next
    await this.ledger.update(row.id, { checks: row.checks + 1, next_check_at: watched ? new Date(due) : null })
  }
}
