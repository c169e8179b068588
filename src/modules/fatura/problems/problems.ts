import type { ProblemKind } from "../../../domain/problems"
import { Database, Transaction, newId, tables } from "../database"

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

export type ProblemRow = {
  id: string
  kind: ProblemKind
  fatura_invoice_id: string | null
  account_id: string | null
  order_id: string | null
  details: Record<string, unknown> | null
  seen_count: number
  last_seen_at: Date
  resolved_at: Date | null
  resolution: string | null
  created_at: Date
}

/** What staff must know or decide: one open row per cause, counted when it is seen again. */
export class Problems {
  /** @param announce tells the store's own subscribers of a problem that was not open before */
  constructor(
    private readonly db: Database,
    private readonly announce: (problem: ProblemRow) => Promise<void> = async () => undefined
  ) {}

  async raise(problem: NewProblem): Promise<void> {
    await this.tell(await this.store(problem))
  }

  /** Only the row, for a change that must stand or fall with it; {@link tell} follows when that is committed. */
  async store(problem: NewProblem, trx?: Transaction): Promise<ProblemRow> {
    const { rows } = await (trx ?? this.db).raw(
      `insert into ${tables.problem} (id, kind, cause_key, fatura_invoice_id, account_id, order_id, details, last_seen_at)
       values (?, ?, ?, ?, ?, ?, ?, now())
       on conflict (cause_key) where resolved_at is null
       do update set seen_count = ${tables.problem}.seen_count + 1, last_seen_at = now(), details = excluded.details, updated_at = now()
       returning *`,
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
    return rows[0] as ProblemRow
  }

  /** Tells the store's subscribers, the first time only. */
  async tell(row: ProblemRow): Promise<void> {
    if (row.seen_count === 1) {
      await this.announce(row)
    }
  }

  /** Closes problems of a subject whose cause is gone. */
  async clear(kind: ProblemKind | readonly ProblemKind[], subject: string, trx?: Transaction): Promise<void> {
    const kinds = typeof kind === "string" ? [kind] : kind
    await (trx ?? this.db)(tables.problem)
      .whereIn("cause_key", kinds.map((one) => causeKey(one, subject)))
      .whereNull("resolved_at")
      .update({ resolved_at: this.db.fn.now(), resolution: "cause_gone", updated_at: this.db.fn.now() })
  }

  /** The open problem of a kind and subject, where there is one. */
  async openOf(kind: ProblemKind, subject: string): Promise<ProblemRow | null> {
    return (await this.db(tables.problem).where({ cause_key: causeKey(kind, subject) }).whereNull("resolved_at").first()) ?? null
  }

  /** When staff last decided about a kind and subject; null when they never did. */
  async decidedAt(kind: ProblemKind, subject: string): Promise<Date | null> {
    const row = await this.db(tables.problem).where({ cause_key: causeKey(kind, subject) }).whereNotNull("resolved_by").max("resolved_at as at").first()
    return row?.at ?? null
  }

  async find(id: string): Promise<ProblemRow | null> {
    return (await this.db(tables.problem).where({ id }).first()) ?? null
  }

  /** Open problems, newest first; `after` is the last id of the page before. */
  async list(page: { open: boolean; limit: number; after?: string }): Promise<{ problems: ProblemRow[]; count: number }> {
    const narrowed = () => {
      const query = this.db(tables.problem)
      return page.open ? query.whereNull("resolved_at") : query.whereNotNull("resolved_at")
    }
    const rows = narrowed().orderBy("id", "desc").limit(page.limit)
    const [problems, count] = await Promise.all([page.after ? rows.andWhere("id", "<", page.after) : rows, narrowed().count("* as count").first()])
    return { problems, count: Number(count?.count ?? 0) }
  }

  /** Closes a problem by a decision of staff. */
  async resolve(id: string, resolution: string, actor: string): Promise<void> {
    await this.db(tables.problem)
      .where({ id })
      .update({ resolved_at: this.db.fn.now(), resolution, resolved_by: actor, updated_at: this.db.fn.now() })
  }
}

function causeKey(kind: ProblemKind, subject: string): string {
  return `${kind}:${subject}`
}
