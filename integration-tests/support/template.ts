import path from "node:path"
import { createDatabase, databaseExists, dropDatabase, siblingUrl, withClient } from "../../demo/lib/database"
import { prepareDatabase } from "../../demo/lib/store-database"
import { linkPackages, schemaHash } from "../../demo/lib/store"
import { logFolder, noGateway, testSecrets } from "./environment"

const prefix = "fatura_template_"

/**
 * The database that every suite starts from: migrated and seeded once, then cloned, which takes a fraction
 * of a second. Its name holds the hash of all that shapes it; templates of other hashes are removed.
 * @returns its name
 */
export async function ensureTemplate(postgresUrl: string): Promise<string> {
  await linkPackages()
  const name = `${prefix}${await schemaHash()}`
  const url = siblingUrl(postgresUrl, name)
  if (await databaseExists(url)) return name
  await dropOthers(postgresUrl)
  const draft = siblingUrl(postgresUrl, "fatura_template_draft")
  await dropDatabase(draft)
  await prepareDatabase(draft, {
    logFile: path.join(logFolder, "template.log"),
    env: { ...testSecrets, FATURA_BASE_URL: noGateway, FATURA_BACKEND_URL: "http://127.0.0.1:9000" },
  })
  await withClient(siblingUrl(postgresUrl, "postgres"), (client) =>
    client.query(`ALTER DATABASE fatura_template_draft RENAME TO ${client.escapeIdentifier(name)}`),
  )
  return name
}

async function dropOthers(postgresUrl: string): Promise<void> {
  const names = await withClient(siblingUrl(postgresUrl, "postgres"), async (client) => {
    const { rows } = await client.query<{ datname: string }>("SELECT datname FROM pg_database WHERE starts_with(datname, $1)", [prefix])
    return rows.map(({ datname }) => datname)
  })
  for (const name of names) await dropDatabase(siblingUrl(postgresUrl, name))
}

let counter = 0

/** A fresh copy of the template; the name tells which worker made it. */
export async function cloneTemplate({ postgresUrl, template }: { postgresUrl: string; template: string }): Promise<string> {
  const name = `fatura_test_${process.env.JEST_WORKER_ID ?? "0"}_${process.pid}_${++counter}`
  const url = siblingUrl(postgresUrl, name)
  await createDatabase(url, template)
  return url
}

/** What earlier runs left when they were killed. */
export async function dropLeftoverClones(postgresUrl: string): Promise<void> {
  const names = await withClient(siblingUrl(postgresUrl, "postgres"), async (client) => {
    const { rows } = await client.query<{ datname: string }>("SELECT datname FROM pg_database WHERE starts_with(datname, 'fatura_test_')")
    return rows.map(({ datname }) => datname)
  })
  for (const name of names) await dropDatabase(siblingUrl(postgresUrl, name))
}
