import { createDatabase, databaseExists, withClient } from "./database"
import { schemaHash, storeCommand } from "./store"
import type { ChildOptions } from "./child"
import { keyTitle, regionName } from "../store/src/seed/constants"

const stateTable = "demo_state"

export type StoreIds = { publishableKey: string; regionId: string }

/**
 * Creates, migrates and seeds the store's database; does nothing when that was done by the same migrations
 * and seed before. Which they were is kept in the database itself, so that a database can be swapped.
 * @returns whether there was something to do
 */
export async function prepareDatabase(url: string, run: Pick<ChildOptions, "logFile" | "env">): Promise<boolean> {
  const hash = await schemaHash()
  const existed = await databaseExists(url)
  if (existed && (await readState(url)) === hash) return false
  if (!existed) await createDatabase(url)
  const env = { ...run.env, DATABASE_URL: url, STORE_WITHOUT_ADMIN: "true" }
  await storeCommand("Migrating the database", ["db:migrate", "--execute-all-links"], { ...run, env })
  // The first migration seeds the store; a database of an older seed is completed by this.
  if (existed) await storeCommand("Seeding the database", ["exec", "./src/scripts/seed.ts"], { ...run, env })
  await readStoreIds(url)
  await writeState(url, hash)
  return true
}

/** @throws when the store was not seeded, with what is missing */
export async function readStoreIds(url: string): Promise<StoreIds> {
  return withClient(url, async (client) => {
    const region = await client.query<{ id: string }>("SELECT id FROM region WHERE name = $1 AND deleted_at IS NULL", [regionName])
    const key = await client.query<{ token: string }>("SELECT token FROM api_key WHERE title = $1 AND revoked_at IS NULL", [keyTitle])
    const [regionId, publishableKey] = [region.rows[0]?.id, key.rows[0]?.token]
    if (!regionId || !publishableKey) {
      throw new Error(`the database has no ${regionId ? `publishable key "${keyTitle}"` : `region "${regionName}"`}: seeding it failed`)
    }
    return { regionId, publishableKey }
  })
}

async function readState(url: string): Promise<string | undefined> {
  return withClient(url, async (client) => {
    const table = await client.query("SELECT to_regclass($1) AS name", [stateTable])
    if (!table.rows[0]?.name) return undefined
    const { rows } = await client.query<{ schema: string }>(`SELECT schema FROM ${stateTable}`)
    return rows[0]?.schema
  })
}

async function writeState(url: string, hash: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`CREATE TABLE IF NOT EXISTS ${stateTable} (id boolean PRIMARY KEY DEFAULT true CHECK (id), schema text NOT NULL)`)
    await client.query(`INSERT INTO ${stateTable} (schema) VALUES ($1) ON CONFLICT (id) DO UPDATE SET schema = excluded.schema`, [hash])
  })
}
