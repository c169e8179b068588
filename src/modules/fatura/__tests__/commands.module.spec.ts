import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { type Database, tables } from "../database"
import { Notices } from "../inbox/notices"
import { insertInvoice, ring } from "./support/rows"
import { type TestDatabase, testDatabase } from "./support/test-database"

/** As people have it: compiled, and started by its path. */
const command = path.join(__dirname, "../../../../.medusa/server/src/cli/index.js")

let database: TestDatabase
let db: Database
let folder: string

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  folder = mkdtempSync(path.join(tmpdir(), "fatura-command-"))
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

type Ended = { code: number; out: string; err: string }

/** In a folder where no store is. */
function run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(FATURA_|DATABASE_URL$|NODE_ENV$)/.test(name)))
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { cwd: folder, env: { ...clean, ...env } }, (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }))
  })
}

it.each([
  [[], /doctor[\s\S]*sandbox[\s\S]*rotate-keys[\s\S]*notices/],
  [["doctor"], /--json[\s\S]*--calibrate {2}for SANDBOX accounts only/],
  [["sandbox"], /--port/],
  [["rotate-keys"], /--check {3}only counts/],
  [["notices"], /replay <id>/],
])("%j --help explains it", async (args, words) => {
  const { code, out } = await run([...args, "--help"])
  expect([code, words.test(out)]).toEqual([0, true])
})

it("an unknown command is said to be none, and ends with 2", async () => {
  expect(await run(["docter"])).toMatchObject({ code: 2, err: expect.stringContaining('no command "docter"') })
})

it("doctor without a store ends with 1 and says in JSON what is missing", async () => {
  const { code, out } = await run(["doctor", "--json"])
  const report = JSON.parse(out)
  expect([code, report.ok]).toEqual([1, false])
  const codes = report.checks.map((line: { code: string }) => line.code)
  expect(codes).toEqual(expect.arrayContaining(["config_not_read", "option_fault", "database_silent"]))
  expect(report.checks.every((line: { state: string; remedy: string | null }) => line.state === "ok" || line.remedy)).toBe(true)
  const inWords = await run(["doctor", "--lang", "pt-BR"])
  expect(inWords.out).toMatch(/ERROR {4}configuration: medusa-config não pôde ser lido[\s\S]*-> Execute na pasta da loja/)
})

it("calibration without a store says what it needs", async () => {
  expect(await run(["doctor", "--calibrate"])).toMatchObject({ code: 1, err: expect.stringContaining("run doctor without --calibrate first") })
})

it("notices lists and replays with nothing but the database, and says when nobody works on it", async () => {
  const env = { DATABASE_URL: database.url }
  const invoice = await insertInvoice(db)
  const inbox = new Notices(db, ring)
  const row = await inbox.store({ invoiceId: invoice.id, door: "ticket", body: Buffer.from("{}"), contentType: null, rawHeaders: [] })
  await inbox.dead(row, "unexpected error")
  expect((await run(["notices", "list", "--state", "dead"], env)).out).toMatch(new RegExp(`^${row.id} .* dead .* unexpected error\\n1 of 1\\n$`))
  expect(await run(["notices", "replay", row.id, "--wait", "1"], env)).toMatchObject({ code: 1, out: `${row.id} is due.\n`, err: expect.stringContaining("does the store (its worker) run?") })
  expect(await inbox.find(row.id)).toMatchObject({ state: "pending", attempts: 0 })
  expect(await db(tables.event).where({ fatura_invoice_id: invoice.id }).first()).toMatchObject({ kind: "notice_retried", details: { by: "command" } })
  expect(await run(["notices", "replay", "fnot_nowhere"], env)).toMatchObject({ code: 1, err: "There is no notice fnot_nowhere.\n" })
})
