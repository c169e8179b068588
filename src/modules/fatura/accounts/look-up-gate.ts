import { GatewayError, pausedError, type LookUpGate, type LookUpPurpose, type Operation } from "../../../gateway"
import { Database, type Transaction, tables } from "../database"
import type { Problems } from "../problems/problems"

type Budget = { lookUpsPerMinute: number; lookUpsPerDay: number }
type Used = { purpose: LookUpPurpose; day: number; minute: number }

/**
 * The part of the budget that each purpose may have, of a minute and of a day, and all but decisions
 * together: a sweep of thousands, a flood of expiries or strangers with invoice ids leave the rest alone.
 */
export const SHARES: Record<LookUpPurpose, number> = { decision: 1, expiry: 0.6, notice: 0.4, sweep: 0.4, returns: 0.4, refund: 0.2, hint: 0.2, confirm: 0.2 }
const SHARE_OF_ALL_BUT_DECISIONS = 0.8
/** The budget is idle while less than this part of it was used, by all purposes, in the last minute and the last day. */
const IDLE_BELOW = 0.5
/** A second more than a minute: two calls can take differently long on their way to the gateway. */
const MINUTE_SECONDS = 61
const FIRST_BLOCK_SECONDS = 60
const LONGEST_BLOCK_SECONDS = 86_400

/**
 * The look-up budget and breaker of one account, shared by all processes through its row. The vendor
 * blocks callers that poll (observation: Errors and limits, A), and each offence seems to cost more.
 */
export class SharedLookUpGate implements LookUpGate {
  constructor(
    private readonly db: Database,
    private readonly accountId: string,
    private readonly budget: Budget,
    private readonly problems: Problems
  ) {}

  /**
   * Counts one look-up, or throws (nothing was sent) when it is not allowed now. What is counted lies in the
   * minute and the day before the call, so that the budget holds for any minute and any day.
   */
  async enter(operation: Operation, purpose: LookUpPurpose): Promise<void> {
    const admitted = await this.db.transaction(async (trx) => {
      // Locked before the count, so that processes which ask at once count each other.
      const open = await trx(tables.account)
        .where({ id: this.accountId })
        .andWhere((free) => free.whereNull("blocked_until").orWhere("blocked_until", "<", trx.raw("clock_timestamp()")))
        .forUpdate()
        .first("id")
      if (!open || !(await this.hasRoom(purpose, trx))) {
        return false
      }
      await trx(tables.lookUp).insert({ account_id: this.accountId, purpose, sent_at: trx.raw("clock_timestamp()") })
      return true
    })
    if (!admitted) {
      throw pausedError(operation, null)
    }
  }

  private async hasRoom(purpose: LookUpPurpose, trx: Transaction): Promise<boolean> {
    await trx(tables.lookUp).where({ account_id: this.accountId }).andWhere("sent_at", "<", trx.raw("clock_timestamp() - interval '1 day'")).delete()
    const { rows } = await trx.raw(
      `select purpose, count(*)::int as day, (count(*) filter (where sent_at > clock_timestamp() - make_interval(secs => ?)))::int as minute
       from ${tables.lookUp} where account_id = ? group by purpose`,
      [MINUTE_SECONDS, this.accountId]
    )
    const used = rows as Used[]
    return (
      fits(used.map(({ purpose: of, minute }) => [of, minute]), purpose, this.budget.lookUpsPerMinute) &&
      fits(used.map(({ purpose: of, day }) => [of, day]), purpose, this.budget.lookUpsPerDay)
    )
  }

  async blocked(info: { httpStatus: number | null; retryAfterMs: number | null }): Promise<void> {
    const asked = Math.ceil((info.retryAfterMs ?? 0) / 1_000)
    await this.db.raw(
      `update ${tables.account} set block_level = block_level + 1,
         blocked_until = now() + make_interval(secs => greatest(?, least(? * power(5, block_level), ?)))
       where id = ? and (blocked_until is null or blocked_until < now())`,
      [asked, FIRST_BLOCK_SECONDS, LONGEST_BLOCK_SECONDS, this.accountId]
    )
    await this.problems.raise({ kind: "blocked_by_gateway", subject: this.accountId, accountId: this.accountId, details: { http_status: info.httpStatus } })
  }

  async succeeded(): Promise<void> {
    const mended = await this.db(tables.account).where({ id: this.accountId }).andWhere("block_level", ">", 0).update({ block_level: 0, blocked_until: null })
    if (mended) {
      await this.problems.clear("blocked_by_gateway", this.accountId)
    }
  }
}

/** Whether one more call stays within the whole, the purpose's share, and that of all but decisions. */
function fits(used: [LookUpPurpose, number][], purpose: LookUpPurpose, limit: number): boolean {
  const sum = (counts: (of: LookUpPurpose) => boolean) => used.reduce((total, [of, count]) => total + (counts(of) ? count : 0), 0)
  const room = (share: number) => Math.max(1, Math.floor(limit * share))
  return (
    sum(() => true) < limit &&
    sum((of) => of === purpose) < room(SHARES[purpose]) &&
    (purpose !== "confirm" || sum(() => true) < limit * IDLE_BELOW) &&
    (purpose === "decision" || sum((of) => of !== "decision") < room(SHARE_OF_ALL_BUT_DECISIONS))
  )
}

/** Whether work failed only because nothing may be asked now: the budget is spent, or the gateway blocks look-ups. */
export function areLookUpsPaused(error: unknown): boolean {
  const { name, kind } = (error ?? {}) as Partial<GatewayError>
  return name === "GatewayError" && kind === "paused"
}
