import type { Logger } from "@medusajs/framework/types"
import { wordsOfError } from "../../../domain/words-of-error"
import type { LookUpPurpose } from "../../../gateway"
import { Database, tables } from "../database"
import type { Ledger } from "../ledger/ledger"
import type { LookUps } from "../ledger/look-up"
import type { InvoiceRow } from "../ledger/row"
import type { Problems } from "../problems/problems"
import type { Account, AccountRegistry } from "../accounts/account-registry"
import type { ResolveAttempt } from "../issuing/resolve-attempt"
import type { CheckEnded } from "./check-ended"
import { askPatiently, planNext } from "./plan-next"
import { StuckPayments } from "./stuck-payments"
import { OPEN, type Sweep, waitingRows } from "./sweep"

const MINUTE = 60_000
const BATCH = 20
/** An account whose calls take long goes on with the next run. */
const ROUND_MS = 20_000
/** Looks after invoices by their own clock: expiry, lost notices, late money after a cancel. */
export class CheckOpen {
  private readonly stuck: StuckPayments

  constructor(
    private readonly db: Database,
    private readonly ledger: Ledger,
    private readonly accounts: AccountRegistry,
    private readonly ended: CheckEnded,
    private readonly sweep: Sweep,
    private readonly lookUps: LookUps,
    private readonly resolver: ResolveAttempt,
    problems: Problems,
    private readonly logger: Logger
  ) {
    this.stuck = new StuckPayments(db, problems)
  }

  /**
   * Checks what is due, each kind within its share of the budget. What can't be checked now (budget, gateway
   * down) stays due.
   */
  async run(now: Date): Promise<void> {
    await this.letWait(now)
    const until = performance.now() + ROUND_MS
    const accounts = new Map((await this.accounts.all()).map((account) => [account.id, account]))
    const withUrgent: string[] = await this.urgentRows(now).distinct("account_id").pluck("account_id")
    // Each by itself: one whose gateway is silent, or whose budget is spent, keeps no other waiting.
    await Promise.all([...new Set([...accounts.keys(), ...withUrgent])].map((id) => this.ofAccount(id, accounts.get(id), now, until)))
  }

  private async ofAccount(id: string, account: Account | undefined, now: Date, until: number): Promise<void> {
    await this.singly(this.urgentRows(now).where({ account_id: id }), "decision", now, until)
    if (account) {
      await this.asFarAsPossible(`expired invoices of ${id}`, () => this.ended.run(account, now, until))
      await this.waiting(id, now, until)
    }
  }

  /** What waits for its money: singly up to a page of them, by sweep when there are more. */
  private async waiting(accountId: string, now: Date, until: number): Promise<void> {
    if (!(await this.sweep.looksAfter(accountId, now))) {
      return this.singly(waitingRows(this.dueRows(now).where({ account_id: accountId, is_live: true, state: "issued" }).whereIn("status", OPEN), now), "sweep", now, until)
    }
    const wanted = await this.sweep.isWanted(accountId, now)
    await this.asFarAsPossible(`the sweep of ${accountId}`, () => (wanted ? this.sweep.run(accountId, now) : this.sweep.runRest(accountId, now)))
  }

  private async asFarAsPossible(what: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error: Error) => this.logger.info(`Fatura: ${what} go on later (${wordsOfError(error)})`))
  }

  /** A PIX that expired a moment ago is asked for once, when it can be cancelled. */
  private async letWait(now: Date): Promise<void> {
    await this.dueRows(now)
      .where({ method: "pix", is_live: true, state: "issued", status: "awaiting_payment" })
      .andWhere("cancel_at", ">", now)
      .update({ next_check_at: this.db.ref("cancel_at"), version: this.db.raw("version + 1") })
  }

  private dueRows(now: Date) {
    return this.db(tables.invoice).where("next_check_at", "<=", now)
  }

  /** Whatever is due and is neither waiting for its money nor over: cards, lost attempts, what the gateway works on. */
  private urgentRows(now: Date) {
    return this.dueRows(now).andWhere((urgent) =>
      urgent
        .whereNot({ state: "issued" })
        .orWhereNull("status")
        .orWhereNotIn("status", [...OPEN, "canceled"])
        .orWhere((dead) => dead.whereIn("status", OPEN).where({ is_live: false }))
        .orWhere((card) => card.where({ method: "card" }).whereIn("status", OPEN).andWhere((open) => open.whereNull("cancel_at").orWhere("cancel_at", ">", now)))
    )
  }

  private async singly(rows: ReturnType<Database>, purpose: LookUpPurpose, now: Date, until: number): Promise<void> {
    const due: InvoiceRow[] = await rows.orderBy("next_check_at").limit(BATCH)
    await this.asFarAsPossible("single look-ups", async () => {
      for (const row of due) {
        if (performance.now() > until) {
          return
        }
        await this.check(row, purpose, now)
      }
    })
  }

  private async check(row: InvoiceRow, purpose: LookUpPurpose, now: Date): Promise<void> {
    if (row.state === "unknown") {
      await askPatiently(this.ledger, row, now, () => this.resolver.resolve(row))
      // What could not be told keeps no place before the others.
      await this.dueRows(now).where({ id: row.id }).update({ next_check_at: new Date(now.getTime() + MINUTE) })
      return
    }
    const answer = await askPatiently(this.ledger, row, now, () => this.lookUps.byId(row, purpose))
    if (answer === "put_off") {
      return
    }
    const fresh = answer?.invoice ?? row
    await this.stuck.raise(fresh, now)
    await planNext(this.ledger, fresh, now)
  }
}
