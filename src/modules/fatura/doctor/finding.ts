import type { FaturaOptions } from "../options/schema"
import type { Database } from "../database"
import type { DoctorCode } from "./texts"

export const CHECKS = [
  "configuration", "database", "migrations", "encryption_key", "credentials", "environment", "clock", "notification_address", "shopper_addresses", "module_loaded",
  "regions", "discounts", "processes", "locking",
] as const

export type CheckName = (typeof CHECKS)[number]
export type CheckState = "ok" | "warning" | "error"

export type Finding = {
  check: CheckName
  state: CheckState
  code: DoctorCode
  /** What it is about where there are several, as the name of an account. */
  subject?: string
  /** For the texts; nothing secret. */
  values?: Record<string, string | number>
}

/** One line of the doctor's report. */
export type CheckLine = { check: CheckName; subject: string | null; state: CheckState; code: DoctorCode; message: string; remedy: string | null }

/** What of Medusa's configuration is looked at, as `defineConfig` leaves it or as it was written. */
export type StoreConfig = {
  projectConfig?: { workerMode?: string; redisUrl?: string; databaseUrl?: string }
  plugins?: unknown[]
  modules?: unknown
}

/** What there is to look at. Each part may be missing: that is what the doctor is for. */
export type Setup = {
  /** Null where no `medusa-config` could be read. */
  config: StoreConfig | null
  /** Why it could not be read. */
  configFault?: string
  options: FaturaOptions | null
  /** Every fault of the plugin's options. */
  optionFaults: string[]
  db: Database | null
  /** Why the database can't be asked. */
  dbFault?: string
  production: boolean
  /** How many processes this environment tells of; null when it tells nothing. */
  processes: number | null
}
