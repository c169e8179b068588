import { Database, type Transaction, tables } from "../database"

/** The one row of settings. */
export const SETTINGS_ROW = "store"
/** How old what a process knows of accounts and settings may be, where a moment more does no harm. */
const MAX_AGE_MS = 2_000

/**
 * One number in the database that every change of accounts or settings raises. A process that reads
 * another number than before knows that what it keeps in memory is old; that costs one read of one row.
 */
export class Revision {
  /** `at` is when its reading began, by a clock that is never set back. */
  private known: { revision: number; at: number } | null = null
  private reading: Promise<number> | null = null

  constructor(private readonly db: Database) {}

  /** @param maxAgeMs how old the answer may be; 0 asks the database */
  async read(maxAgeMs = MAX_AGE_MS): Promise<number> {
    if (this.known && performance.now() - this.known.at < maxAgeMs) {
      return this.known.revision
    }
    if (maxAgeMs === 0) {
      // A read under way may have begun before the change that the caller asks for.
      return this.fetch()
    }
    this.reading ??= this.fetch().finally(() => (this.reading = null))
    return this.reading
  }

  /** To be called in the transaction of the change, so that both are seen at once. */
  async raise(trx: Transaction): Promise<void> {
    await trx(tables.settings)
      .insert({ id: SETTINGS_ROW, overrides: "{}" })
      .onConflict("id")
      .merge({ revision: trx.raw(`${tables.settings}.revision + 1`), updated_at: trx.fn.now() })
    this.known = null
  }

  private async fetch(): Promise<number> {
    const at = performance.now()
    const row = await this.db(tables.settings).where({ id: SETTINGS_ROW }).first("revision")
    const revision: number = row?.revision ?? 0
    // Of two readings the one that began later knows more, whichever ends first.
    if (!this.known || this.known.at <= at) {
      this.known = { revision, at }
    }
    return revision
  }
}
