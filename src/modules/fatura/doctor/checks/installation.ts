import { readdirSync } from "node:fs"
import path from "node:path"
import { type Database, tables } from "../../database"
import { PROVIDER_IDS } from "../../sessions/provider-ids"
import type { Finding, Setup } from "../finding"
import { entriesOf, pluginEntry, providersOf } from "../store-config"

const PROVIDER = "medusa-payment-fatura/providers/fatura"

/** Plugin and provider are two entries of the configuration; without one of them nothing works. */
export async function moduleLoaded({ config, db }: Setup): Promise<Finding[]> {
  if (!config) {
    return []
  }
  const check = "module_loaded"
  const provider = providersOf(entriesOf(config.modules), /(^|\/)payment$/).find(({ resolve }) => resolve === PROVIDER || resolve.endsWith("/providers/fatura"))
  const faults: Finding[] = []
  if (!pluginEntry(config)) {
    faults.push({ check, state: "error", code: "plugin_missing" })
  }
  if (!provider) {
    faults.push({ check, state: "error", code: "provider_missing" })
  } else if (provider.id !== "fatura") {
    faults.push({ check, state: "error", code: "provider_id_wrong", values: { id: provider.id ?? "" } })
  }
  if (!faults.length && db && (await db.schema.hasTable("payment_provider"))) {
    const started = await db("payment_provider").whereIn("id", [...PROVIDER_IDS]).andWhere({ is_enabled: true }).first("id")
    faults.push(...(started ? [] : [{ check, state: "warning", code: "provider_not_started" } as const]))
  }
  return faults.length ? faults : [{ check, state: "ok", code: "module_ok" }]
}

/** Medusa offers a provider where a region names it, and nowhere else. */
export async function regions(db: Database): Promise<Finding[]> {
  const check = "regions"
  if (!(await db.schema.hasTable("region_payment_provider"))) {
    return [{ check, state: "error", code: "migrations_missing", values: { names: "Medusa" } }]
  }
  const rows: { name: string; currency_code: string; payment_provider_id: string }[] = await db("region_payment_provider as link")
    .join("region", "region.id", "link.region_id")
    .whereIn("link.payment_provider_id", [...PROVIDER_IDS])
    .whereNull("link.deleted_at")
    .whereNull("region.deleted_at")
    .orderBy("region.name")
    .select("region.name", "region.currency_code", "link.payment_provider_id")
  if (!rows.length) {
    return [{ check, state: "error", code: "regions_missing" }]
  }
  const foreign = new Map(rows.filter(({ currency_code }) => currency_code.toLowerCase() !== "brl").map((row) => [row.name, row.currency_code.toUpperCase()]))
  const names = [...new Set(rows.map(({ name }) => name))]
  const providers = [...new Set(rows.map(({ payment_provider_id }) => payment_provider_id))].sort()
  return [
    ...[...foreign].map(([region, currency]): Finding => ({ check, state: "warning", code: "region_not_brl", subject: region, values: { region, currency } })),
    ...(names.length > foreign.size ? [{ check, state: "ok", code: "regions_ok", values: { regions: names.join(", "), providers: providers.join(", ") } } as const] : []),
  ]
}

/** @param known the plugin's migrations; those that are packed with it when missing */
export async function migrations(db: Database, known: string[] = packedMigrations()): Promise<Finding[]> {
  const check = "migrations"
  const run: string[] = (await db.schema.hasTable("mikro_orm_migrations")) ? await db("mikro_orm_migrations").whereIn("name", known).pluck("name") : []
  const present = await db("information_schema.tables").whereRaw("table_schema = any (current_schemas(false))").whereIn("table_name", Object.values(tables)).pluck("table_name")
  const missing = [...known.filter((name) => !run.includes(name)), ...Object.values(tables).filter((table) => !present.includes(table))]
  return missing.length ? [{ check, state: "error", code: "migrations_missing", values: { names: missing.join(", ") } }] : [{ check, state: "ok", code: "migrations_ok" }]
}

function packedMigrations(): string[] {
  const files = readdirSync(path.join(__dirname, "../../migrations"))
  return [...new Set(files.flatMap((file) => /^(Migration\d+)\.(?:js|ts)$/.exec(file)?.[1] ?? []))]
}
