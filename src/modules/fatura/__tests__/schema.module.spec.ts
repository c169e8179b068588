import * as models from "../models"
import { type TestDatabase, testDatabase } from "./support/test-database"

const KINDS: Record<string, string[]> = {
  id: ["text"],
  text: ["text"],
  enum: ["text"],
  boolean: ["boolean"],
  number: ["integer"],
  dateTime: ["timestamp with time zone"],
  json: ["jsonb"],
}

let database: TestDatabase
beforeAll(async () => (database = await testDatabase()))
afterAll(() => database.close())

describe("the migrations and the models", () => {
  it.each(Object.values(models).map((model) => [model.parse().tableName, model] as const))("%s has the same columns in both", async (table, model) => {
    const { rows } = await database.db.raw("select column_name, data_type, is_nullable from information_schema.columns where table_name = ?", [table])
    const inDatabase = Object.fromEntries(
      rows.map((row: { column_name: string; data_type: string; is_nullable: string }) => [row.column_name, `${row.data_type} ${row.is_nullable}`])
    )
    const expected: Record<string, string> = {}
    for (const [name, property] of Object.entries(model.parse().schema)) {
      const { dataType, nullable } = property.parse(name) as { dataType: { name: string }; nullable: boolean }
      const types = KINDS[dataType.name]
      expect(types).toBeDefined()
      expected[name] = `${types![0]} ${nullable ? "YES" : "NO"}`
    }
    expect(inDatabase).toEqual(expected)
  })
})
