import type { ProblemKind } from "../../../domain/problems"
import { Database, newId, tables } from "../database"

export type NewProblem = {
  kind: ProblemKind
  /** What the problem is about; one open row per kind and subject. */
  subject: string
  invoiceId?: string | null
  accountId?: string | null
  orderId?: string | null
  /** Facts for staff. Nothing secret or personal. */
  details?: Record<string, unknown>
}

/** What staff must know or decide: one open row per cause, counted when it is seen again. */
export class Problems {
  constructor(private readonly db: Database) {}

  async raise(problem: NewProblem): Promise<void> {
    await this.db.raw(
      `insert into ${tables.problem} (id, kind, cause_key, fatura_invoice_id, account_id, order_id, details, last_seen_at)
       values (?, ?, ?, ?, ?, ?, ?, now())
       on conflict (cause_key) where resolved_at is null
       do update set seen_count = ${tables.problem}.seen_count + 1, last_seen_at = now(), details = excluded.details, updated_at = now()`,
      [
        newId("fprb"),
        problem.kind,
        causeKey(problem.kind, problem.subject),
        problem.invoiceId ?? null,
        problem.accountId ?? null,
        problem.orderId ?? null,
        JSON.stringify(problem.details ?? {}),
      ]
    )
  }

  /** Closes a problem whose cause is gone. */
  async clear(kind: ProblemKind, subject: string): Promise<void> {
    await this.db(tables.problem)
      .where({ cause_key: causeKey(kind, subject) })
      .whereNull("resolved_at")
      .update({ resolved_at: this.db.fn.now(), resolution: "cause_gone", updated_at: this.db.fn.now() })
  }

  async open(): Promise<Record<string, unknown>[]> {
    return this.db(tables.problem).whereNull("resolved_at").orderBy("created_at", "desc")
  }
}

function causeKey(kind: ProblemKind, subject: string): string {
  return `${kind}:${subject}`
}
