import { Database, tables } from "../database"

/** What recovery finds undone; `look_back`, a stretch of the past; and `end_order`, which whoever ends an order holds meanwhile. */
export type TurnKind =
  | "forgotten_order"
  | "stale_attempt"
  | "canceled_order"
  | "canceled_not_refunded"
  | "canceled_with_stock"
  | "forsaken_credit_line"
  | "never_issued_order"
  | "forsaken_order"
  | "blocked_order"
  | "orderless_code"
  | "orderless_money"
  | "withdrawn_code"
  | "moved_books"
  | "forgotten_refund"
  | "uncaptured_order"
  | "unconfirmed_payment"
  | "look_back"
  | "end_order"

/** A query for what is undone; its rows have an `id`. Values are named (`:name`). */
export type Undone = { sql: string; values: Record<string, unknown> }

/** Longer than what is done in one turn takes; a process that died in it holds it up no longer. */
const HOLD_SECONDS = 120
const FIRST_PAUSE_SECONDS = 15
const KEPT_DAYS = 2

/**
 * Whose turn it is. Each thing that recovery turns to is noted with the time of its next turn, in the database, so
 * that what can't be done now moves back behind what has not been tried, whichever process looks, and so that two
 * never work on the same one.
 */
export class Turns {
  constructor(private readonly db: Database) {}

  /** Those of a query whose turn it is: first what was never tried, then what has waited longest. */
  async due(kind: TurnKind, { sql, values }: Undone, limit: number): Promise<string[]> {
    const { rows } = await this.db.raw(
      `with undone as (${sql})
       select undone.id from (select distinct id from undone) undone left join ${tables.turn} t on t.id = :turn_kind || ':' || undone.id
       where t.next_at is null or t.next_at <= now() order by t.next_at nulls first, undone.id limit :turn_limit`,
      { ...values, turn_kind: kind, turn_limit: limit } as never
    )
    return (rows as { id: string }[]).map(({ id }) => id)
  }

  /** @returns false when it is not its turn, or another process is at it */
  async take(kind: TurnKind, subject: string): Promise<boolean> {
    const { rows } = await this.db.raw(
      `insert into ${tables.turn} (id, kind, subject, tries, next_at) values (?, ?, ?, 1, now() + interval '${HOLD_SECONDS} seconds')
       on conflict (id) do update set tries = ${tables.turn}.tries + 1, next_at = excluded.next_at, updated_at = now()
       where ${tables.turn}.next_at <= now() returning id`,
      [idOf(kind, subject), kind, subject]
    )
    return rows.length === 1
  }

  /** It is done; should it turn up again, it waits for the others first. */
  async done(kind: TurnKind, subject: string): Promise<void> {
    await this.change(kind, subject, { tries: 0, last_error: null, next_at: this.inSeconds(FIRST_PAUSE_SECONDS) })
  }

  /** It could not be done: its pause doubles, up to the longest. */
  async wait(kind: TurnKind, subject: string, longestSeconds: number, why: string | null = null): Promise<void> {
    await this.change(kind, subject, {
      last_error: why?.slice(0, 500) ?? null,
      next_at: this.db.raw(`now() + make_interval(secs => least(${FIRST_PAUSE_SECONDS} * power(2, least(tries, 20)), ?))`, [longestSeconds]),
    })
  }

  /** Free at once for the next. */
  async release(kind: TurnKind, subject: string): Promise<void> {
    await this.db(tables.turn).where({ id: idOf(kind, subject) }).delete()
  }

  /** What has not come up again for days is done. */
  async prune(): Promise<void> {
    await this.db(tables.turn).where("next_at", "<", this.db.raw(`now() - interval '${KEPT_DAYS} days'`)).delete()
  }

  private async change(kind: TurnKind, subject: string, columns: Record<string, unknown>): Promise<void> {
    await this.db(tables.turn).where({ id: idOf(kind, subject) }).update({ ...columns, updated_at: this.db.fn.now() })
  }

  private inSeconds(seconds: number) {
    return this.db.raw("now() + make_interval(secs => ?)", [seconds])
  }
}

function idOf(kind: TurnKind, subject: string): string {
  return `${kind}:${subject}`
}
