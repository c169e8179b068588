import { sql } from "./database"

/**
 * Copies one row so many times; `n` counts them from 0. `changed` is SQL for the columns that differ.
 * @param where of the row that is copied, with `$1`
 */
export async function copyRows(databaseUrl: string, table: string, where: string, value: string, count: number, changed: Record<string, string>): Promise<void> {
  const columns = (await sql<{ column_name: string }>(databaseUrl, "select column_name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'", [table])).map(({ column_name }) => column_name)
  const names = columns.map((column) => `"${column}"`)
  const values = columns.map((column) => changed[column] ?? `"${column}"`)
  await sql(databaseUrl, `insert into "${table}" (${names.join(", ")}) select ${values.join(", ")} from "${table}", generate_series(0, $2::int) as n where ${where}`, [value, count - 1])
}
