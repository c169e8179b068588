import { Database, type Transaction, newId, tables } from "../database"

export type AuditAction = "account_created" | "account_changed" | "account_archived" | "account_removed" | "settings_changed"

/** From what to what; of a secret only that it was changed. */
export type Changes = Record<string, { from: unknown; to: unknown } | "changed">

export type AuditRow = { id: string; action: AuditAction; subject: string; actor: string; changes: Changes; created_at: Date }

/** The timeline of accounts and settings. */
export class Audit {
  constructor(private readonly db: Database) {}

  /** In the transaction of the change: none is made without its entry. */
  async add(trx: Transaction, entry: { action: AuditAction; subject: string; actor: string; changes: Changes }): Promise<void> {
    await trx(tables.audit).insert({ id: newId("faud"), ...entry, changes: JSON.stringify(entry.changes) })
  }

  /** Newest first; `after` is the last id of the page before. */
  async list(page: { limit: number; after?: string }): Promise<{ history: AuditRow[]; count: number }> {
    const rows = this.db(tables.audit).orderBy("id", "desc").limit(page.limit)
    const [history, count] = await Promise.all([page.after ? rows.andWhere("id", "<", page.after) : rows, this.db(tables.audit).count("* as count").first()])
    return { history, count: Number(count?.count ?? 0) }
  }
}

/** What differs between two sets of values. */
export function changesBetween(before: Record<string, unknown>, after: Record<string, unknown>): Changes {
  const names = Object.keys({ ...before, ...after }).filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null))
  return Object.fromEntries(names.map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }]))
}
