import type { Drift, Message } from "../../../gateway"
import { Database, tables } from "../database"

/** A gateway that changed everything must not fill the table. */
const MOST = 500
/** One row is written for a difference in this time at most; what comes meanwhile is counted with the next. */
const PAUSE_MS = 60_000
const SHOWN = 100

export type DriftRow = { message: Message; kind: Drift["kind"]; path: string; found: string; count: number; first_seen_at: Date; last_seen_at: Date }

export type DriftView = {
  /** Members that are new, types that changed, and versions that were not the first of their message. */
  findings: DriftRow[]
  count: number
  /** The version of the interface that each message told last. */
  versions: { message: Message; version: string; since: Date }[]
}

type Pending = { count: number; writtenAt: number }

/**
 * How the gateway's messages differ from what is documented: by name and type, never by value, and without
 * holding up who calls. Nothing depends on it.
 */
export class Drifts {
  private readonly pending = new Map<string, Pending>()

  constructor(private readonly db: Database) {}

  /** Counts the differences of one message. @returns when what is due is written */
  async note(message: Message, found: readonly Drift[]): Promise<void> {
    for (const drift of found) {
      const count = this.due(`${message} ${drift.kind} ${drift.path} ${drift.found}`)
      if (count > 0) {
        await this.write(message, drift, count)
      }
    }
  }

  async view(): Promise<DriftView> {
    const rows: (Omit<DriftRow, "count"> & { count: string })[] = await this.db(tables.drift)
      .orderBy("first_seen_at")
      .select("message", "kind", "path", "found", "seen_count as count", "created_at as first_seen_at", "updated_at as last_seen_at")
    const all = rows.map((row): DriftRow => ({ ...row, count: Number(row.count) }))
    const versions = all.filter(({ kind }) => kind === "api_version")
    const firsts = new Set(versions.filter((row, index) => versions.findIndex(({ message }) => message === row.message) === index))
    const findings = all.filter((row) => !firsts.has(row)).reverse()
    return { findings: findings.slice(0, SHOWN), count: findings.length, versions: lastOfEach(versions) }
  }

  /** Forgets what was not seen for so many days, except the first version of each message. */
  async prune(days: number): Promise<void> {
    await this.db(tables.drift)
      .whereNot({ kind: "api_version" })
      .andWhere("updated_at", "<", this.db.raw("now() - make_interval(days => ?)", [days]))
      .delete()
  }

  /** How many are to be written now; 0 while the last writing is fresh. */
  private due(key: string): number {
    const known = this.pending.get(key)
    if (!known) {
      if (this.pending.size >= MOST) {
        return 0
      }
      this.pending.set(key, { count: 0, writtenAt: performance.now() })
      return 1
    }
    known.count += 1
    if (performance.now() - known.writtenAt < PAUSE_MS) {
      return 0
    }
    const { count } = known
    this.pending.set(key, { count: 0, writtenAt: performance.now() })
    return count
  }

  private async write(message: Message, { kind, path, found }: Drift, count: number): Promise<void> {
    const where = { message, kind, path: path.slice(0, 200), found: found.slice(0, 40) }
    const updated = await this.db(tables.drift).where(where).update({ seen_count: this.db.raw("seen_count + ?", [count]), updated_at: this.db.fn.now() })
    if (updated) {
      return
    }
    await this.db.raw(
      `insert into ${tables.drift} (message, kind, path, found, seen_count)
       select ?, ?, ?, ?, ? where (select count(*) from ${tables.drift}) < ?
       on conflict (message, kind, path, found) do update set seen_count = ${tables.drift}.seen_count + excluded.seen_count, updated_at = now()`,
      [where.message, where.kind, where.path, where.found, count, MOST]
    )
  }
}

function lastOfEach(versions: DriftRow[]): DriftView["versions"] {
  const last = new Map<Message, DriftRow>()
  for (const row of versions) {
    const known = last.get(row.message)
    if (!known || row.last_seen_at >= known.last_seen_at) {
      last.set(row.message, row)
    }
  }
  return [...last.values()].map(({ message, found, first_seen_at }) => ({ message, version: found, since: first_seen_at }))
}
