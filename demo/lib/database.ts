import { Client } from "pg"

/** One connection for one piece of work. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  // A connection that is lost between two queries fails the next one; without a listener it would end the process.
  client.on("error", () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}

/** The same server, another database. */
export function siblingUrl(url: string, name: string): string {
  const sibling = new URL(url)
  sibling.pathname = `/${encodeURIComponent(name)}`
  return sibling.href
}

export async function databaseExists(url: string): Promise<boolean> {
  return withClient(siblingUrl(url, "postgres"), async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [databaseName(url)])
    return rowCount === 1
  })
}

export async function createDatabase(url: string, template?: string): Promise<void> {
  await withClient(siblingUrl(url, "postgres"), async (client) => {
    const from = template ? ` TEMPLATE ${client.escapeIdentifier(template)}` : ""
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(databaseName(url))}${from}`)
  })
}

/** Also ends the connections that are still open; no error when there is no such database. */
export async function dropDatabase(url: string): Promise<void> {
  await withClient(siblingUrl(url, "postgres"), async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(databaseName(url))} WITH (FORCE)`)
  })
}
