import http from "node:http"
import type { AddressInfo } from "node:net"
import type { Database } from "../database"
import { tables } from "../database"
import { Drifts } from "../health/drifts"
import { ACCOUNT, faturaParts } from "./support/fatura-parts"
import { type TestDatabase, testDatabase } from "./support/test-database"

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(async () => {
  await db(tables.drift).delete()
})

const rows = () => db(tables.drift).orderBy("created_at").select("message", "kind", "path", "found", "seen_count")

it("counts a difference, writes it once a minute, and keeps no value", async () => {
  const drifts = new Drifts(db)
  const tip = { kind: "unknown_member", path: "invoice.amount.tip", found: "integer" } as const
  for (let times = 0; times < 5; times++) {
    await drifts.note("create_invoice", [tip])
  }
  expect(await rows()).toEqual([{ message: "create_invoice", ...tip, seen_count: "1" }])
  await new Drifts(db).note("create_invoice", [tip])
  expect(await rows()).toMatchObject([{ seen_count: "2" }])
})

it("the first version of a message is no finding, the next one is", async () => {
  const version = (found: string) => ({ kind: "api_version", path: "api.version", found }) as const
  const drifts = new Drifts(db)
  await drifts.note("create_invoice", [version("1.9")])
  await drifts.note("cancel_invoice", [version("1.8")])
  expect(await drifts.view()).toMatchObject({ findings: [], count: 0, versions: [{ message: "create_invoice", version: "1.9" }, { message: "cancel_invoice", version: "1.8" }] })
  await drifts.note("create_invoice", [version("2.0")])
  const view = await drifts.view()
  expect(view.findings).toMatchObject([{ message: "create_invoice", kind: "api_version", found: "2.0", count: 1 }])
  expect(view.versions).toMatchObject([{ message: "create_invoice", version: "2.0" }, { message: "cancel_invoice", version: "1.8" }])
})

it("keeps no more than 500 differences, in memory and in the table", async () => {
  const many = (from: number) => Array.from({ length: 400 }, (_, index) => ({ kind: "unknown_member", path: `a.m${from + index}`, found: "string" }) as const)
  await new Drifts(db).note("notice", many(0))
  await new Drifts(db).note("notice", many(400))
  expect((await db(tables.drift).count("* as count").first())?.count).toBe("500")
  const one = new Drifts(db)
  await one.note("notice", [...many(0), ...many(400), ...many(800)])
  expect((await db(tables.drift).count("* as count").first())?.count).toBe("500")
  expect((await one.view()).findings).toHaveLength(100)
})

it("forgets what was not seen for long, but not the versions", async () => {
  const drifts = new Drifts(db)
  await drifts.note("notice", [{ kind: "changed_type", path: "invoices.id", found: "boolean" }, { kind: "api_version", path: "api.version", found: "1" }])
  await db(tables.drift).update({ updated_at: db.raw("now() - interval '200 days'") })
  await drifts.prune(180)
  expect(await rows()).toMatchObject([{ kind: "api_version" }])
})

it("a gateway that changed is noticed by the calls that are made anyway, and breaks nothing", async () => {
  const answers: Record<string, unknown> = {
    "/auth": { access_token: "a-token", expires_in: 4_000_000_000, working: "SANDBOX", tenant: "x" },
    "/invoices": { api: { version: "3.0" }, pages: { now: "1", total: "1" }, total: { invoices: 1, per_page: 25 }, invoices: [{ id: 7, status: { code: 5 }, loyalty: { points: 3 } }] },
  }
  const server = http.createServer((request, answer) => void answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answers[request.url ?? ""])))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { accounts } = faturaParts(db, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const { client } = await accounts.byId(ACCOUNT)
  expect((await client.listInvoices()).invoices).toMatchObject([{ id: "7", statusCode: 5 }])
  for (let tries = 0; tries < 100 && (await rows()).length < 5; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  server.closeAllConnections()
  server.close()
  const found = (await accounts.drifts.view()).findings.map(({ message, kind, path, found: type }) => [message, kind, path, type])
  expect(found.sort()).toEqual([
    ["auth", "unknown_member", "tenant", "string"],
    ["list_invoices", "changed_type", "pages.now", "string"],
    ["list_invoices", "unknown_member", "api", "object"],
    ["list_invoices", "unknown_member", "invoices[].loyalty", "object"],
  ])
  expect((await accounts.drifts.view()).versions).toMatchObject([{ message: "list_invoices", version: "3.0" }])
  expect(JSON.stringify(await rows())).not.toContain("points")
})
