import { type Database } from "../database"
import { UNBOUND_PREFIX } from "./key-ring"
import { SEALED_COLUMNS } from "./sealed-columns"

/**
 * How many values are still sealed in the form that is bound to no row: who can write to the database could move
 * them to another one. `rotate-keys` seals them again. Reads every sealed column to its end.
 */
export async function unboundValues(db: Database): Promise<number> {
  let found = 0
  for (const { table, column } of SEALED_COLUMNS) {
    const row = await db(table).where(column, "like", `${UNBOUND_PREFIX}%`).count("* as count").first()
    found += Number(row?.count ?? 0)
  }
  return found
}

const KEPT_MS = 5 * 60_000

/** The count for a page that is read again and again: taken anew after five minutes. */
export class UnboundValues {
  private known: { at: number; count: Promise<number> } | undefined

  constructor(private readonly db: Database) {}

  count(): Promise<number> {
    if (!this.known || performance.now() - this.known.at >= KEPT_MS) {
      const count = unboundValues(this.db)
      this.known = { at: performance.now(), count }
      count.catch(() => (this.known = undefined))
    }
    return this.known.count
  }
}
