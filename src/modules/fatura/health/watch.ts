import type { ProblemKind } from "../../../domain/problems"
import { KeyRing, SealError } from "../crypto/key-ring"
import { Database, tables } from "../database"
import { PAYER_PURPOSE } from "../issuing/attempts"
import { isLoopback, isProduction } from "../options/read-options"
import type { FaturaOptions } from "../options/schema"
import type { Problems } from "../problems/problems"

/** Facts for staff when something is wrong; null when it is not. */
type Finding = Record<string, unknown> | null
type Check = () => Promise<Finding>

const STORE = "store"
/** Payments found only by asking, in a day, that make notices suspicious; one can be lost any time. */
const UNANNOUNCED = 3

/** Looks at what goes wrong silently, and keeps one problem for each such cause until it is gone. */
export class Watch {
  private readonly checks: Partial<Record<ProblemKind, Check>>

  constructor(
    private readonly db: Database,
    private readonly ring: KeyRing,
    private readonly options: FaturaOptions,
    private readonly problems: Problems
  ) {
    this.checks = {
      backlog: () => this.backlog(),
      notices_not_arriving: () => this.noticesNotArriving(),
      notification_address: () => this.notificationAddress(),
      encryption_key: () => this.encryptionKey(),
    }
  }

  async run(): Promise<void> {
    for (const [kind, check] of Object.entries(this.checks) as [ProblemKind, Check][]) {
      const details = await check()
      await (details ? this.problems.raise({ kind, subject: STORE, details }) : this.problems.clear(kind, STORE))
    }
    if (!isProduction() || this.options.allowSandbox) {
      await this.clearAll("sandbox_in_production")
    }
  }

  /** Work that nobody does: the jobs don't run, or everything fails. */
  private async backlog(): Promise<Finding> {
    const { rows } = await this.db.raw(
      `select (select count(*) from ${tables.notice} where state = 'pending' and created_at < now() - interval '10 minutes') as notices,
              (select count(*) from ${tables.outbox} where state = 'pending' and created_at < now() - interval '30 minutes') as tasks`
    )
    const [notices, tasks] = [Number(rows[0].notices), Number(rows[0].tasks)]
    return notices + tasks > 0 ? { notices, tasks } : null
  }

  private async noticesNotArriving(): Promise<Finding> {
    const { rows } = await this.db.raw(
      `select count(*) as payments from ${tables.event} e
       where e.kind = 'status_changed' and e.cause = 'look_up' and e.to_status = 'paid' and e.created_at > now() - interval '1 day'
         and not exists (select 1 from ${tables.notice} n where n.fatura_invoice_id = e.fatura_invoice_id and n.created_at <= e.created_at)
         and not exists (select 1 from ${tables.notice} n where n.verified and n.created_at > e.created_at)`
    )
    const payments = Number(rows[0].payments)
    return payments >= UNANNOUNCED ? { payments } : null
  }

  /** The gateway must be able to reach it from outside, and nobody should read along. */
  private async notificationAddress(): Promise<Finding> {
    const { backendUrl } = this.options
    const wrong = isProduction() && (isLoopback(backendUrl) || !backendUrl.startsWith("https://"))
    return wrong ? { address: backendUrl } : null
  }

  private async encryptionKey(): Promise<Finding> {
    const row = await this.db(tables.invoice).whereNotNull("payer_sealed").orderBy("created_at", "desc").first("payer_sealed")
    try {
      if (row) {
        this.ring.open(row.payer_sealed, PAYER_PURPOSE)
      }
      return null
    } catch (error) {
      if (error instanceof SealError) {
        return { message: error.message }
      }
      throw error
    }
  }

  private async clearAll(kind: ProblemKind): Promise<void> {
    const open = await this.db(tables.problem).where({ kind }).whereNull("resolved_at").select("account_id")
    for (const { account_id } of open) {
      await this.problems.clear(kind, account_id)
    }
  }
}
