import { withClient } from "../../demo/lib/database"

/** Rows of one statement, on a connection of its own. */
export function sql<Row extends object = Record<string, unknown>>(databaseUrl: string, text: string, params: unknown[] = []): Promise<Row[]> {
  return withClient(databaseUrl, async (client) => (await client.query<Row>(text, params)).rows)
}
