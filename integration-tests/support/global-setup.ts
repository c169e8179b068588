import { rm } from "node:fs/promises"
import path from "node:path"
import { buildPlugin } from "../../demo/lib/plugin"
import { paths } from "../../demo/lib/paths"
import { startPostgres, type Postgres } from "../../demo/lib/postgres"
import { logFolder, publishServer } from "./environment"
import { buildPages } from "./built-pages"
import { dropLeftoverClones, ensureTemplate } from "./template"

declare global {
  var httpTestPostgres: Postgres | undefined
}

/** Nothing of the tests' data must survive a power cut: without flushing, a clone is made in a quarter of the time. */
const fastAndVolatile = ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "max_connections=300"]

/**
 * Everything that the HTTP tests share: one PostgreSQL (an own one, or the server of TEST_DATABASE_URL), the
 * plugin built from the present sources, one migrated, seeded template database and, for browser tests, the pages.
 */
export default async function setUp(): Promise<void> {
  await rm(logFolder, { recursive: true, force: true })
  const external = process.env.TEST_DATABASE_URL
  const postgres = external
    ? undefined
    : await startPostgres({
        directory: path.join(paths.testData, "pg"),
        logFile: path.join(logFolder, "postgres.log"),
        flags: fastAndVolatile,
      })
  globalThis.httpTestPostgres = postgres
  const postgresUrl = external ?? postgres!.url
  try {
    await buildPlugin(path.join(logFolder, "plugin-build.log"))
    await dropLeftoverClones(postgresUrl)
    const server = { postgresUrl, template: await ensureTemplate(postgresUrl) }
    publishServer(server)
    if (process.env.TEST_TYPE === "e2e") await buildPages(server)
  } catch (error) {
    await postgres?.stop()
    throw error
  }
}
