import path from "node:path"
import { paths } from "../../../demo/lib/paths"
import { startPostgres, type Postgres } from "../../../demo/lib/postgres"
import { buildPlugin } from "../../../demo/lib/plugin"
import { logFolder } from "../../support/environment"
import { cloneTemplate, dropLeftoverClones, ensureTemplate } from "../../support/template"

/**
 * What was committed must survive a crash of PostgreSQL, so commits are written before they are answered.
 * They need not be flushed to the disk: the machine itself does not crash.
 */
const FLAGS = ["-c", "fsync=off", "-c", "max_connections=300"]

export type Database = {
  url: string
  /** Crashes PostgreSQL, and starts it again at the same address after a pause. */
  crash(pauseMs: number): Promise<void>
  close(): Promise<void>
}

/**
 * A PostgreSQL of the run's own, with a fresh copy of the seeded shop. It shares the data folder of the test
 * suites, and with it their template, unless one of them is at work there.
 */
export async function startDatabase(): Promise<Database> {
  await buildPlugin(path.join(logFolder, "plugin-build.log"))
  let directory = path.join(paths.testData, "pg")
  const start = (port?: number): Promise<Postgres> => startPostgres({ directory, port, flags: FLAGS, logFile: path.join(logFolder, "chaos-postgres.log") })
  let postgres = await start().catch((error: Error) => {
    if (!error.message.includes("in use")) throw error
    directory = path.join(paths.testData, "chaos-pg")
    return start()
  })
  const port = Number(new URL(postgres.url).port)
  await dropLeftoverClones(postgres.url)
  const url = await cloneTemplate({ postgresUrl: postgres.url, template: await ensureTemplate(postgres.url) })
  return {
    url,
    crash: async (pauseMs) => {
      await postgres.crash()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      postgres = await start(port)
    },
    close: () => postgres.stop(),
  }
}
