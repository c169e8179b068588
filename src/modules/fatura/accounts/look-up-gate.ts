import { pausedError, type LookUpGate, type Operation } from "../../../gateway"
import { Database, tables } from "../database"
import type { Problems } from "../problems/problems"

type Budget = { lookUpsPerMinute: number; lookUpsPerDay: number }

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

  /** Counts one look-up, or throws (nothing was sent) when it is not allowed now. */
  async enter(operation: Operation): Promise<void> {
    const sameMinute = "minute_started_at > now() - interval '1 minute'"
    const sameDay = "day_started_at > now() - interval '1 day'"
    const { rowCount } = await this.db.raw(
      `update ${tables.account} set
         minute_count = case when ${sameMinute} then minute_count + 1 else 1 end,
         minute_started_at = case when ${sameMinute} then minute_started_at else now() end,
         day_count = case when ${sameDay} then day_count + 1 else 1 end,
         day_started_at = case when ${sameDay} then day_started_at else now() end
       where id = ? and (blocked_until is null or blocked_until < now())
         and not (coalesce(${sameMinute}, false) and minute_count >= ?)
         and not (coalesce(${sameDay}, false) and day_count >= ?)`,
      [this.accountId, this.budget.lookUpsPerMinute, this.budget.lookUpsPerDay]
    )
    if (!rowCount) {
      throw pausedError(operation, null)
    }
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
