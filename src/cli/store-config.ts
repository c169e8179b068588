import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { getConfigFile, ModulesSdkUtils } from "@medusajs/framework/utils"
import type { Database } from "../modules/fatura/database"
import type { Setup, StoreConfig } from "../modules/fatura/doctor/finding"
import { pluginEntry } from "../modules/fatura/doctor/store-config"
import { ConfigurationError, isProduction, processesOf, readOptions } from "../modules/fatura/options/read-options"

const SOURCES = ["medusa-config.ts", "medusa-config.mts"]
const BUILT = ["medusa-config.js", "medusa-config.cjs", "medusa-config.mjs"]

/** What the store in this folder is made of, as far as it can be read. Boots nothing. */
export async function readSetup(folder = process.cwd()): Promise<Setup> {
  const { config, fault } = await readConfig(folder)
  const { options, optionFaults } = readPluginOptions(config)
  const databaseUrl = config?.projectConfig?.databaseUrl ?? process.env.DATABASE_URL
  return {
    config,
    ...(fault !== null && { configFault: fault }),
    options,
    optionFaults,
    db: databaseUrl ? connect(databaseUrl) : null,
    production: isProduction(),
    processes: processesOf(),
  }
}

function connect(clientUrl: string): Database {
  // Else knex tries for a minute and then says nothing of why.
  const pool = { min: 0, max: 4, propagateCreateError: true, acquireTimeoutMillis: 10_000 }
  return ModulesSdkUtils.createPgConnection({ clientUrl, pool }) as Database
}

function readPluginOptions(config: StoreConfig | null): Pick<Setup, "options" | "optionFaults"> {
  try {
    return { options: readOptions((config && pluginEntry(config)?.options) ?? {}), optionFaults: [] }
  } catch (error) {
    if (error instanceof ConfigurationError) {
      return { options: null, optionFaults: error.faults }
    }
    throw error
  }
}

async function readConfig(folder: string): Promise<{ config: StoreConfig | null; fault: string | null }> {
  const isThere = (names: string[]) => names.some((name) => existsSync(path.join(folder, name)))
  if (!isThere([...SOURCES, ...BUILT])) {
    return { config: null, fault: `there is none in ${folder}` }
  }
  if (!isThere(BUILT)) {
    readTypeScript(folder)
  }
  const { configModule, error } = await getConfigFile<StoreConfig>(folder, "medusa-config")
  return error ? { config: null, fault: error.message.split("\n")[0] ?? "unknown" } : { config: configModule, fault: null }
}

/** As Medusa's own command reads it: by the store's ts-node. */
function readTypeScript(folder: string): void {
  try {
    const ofStore = createRequire(path.join(folder, "package.json"))
    const { register } = ofStore("ts-node") as { register: (options: object) => void }
    register({ transpileOnly: true })
  } catch {
    // Then the configuration can't be read, and reading it says so.
  }
}
