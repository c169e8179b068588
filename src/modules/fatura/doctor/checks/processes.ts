import type { Finding, Setup } from "../finding"
import { type Entry, entriesOf, providersOf } from "../store-config"

/** What several processes must share, by the words that its Redis module has in its name. */
const SHARED: Record<string, (modules: Entry[]) => boolean> = {
  "event-bus-redis": (modules) => modules.some(({ resolve }) => /event-bus-redis/.test(resolve)),
  "workflow-engine-redis": (modules) => modules.some(({ resolve }) => /workflow-engine-redis/.test(resolve)),
  "locking-redis": (modules) => providersOf(modules, /(^|\/)locking$/).some(({ resolve }) => /locking-redis/.test(resolve)),
  "caching-redis": (modules) => modules.some(({ resolve }) => /cache-redis/.test(resolve)) || providersOf(modules, /(^|\/)caching$/).some(({ resolve }) => /caching-redis/.test(resolve)),
}

/** A process that is server or worker alone is one of several; the environment of a process manager tells the rest. */
export function processes({ config, processes: known }: Setup): Finding[] {
  if (!config) {
    return []
  }
  const check = "processes"
  const several = ["server", "worker"].includes(config.projectConfig?.workerMode ?? "") || (known ?? 1) > 1
  const modules = entriesOf(config.modules)
  const missing = Object.keys(SHARED).filter((name) => !SHARED[name]!(modules))
  if (!missing.length) {
    return [{ check, state: "ok", code: "processes_ok" }]
  }
  return several ? [{ check, state: "error", code: "redis_modules_missing", values: { modules: missing.join(", ") } }] : [{ check, state: "ok", code: "processes_single" }]
}

/** Medusa's Postgres locking never takes over a lock that has expired. */
export async function locking({ config, db }: Setup): Promise<Finding[]> {
  if (!config && !db) {
    return []
  }
  const check = "locking"
  const expired = db && (await db.schema.hasTable("locking")) ? Number((await db("locking").where("expiration", "<", db.fn.now()).count("* as count").first())?.count ?? 0) : 0
  const inPostgres = config !== null && providersOf(entriesOf(config.modules), /(^|\/)locking$/).some(({ resolve }) => /locking-postgres/.test(resolve))
  if (expired > 0) {
    return [{ check, state: "error", code: "locks_expired", values: { count: expired } }]
  }
  return [inPostgres ? { check, state: "warning", code: "locking_postgres" } : { check, state: "ok", code: "locking_ok" }]
}
