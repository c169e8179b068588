import { Database, tables } from "../database"

/** Where the reading of one code of the list stands. */
export type Reading = {
  id: string
  account_id: string
  code: number
  /** When this reading began, by the database's clock. */
  started_at: Date
  /** Pages read so far, or {@link LEFT}. */
  rank: number
  pages: number
  oldest_first: boolean
  /** Invoices under the code that the gateway has and the ledger lacks, after the last reading; null before the first. */
  gap: number | null
  whole_at: Date | null
  /** Whether this reading goes through all pages. */
  in_whole: boolean
  /** When it was claimed, by the database's clock: what changed later is newer than the page. */
  claimed_at: Date
}

/** In place of a rank: all pages are read, and what of the ledger was on none of them is asked for singly. */
export const LEFT = -1

const HOLD_MINUTES = 5
const PAUSE = "now() + interval '60 minutes'"
const WHOLE_AFTER_HOURS = 24

/** The places of all readings, shared by the processes. */
export class Readings {
  constructor(private readonly db: Database) {}

  /**
   * Takes the reading that is most overdue, and holds it for some minutes: a call that fails is tried
   * again after them. The first reading of an account comes after the usual pause.
   */
  async claim(accountIds: string[], codes: number[]): Promise<Reading | null> {
    const wanted = accountIds.flatMap((accountId) => codes.map((code) => ({ id: `${accountId}:${code}`, account_id: accountId, code, next_at: this.db.raw(PAUSE) })))
    if (!wanted.length) {
      return null
    }
    await this.db(tables.reading).insert(wanted).onConflict("id").ignore()
    const { rows } = await this.db.raw(
      `update ${tables.reading} set next_at = now() + interval '${HOLD_MINUTES} minutes',
         in_whole = case when started_at is null then whole_at is null or whole_at < now() - interval '${WHOLE_AFTER_HOURS} hours' else in_whole end,
         started_at = coalesce(started_at, now())
       where id = (
         select id from ${tables.reading} where next_at <= now() and id = any(?)
         order by next_at, code limit 1 for update skip locked
       ) returning *, now() as claimed_at`,
      [wanted.map(({ id }) => id)]
    )
    return rows[0] ?? null
  }

  /** Goes on at the next run. */
  async goOn(reading: Reading, { rank, pages, oldest_first }: Pick<Reading, "rank" | "pages" | "oldest_first">): Promise<void> {
    await this.write(reading, { rank, pages, oldest_first, next_at: this.db.fn.now() })
  }

  /** Goes on where it is when the minute's budget has room again. */
  async waitForBudget(reading: Reading): Promise<void> {
    await this.write(reading, { next_at: this.db.raw("now() + interval '1 minute'") })
  }

  /** Ends a reading; the next one begins after an hour. `whole` tells that no page was left out. */
  async end(reading: Reading, result: { gap: number | null; whole: boolean }): Promise<void> {
    await this.write(reading, {
      rank: 0,
      gap: result.gap,
      started_at: null,
      ...(result.whole && { whole_at: this.db.fn.now() }),
      next_at: this.db.raw(PAUSE),
    })
  }

  private async write(reading: Reading, change: Record<string, unknown>): Promise<void> {
    await this.db(tables.reading).where({ id: reading.id }).update({ ...change, updated_at: this.db.fn.now() })
  }
}
