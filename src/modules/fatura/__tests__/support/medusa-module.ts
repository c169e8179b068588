import { readdirSync } from "node:fs"
import path from "node:path"
import { MikroORM, defineConfig } from "@medusajs/framework/mikro-orm/postgresql"
import { ContainerRegistrationKeys, toMikroOrmEntities } from "@medusajs/framework/utils"
import { initModules } from "@medusajs/test-utils"
import type { Database } from "../../database"
import { quiet } from "./fatura-parts"
import { runMigrations } from "./test-database"

/** One of Medusa's own modules, without the rest of Medusa; its tables are made in the suite's database where they are missing. */
export async function medusaModule<Service>(db: Database, name: string, options: Record<string, unknown> = {}): Promise<Service> {
  const folder = path.dirname(require.resolve(`@medusajs/${name}`))
  const migrations = path.join(folder, "migrations")
  if (!(await db.schema.hasTable(name))) await runMigrations(db, migrations, readdirSync(migrations).filter((file) => /^Migration\w+\.js$/.test(file)).sort())
  const { medusaApp } = await initModules({
    injectedDependencies: { [ContainerRegistrationKeys.PG_CONNECTION]: db, [ContainerRegistrationKeys.LOGGER]: quiet },
    databaseConfig: { clientUrl: "", schema: "public" },
    modulesConfig: { [name]: { resolve: `@medusajs/${name}`, options: { ...options, manager: managerOf(db, path.join(folder, "models")) } } },
    preventConnectionDestroyWarning: true,
  })
  return medusaApp.modules[name] as unknown as Service
}

/** What Medusa's loader makes of the shared connection; it loads the ORM in a way that needs a flag of node's here. */
function managerOf(db: Database, models: string) {
  const orm = new MikroORM(
    defineConfig({
      discovery: { disableDynamicFileAccess: true },
      entities: toMikroOrmEntities(Object.values(jest.requireActual<Record<string, unknown>>(models)) as never),
      clientUrl: db.client.config.connection.connectionString,
      driverOptions: db,
      implicitTransactions: false,
      ignoreUndefinedInQuery: true,
      connect: false,
      ensureDatabase: false,
      assign: { convertCustomTypes: true },
    })
  )
  orm.discoverEntitiesSync?.()
  return orm.em.fork()
}
