import { inspect } from "node:util"
import { cpf } from "cpf-cnpj-validator"
import type { Gateway } from "../../../../integration-tests/support/gateway"
import { wordsOfError } from "../../../domain/words-of-error"
import { recoverOne } from "../../../workflows/recovery/recover-one"
import { workOff } from "../../../workflows/work-off"
import { type Database, isUniqueViolation, tables } from "../database"
import { withoutValuesInErrors } from "../errors-without-values"
import { SendAttempt } from "../issuing/send-attempt"
import type { InvoiceRow } from "../ledger/row"
import { Turns } from "../recovery/turns"
import { ACCOUNT, faturaParts } from "./support/fatura-parts"
import { newInvoice } from "./support/new-invoice"
import { insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"

const NAME = "Zulmira Quaresma"
const document = cpf.generate()

let db: Database
let gateway: Gateway
let lines: string[]
let parts: ReturnType<typeof faturaParts>
let invoice: InvoiceRow

useShop((shop) => ({ db, gateway } = shop))

const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line), error: (...told: unknown[]) => lines.push(told.map((one) => (one instanceof Error ? one.stack : String(one))).join(" ")) } as never

beforeEach(async () => {
  lines = []
  parts = faturaParts(db, gateway.url, {}, log)
  invoice = await insertInvoice(db, { payer_name: NAME, document_masked: document })
})

/** PostgreSQL refuses to write these rows, and says the payer's name and document itself. */
async function breaks(...broken: string[]): Promise<void> {
  await db.raw(`create or replace function refuse_with_values() returns trigger as $$ begin raise exception 'not for % %', '${NAME}', '${document}' using errcode = '23514'; end $$ language plpgsql`)
  for (const table of broken) {
    await db.raw(`create trigger refuses before insert or update on "${table}" for each row execute function refuse_with_values()`)
  }
}
afterEach(async () => {
  for (const table of Object.values(tables)) {
    await db.raw(`drop trigger if exists refuses on "${table}"`)
  }
})

/** Everything that was written of what failed: where one looks for the reason, and what is shown to staff. */
async function allThatWasTold(): Promise<string> {
  const rows = [
    ...(await db(tables.outbox).pluck("last_error")),
    ...(await db(tables.notice).pluck("last_error")),
    ...(await db(tables.email).pluck("last_error")),
    ...(await db(tables.turn).pluck("last_error")),
    ...(await db(tables.shipment).pluck("last_error")),
    ...(await db(tables.problem).pluck("details")),
    ...(await db(tables.event).pluck("details")),
  ]
  return JSON.stringify([...lines, ...rows])
}

function expectNothingPersonalIn(told: string): void {
  expect(told).not.toContain("Zulmira")
  expect(told).not.toContain(document)
  expect(told).not.toMatch(/insert into|update "|select /i)
}

/** The little of Medusa's container that working off needs. */
const container = () => {
  const registered: Record<string, unknown> = { fatura: { ...parts, turns: new Turns(db), shipments: { send: () => Promise.reject(new Error(NAME)) } }, logger: log }
  return { resolve: (name: string) => registered[name] } as never
}

it("a task whose statement fails tells its code alone, on its row, in the log and in the problem", async () => {
  await parts.outbox.add("cancel", invoice.id, db as never)
  await parts.outbox.add("send_tracking", invoice.id, db as never)
  await db(tables.outbox).update({ attempts: 30 })
  await breaks(tables.invoice)
  await workOff(container())
  const told = await allThatWasTold()
  expect(await db(tables.outbox).where({ kind: "cancel" }).pluck("last_error")).toEqual([expect.stringMatching(/^(?:database error 23514|no definite answer yet)$/)])
  expect(lines.join("\n")).toContain('"send_tracking"')
  expectNothingPersonalIn(told)
  expect(await db(tables.problem).pluck("kind")).toContain("dead_letter")
})

it("a recovery, a cancel, a notice and an answer that can't be kept tell as little", async () => {
  const sender = new SendAttempt(parts.ledger, parts.outbox, { afterIssue: async () => undefined }, parts.problems, log)
  const issuing = await insertInvoice(db, { state: "issuing", status: null, gateway_id: null, invoice_id: null, payer_name: NAME })
  const account = await parts.accounts.byId(ACCOUNT)
  const notice = await parts.notices.store({ invoiceId: invoice.id, door: "ticket", body: Buffer.from(JSON.stringify({ invoices: { id: invoice.invoice_id, status: { code: 5 } } })), contentType: "application/json", rawHeaders: [] })
  await breaks(tables.invoice, tables.event)

  await expect(sender.send(issuing, account, newInvoice(issuing.reference))).rejects.toThrow()
  await parts.reader.take(notice)
  await parts.canceling.cancel(invoice.id, "staff").catch(() => undefined)
  await recoverOne(container(), {
    kind: "forgotten_order",
    undone: async () => db(tables.invoice).select("id") as never,
    words: (id: string) => `invoice ${id}`,
    mend: () => db(tables.invoice).update({ payer_name: NAME, document_masked: document }),
  } as never)
  const told = await allThatWasTold()
  expect(lines.length).toBeGreaterThanOrEqual(3)
  expect(told).toContain("23514")
  expectNothingPersonalIn(told)
})

it("nor does the error itself, which Medusa would log, in a transaction or outside of one", async () => {
  const own = withoutValuesInErrors(db)
  await breaks(tables.invoice)
  const change = (of: Database) => of(tables.invoice).where({ id: invoice.id }).update({ payer_name: NAME })
  const failures = [
    await change(own).then(() => null, (error: Error) => error),
    await own.raw(`update "${tables.invoice}" set payer_name = ?`, [NAME]).then(() => null, (error: Error) => error),
    await own.transaction((trx) => change(trx as never)).then(() => null, (error: Error) => error),
    await own.transaction((trx) => trx.transaction((inner) => change(inner as never))).then(() => null, (error: Error) => error),
  ]
  for (const failure of failures) {
    expect(failure).toMatchObject({ code: "23514", message: expect.stringContaining("database error 23514") as string })
    const told = `${inspect(failure, { depth: 5, showHidden: true })} ${JSON.stringify(failure)} ${failure!.stack}`
    expect(told).not.toContain("Zulmira")
    expect(told).not.toContain(document)
  }
  // The shared connections' own errors stay as Medusa knows them, and the pool is the same one.
  expect(String(await change(db).then(() => null, (error: Error) => error))).toContain(NAME)
  expect(own.client.pool).toBe(db.client.pool)
  expect((await own.raw("select 1 as one")).rows).toEqual([{ one: 1 }])
})

it("and what knows an error by its code still does", async () => {
  const own = withoutValuesInErrors(db)
  const failure = await own(tables.invoice).insert({ ...invoice, ticket_hashes: null, instructions: null, answer: null, issuer: null } as never).then(() => null, (error: unknown) => error)
  expect(isUniqueViolation(failure)).toBe(true)
  expect(JSON.stringify(failure)).not.toContain(invoice.id)
})

it("a connection that breaks in the middle of a statement has no code, and is told of without the statement and its values", async () => {
  type Connection = { connection: { stream: { destroy(): void } } }
  const client = db.client as { acquireConnection(): Promise<Connection>; releaseConnection(connection: Connection): Promise<void> }
  const connection = await client.acquireConnection()
  // Written into the statement, as Medusa's database layer does it.
  const breaking = db.raw(`select pg_sleep(60), '${NAME} ${document}'`).connection(connection).then(() => null, (error: Error) => error)
  setTimeout(() => connection.connection.stream.destroy(), 100)
  const failure = await breaking
  await client.releaseConnection(connection)
  expect(failure!.message).toContain(NAME)
  expect(wordsOfError(failure)).toBe("database error (connection lost)")
})
