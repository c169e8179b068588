import { cpf } from "cpf-cnpj-validator"
import { cents } from "../../../domain/money"
import type { GatewayClient, NewInvoice } from "../../../gateway"
import type { Gateway } from "../../../../integration-tests/support/gateway"
import { AccountRegistry } from "../accounts/account-registry"
import { type Database, tables } from "../database"
import { ChangeTaker } from "../ledger/apply-change"
import { Ledger } from "../ledger/ledger"
import { LookUps } from "../ledger/look-up"
import type { InvoiceRow } from "../ledger/row"
import { optionsSchema } from "../options/schema"
import { Outbox } from "../outbox/outbox"
import { Revision } from "../settings/revision"
import { Settings } from "../settings/settings"
import { Problems } from "../problems/problems"
import { Readings } from "../reconciliation/readings"
import { SettledInvoices } from "../reconciliation/settled"
import { insertInvoice, ring, testKey } from "./support/rows"
import type { TestDatabase } from "./support/test-database"
import { useShop } from "./support/use-shop"

const ACCOUNT = "facc_config_default"
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined } as never
let database: TestDatabase
let db: Database
let gateway: Gateway
let here: SettledInvoices
let client: GatewayClient

useShop((shop) => ({ database, db, gateway } = shop))
beforeEach(async () => {
  ;({ settled: here, client } = await reader(db))
  expect(await here.step()).toBe(false)
  await anHourLater()
})

async function reader(pool: Database, lookUpsPerMinute = 10_000) {
  const options = optionsSchema.parse({
    accounts: [{ baseUrl: gateway.url, token: "t", secretKey: "s" }],
    backendUrl: "http://127.0.0.1:9",
    encryptionKey: testKey("first"),
    reconciliation: { lookUpsPerMinute, lookUpsPerDay: 100_000 },
  })
  const [ledger, outbox, problems] = [new Ledger(pool), new Outbox(pool), new Problems(pool)]
  const revision = new Revision(pool)
  const accounts = new AccountRegistry(pool, options, ring, problems, revision)
  const changes = new ChangeTaker(ledger, outbox, problems, new Settings(pool, revision, options))
  const lookUps = new LookUps(ledger, accounts, changes, problems)
  return { settled: new SettledInvoices(pool, ledger, accounts, changes, lookUps, logger, lookUpsPerMinute), client: (await accounts.byId(ACCOUNT)).client }
}

let number = 0

/** Issued at the gateway alone, as for another shop of the same account. */
async function foreignInvoice(method: NewInvoice["method"] = "pix") {
  const reference = `payses_settled_${++number}-1`
  const answer = await client.createInvoice({
    reference,
    method,
    dueOn: "2099-01-01",
    installments: 1,
    payer: { name: "Joana Prado", document: cpf.generate(), email: "joana@example.com", phone: null, ip: null, address: null },
    lines: [{ id: "1", title: "Curso", quantity: 1, amount: cents(10_580) }],
    notifyUrl: "http://127.0.0.1:9/hooks/fatura/none",
    orderUrl: null,
    storeUrl: null,
    productType: 2,
  })
  return { reference, gateway_id: answer.id!, invoice_id: answer.invoiceId! }
}

/** Paid at the gateway, captured in Medusa: nobody looks at it any more. */
async function captured(given: Partial<InvoiceRow> = {}, method: NewInvoice["method"] = "pix"): Promise<InvoiceRow> {
  const ids = await foreignInvoice(method)
  await gateway.act(ids.invoice_id, "pay", { notify: false })
  const past = new Date(Date.now() - 3_600_000)
  return insertInvoice(db, { ...ids, method, status: "paid", paid_at: past, paid_cents: 10_580, settled_at: past, updated_at: past, ...given })
}

/** Runs until nothing is due, as the job does within some minutes. */
async function readAll(settled = here): Promise<void> {
  while (await settled.step()) continue
}
const anHourLater = () => db(tables.reading).update({ next_at: db.raw("now() - interval '1 second'") })
const aDayLater = () => db(tables.reading).update({ next_at: db.raw("now() - interval '1 second'"), whole_at: db.raw("now() - interval '25 hours'") })
const find = (row: InvoiceRow): Promise<InvoiceRow> => db(tables.invoice).where({ id: row.id }).first()
const tasks = (row: InvoiceRow) => db(tables.outbox).where({ fatura_invoice_id: row.id, kind: "settle" })
const problems = (row: InvoiceRow): Promise<string[]> => db(tables.problem).where({ fatura_invoice_id: row.id }).whereNull("resolved_at").pluck("kind")

async function callsOf(work: () => Promise<unknown>): Promise<number> {
  await gateway.forgetRequests()
  await work()
  return (await gateway.counts())["GET /invoices"] ?? 0
}

const silently = { notify: false }

describe.each([
  ["newest_first", 25, "same"],
  ["oldest_first", 25, "same"],
  ["newest_first", 100, "different"],
  ["oldest_first", 25, "different"],
])("a list with %s, %d a page and ids that are the %s", (list_order, page_size, invoice_ids) => {
  beforeEach(() => gateway.assume({ list_order, page_size, invoice_ids, list_referrer: "other_for_boleto" }))

  it("tells of refunds and disputes whose notice was lost, once", async () => {
    const [whole, part, pending, disputed, untouched] = [await captured(), await captured({}, "boleto"), await captured(), await captured(), await captured()]
    await gateway.act(whole.invoice_id!, "refund", silently)
    await gateway.act(part.invoice_id!, "refund", { ...silently, amount_cents: 1_250 })
    await gateway.act(pending.invoice_id!, "refund-pending", silently)
    await gateway.act(disputed.invoice_id!, "dispute", silently)

    expect(await callsOf(readAll)).toBe(4)
    expect(await find(whole)).toMatchObject({ status: "refunded", refunded_cents: 10_580 })
    expect(await find(part)).toMatchObject({ status: "partially_refunded", refunded_cents: 1_250 })
    expect(await find(pending)).toMatchObject({ status: "refund_pending", refunded_cents: 0 })
    expect(await find(disputed)).toMatchObject({ status: "disputed" })
    expect(await find(untouched)).toMatchObject({ status: "paid", refunded_cents: 0 })
    expect(await problems(disputed)).toEqual(["dispute"])
    for (const row of [whole, part, pending, disputed]) {
      expect(await tasks(row)).toHaveLength(1)
      expect(await db(tables.event).where({ fatura_invoice_id: row.id, kind: "status_changed", cause: "look_up" })).toHaveLength(1)
    }
    expect(await tasks(untouched)).toHaveLength(0)

    await anHourLater()
    expect(await callsOf(readAll)).toBe(4)
    expect(await db(tables.event).where({ kind: "status_changed" })).toHaveLength(4)
  })

  it("finds an old one behind many that are known, and asks little when nothing is new", async () => {
    const old = await captured()
    for (let count = 0; count < 60; count++) {
      const { invoice_id } = await captured({ status: "refunded", refunded_cents: 10_580 })
      await gateway.act(invoice_id!, "refund", silently)
    }
    await readAll()
    const pages = page_size === 25 ? 3 : 1
    // Where the oldest come first, the first page tells so, and the newest are on the last.
    const newest = list_order === "oldest_first" && pages > 1 ? 2 : 1
    await anHourLater()
    expect(await callsOf(readAll)).toBe(3 + newest)

    await gateway.act(old.invoice_id!, "refund", silently)
    await anHourLater()
    expect(await callsOf(readAll)).toBeLessThanOrEqual(3 + pages)
    expect(await find(old)).toMatchObject({ status: "refunded", refunded_cents: 10_580 })
    await anHourLater()
    expect(await callsOf(readAll)).toBe(3 + newest)
  })
})

describe("what changes no count", () => {
  it("is found when all pages are read, once a day: a second part of an old partial refund", async () => {
    await gateway.assume({ page_size: 25 })
    const old = await captured()
    await gateway.act(old.invoice_id!, "refund", { ...silently, amount_cents: 1_000 })
    for (let count = 0; count < 30; count++) {
      const { invoice_id } = await captured({ status: "partially_refunded", refunded_cents: 500 })
      await gateway.act(invoice_id!, "refund", { ...silently, amount_cents: 500 })
    }
    await readAll()
    expect(await find(old)).toMatchObject({ refunded_cents: 1_000 })
    await gateway.act(old.invoice_id!, "refund", { ...silently, amount_cents: 200 })
    await anHourLater()
    await readAll()
    expect(await find(old)).toMatchObject({ refunded_cents: 1_000 })
    await aDayLater()
    expect(await callsOf(readAll)).toBe(3 + 2)
    expect(await find(old)).toMatchObject({ status: "partially_refunded", refunded_cents: 1_200 })
  })

  it("needs no reading of what belongs to another shop of the account", async () => {
    await gateway.assume({ page_size: 25 })
    for (let count = 0; count < 30; count++) {
      const { invoice_id } = await foreignInvoice()
      await gateway.act(invoice_id, "pay", silently)
      await gateway.act(invoice_id, "refund", silently)
    }
    expect(await callsOf(readAll)).toBe(3 + 2)
    await anHourLater()
    expect(await callsOf(readAll)).toBe(4)
    expect(await db(tables.event)).toHaveLength(0)
  })
})

describe("what has left its list", () => {
  it("is asked for singly: a dispute that was won, a refund that was refused", async () => {
    const won = await captured()
    const refused = await captured()
    await gateway.act(won.invoice_id!, "dispute", silently)
    await gateway.act(refused.invoice_id!, "refund-pending", silently)
    await readAll()
    expect(await problems(won)).toEqual(["dispute"])
    await gateway.act(won.invoice_id!, "dispute-won", silently)
    await gateway.act(refused.invoice_id!, "refund-fail", silently)
    await anHourLater()
    expect(await callsOf(readAll)).toBe(4 + 2)
    expect(await find(won)).toMatchObject({ status: "paid" })
    expect(await find(refused)).toMatchObject({ status: "paid" })
    expect(await problems(won)).toEqual([])
  })
})

describe("an attempt whose answer was lost", () => {
  it("is recognised by its reference, with what was paid and returned of it", async () => {
    const lost = await captured({ state: "unknown", status: null, gateway_id: null, invoice_id: null, is_live: false, paid_at: null, paid_cents: null, settled_at: null })
    const atGateway = (await gateway.invoices()).at(-1)!
    await gateway.act(atGateway.invoice_id, "refund", { ...silently, amount_cents: 580 })
    await readAll()
    expect(await find(lost)).toMatchObject({ state: "issued", invoice_id: atGateway.id, status: "partially_refunded", paid_cents: 10_580, refunded_cents: 580 })
    expect(await tasks(lost)).toHaveLength(1)
  })
})

describe("a partial refund without an amount", () => {
  it("costs one look-up, and is a problem when that tells none either", async () => {
    const row = await captured()
    await gateway.setStatus(row.invoice_id!, 8, silently)
    expect(await callsOf(readAll)).toBe(4 + 1)
    expect(await find(row)).toMatchObject({ status: "partially_refunded", refunded_cents: 0 })
    expect(await problems(row)).toEqual(["refund_amount_unknown"])
    await anHourLater()
    expect(await callsOf(readAll)).toBe(4)
  })
})

describe("a page", () => {
  it("is no news of an invoice that changed while it was on its way", async () => {
    const row = await captured()
    await gateway.act(row.invoice_id!, "dispute", silently)
    for (let code = 0; code < 3; code++) {
      await here.step()
    }
    await gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "delay-after-commit", ms: 800, times: 1 })
    const reading = here.step()
    await new Promise((resolve) => setTimeout(resolve, 400))
    // The page that says "disputed" is on its way; the notice that the dispute was won comes first.
    await db(tables.invoice).where({ id: row.id }).update({ updated_at: db.fn.now() })
    await reading
    expect(await find(row)).toMatchObject({ status: "paid" })
  })

  it("is read by one of two processes, one call a run, and by another when the first died", async () => {
    const { settled: there } = await reader(database.other())
    const calls = await callsOf(async () => {
      const due = await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? here : there).step()))
      expect(due.filter(Boolean)).toHaveLength(4)
    })
    expect(calls).toBe(4)
    await gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "403", times: 1 })
    await anHourLater()
    expect(await callsOf(() => here.step())).toBe(1)
    const [held] = await db(tables.reading).whereNotNull("started_at").select("*", db.raw("extract(epoch from next_at - now()) as seconds"))
    expect(Number(held.seconds)).toBeGreaterThan(280)
    expect(Number(held.seconds)).toBeLessThanOrEqual(300)
  })

  it.each([
    [5, 1],
    [20, 4],
  ])("costs what a run's part of %i look-ups a minute allows", async (budget, calls) => {
    const { settled } = await reader(db, budget)
    expect(await callsOf(() => settled.run())).toBe(calls)
  })

  it("waits when the budget is used up", async () => {
    const { settled } = await reader(db, 1)
    expect(await callsOf(() => readAll(settled))).toBe(1)
    const waiting = await db(tables.reading).whereNotNull("started_at").select(db.raw("extract(epoch from next_at - now()) as seconds"))
    expect(waiting).toHaveLength(3)
    expect(waiting.filter(({ seconds }) => Number(seconds) > 60)).toEqual([])
  })
})

it("has nothing to do in a store that has no account yet", async () => {
  expect(await new Readings(db).claim([], [7, 8, 9, 10])).toBeNull()
})
