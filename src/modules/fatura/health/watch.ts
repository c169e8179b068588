import { lookup } from "dns/promises"
import type { ProblemKind } from "../../../domain/problems"
import { KeyRing, SealError } from "../crypto/key-ring"
import { Database, tables } from "../database"
import { PAYER_PURPOSE } from "../issuing/attempts"
import { isLoopback, isProduction } from "../options/read-options"
import type { FixedOptions } from "../options/schema"
import type { Problems } from "../problems/problems"
import { raiseStuckRefunds } from "../refunds/stuck-refunds"
import { clearWhatIsOver } from "./what-is-over"

/** Facts for staff when something is wrong; null when it is not. */
type Finding = Record<string, unknown> | null
type Check = () => Promise<Finding>

const STORE = "store"
/** Payments found only by asking, in a day, that make notices suspicious; one can be lost any time. */
const UNANNOUNCED = 3
const BATCH = 50

/** Looks at what goes wrong silently, and keeps one problem for each such cause until it is gone. */
export class Watch {
  private readonly checks: Partial<Record<ProblemKind, Check>>

  constructor(
    private readonly db: Database,
    private readonly ring: KeyRing,
    private readonly options: FixedOptions,
    private readonly problems: Problems,
    private readonly exists: (hostname: string) => Promise<boolean> = hasAddress
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
    await this.sandboxInProduction()
    await this.attemptsWithoutAnswer()
    await raiseStuckRefunds(this.db, this.problems)
    await clearWhatIsOver(this.db)
  }

  /** At the start, before the first order: data that can't be opened is found too late otherwise. */
  async atStart(): Promise<void> {
    const details = await this.encryptionKey()
    if (details) {
      await this.problems.raise({ kind: "encryption_key", subject: STORE, details })
    }
  }

  /** By what the gateway last said of each account; the first order of a new one tells it. */
  private async sandboxInProduction(): Promise<void> {
    const forbidden = isProduction() && !this.options.allowSandbox
    const accounts: { id: string; environment: string | null }[] = await this.db(tables.account).select("id", "environment")
    for (const { id, environment } of accounts) {
      await (forbidden && environment === "SANDBOX"
        ? this.problems.raise({ kind: "sandbox_in_production", subject: id, accountId: id })
        : this.problems.clear("sandbox_in_production", id))
    }
  }

  /** A lost answer is found out within minutes, unless the gateway can't be asked. A card has its own problem, later. */
  private async attemptsWithoutAnswer(): Promise<void> {
    const attempts: { id: string; account_id: string; order_id: string | null }[] = await this.db(tables.invoice)
      .whereIn("state", ["issuing", "unknown"])
      .andWhere({ is_live: true })
      .whereNot("method", "card")
      .andWhere("issuing_started_at", "<", this.db.raw("now() - interval '30 minutes'"))
      // Those that staff know of make room for the next; one of them is raised once.
      .whereNotExists(this.db(tables.problem).where({ kind: "attempt_outcome_unknown" }).andWhere("fatura_invoice_id", this.db.ref(`${tables.invoice}.id`)))
      .orderBy("issuing_started_at")
      .limit(BATCH)
      .select("id", "account_id", "order_id")
    for (const { id, account_id, order_id } of attempts) {
      await this.problems.raise({ kind: "attempt_outcome_unknown", subject: id, invoiceId: id, accountId: account_id, orderId: order_id })
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
    if (!isProduction()) {
      return null
    }
    if (isLoopback(backendUrl) || !backendUrl.startsWith("https://")) {
      return { address: backendUrl }
    }
    const { hostname } = new URL(backendUrl)
    return (await this.exists(hostname)) ? null : { address: backendUrl, host_not_found: hostname }
  }

  private async encryptionKey(): Promise<Finding> {
    const sealed = await Promise.all(
      // Ids follow the time. The newest tells of a key that was changed now, the oldest of one that was dropped too early.
      (["desc", "asc"] as const).map((order) => this.db(tables.invoice).whereNotNull("payer_sealed").orderBy("id", order).first("id", "payer_sealed"))
    )
    try {
      for (const row of sealed) {
        if (row) {
          this.ring.open(row.payer_sealed, PAYER_PURPOSE, [row.id])
        }
      }
      return null
    } catch (error) {
      if (error instanceof SealError) {
        return { message: error.message }
      }
      throw error
    }
  }
}

/** Only a name that surely does not exist counts; a resolver that fails says nothing. */
async function hasAddress(hostname: string): Promise<boolean> {
  try {
    await lookup(hostname)
    return true
  } catch (error) {
    return (error as { code?: string }).code !== "ENOTFOUND"
  }
}
