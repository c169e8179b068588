import { readdirSync } from "node:fs"
import path from "node:path"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { createDatabase, dropDatabase, siblingUrl } from "../../../../../demo/lib/database"
import { testServer } from "../../../../../integration-tests/support/environment"
import type { Database } from "../../database"

const migrations = path.join(__dirname, "../../migrations")
let counter = 0

export type TestDatabase = {
  db: Database
  url: string
  /** A pool of its own, as another process of the same store has. */
  other(): Database
  close(): Promise<void>
}

type MigrationClass = new (driver: never, config: never) => { up(): Promise<void>; getQueries(): unknown[] }

/** An empty database with the module's own migrations and nothing else, for one suite. */
export async function testDatabase(): Promise<TestDatabase> {
  const name = `fatura_test_module_${process.env.JEST_WORKER_ID ?? "0"}_${process.pid}_${++counter}`
  const url = siblingUrl(testServer().postgresUrl, name)
  await createDatabase(url)
  const pools: Database[] = []
  const connect = (): Database => {
    const pool = ModulesSdkUtils.createPgConnection({ clientUrl: url, pool: { min: 0, max: 12 } }) as Database
    pools.push(pool)
    return pool
  }
  const db = connect()
  await migrate(db)
  return {
    db,
    url,
    other: connect,
    close: async () => {
      await Promise.all(pools.map((pool) => pool.destroy()))
      await dropDatabase(url)
    },
  }
}

async function migrate(db: Database): Promise<void> {
  await runMigrations(db, migrations, readdirSync(migrations).filter((file) => /^Migration\d+\.ts$/.test(file)).sort())
}

/** Runs the migrations of a folder, of this module or of another one. */
export async function runMigrations(db: Database, folder: string, files: string[]): Promise<void> {
  for (const file of files) {
    const exported = jest.requireActual<Record<string, MigrationClass>>(path.join(folder, file))
    const Migration = exported[path.basename(file, path.extname(file))]!
    const migration = new Migration(undefined as never, undefined as never)
    await migration.up()
    for (const query of migration.getQueries()) {
      await db.raw(String(query))
    }
  }
}
