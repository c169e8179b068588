import { type Database } from "../database"
import { type KeyRing, type Place, SealError } from "./key-ring"
import { SEALED_COLUMNS, type SealedColumn } from "./sealed-columns"

const BATCH = 500

/** How the sealed values of one column stand. `unreadable`: by a key that is not in the ring. */
export type ResealCount = { table: string; column: string; current: number; resealed: number; remaining: number; unreadable: number }

/**
 * Seals everything again that an older key of the ring sealed. It works in batches and leaves every value
 * readable at any moment, so that the store runs on, and what was stopped is taken up where it was.
 */
export async function resealAll(db: Database, ring: KeyRing, options: { check: boolean; onBatch?: (count: ResealCount) => void }): Promise<ResealCount[]> {
  const counts: ResealCount[] = []
  for (const sealed of SEALED_COLUMNS) {
    counts.push(await resealColumn(db, ring, sealed, options))
  }
  return counts
}

async function resealColumn(db: Database, ring: KeyRing, { table, column, purpose, beside, place }: SealedColumn, options: { check: boolean; onBatch?: (count: ResealCount) => void }): Promise<ResealCount> {
  const current = `${ring.currentPrefix().replaceAll("_", "\\_")}%`
  const { count: already } = (await db(table).where(column, "like", current).count("* as count").first()) as { count: string }
  const count: ResealCount = { table, column, current: Number(already), resealed: 0, remaining: 0, unreadable: 0 }
  for (let after = ""; ; ) {
    const rows: (Record<string, string> & { id: string; sealed_value: string })[] = await db(table)
      .whereNotNull(column)
      .andWhereNot(column, "like", current)
      .andWhere("id", ">", after)
      .orderBy("id")
      .limit(BATCH)
      .select(...beside, `${column} as sealed_value`)
    if (!rows.length) {
      return count
    }
    after = rows.at(-1)!.id
    for (const row of rows) {
      await resealOne(row)
    }
    options.onBatch?.(count)
  }

  async function resealOne(row: Record<string, string> & { id: string; sealed_value: string }): Promise<void> {
    const again = resealedOrNull(ring, row.sealed_value, purpose, place(row))
    if (again === null) {
      count.unreadable++
    } else if (options.check) {
      count.remaining++
    } else {
      // Only what was read is replaced: the running store may have written another value meanwhile.
      count.resealed += await db(table).where({ ...Object.fromEntries(beside.map((name) => [name, row[name]])), [column]: row.sealed_value }).update({ [column]: again })
    }
  }
}

function resealedOrNull(ring: KeyRing, sealed: string, purpose: string, place: Place): string | null {
  try {
    return ring.reseal(sealed, purpose, place) ?? sealed
  } catch (error) {
    if (error instanceof SealError) {
      return null
    }
    throw error
  }
}
