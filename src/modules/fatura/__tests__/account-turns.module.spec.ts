import type { Gateway } from "../../../../integration-tests/support/gateway"
import { type Database, newId, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { Outbox } from "../outbox/outbox"
import { faturaParts } from "./support/fatura-parts"
import { newInvoice } from "./support/new-invoice"
import { insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"
import { openKinds, watchOnce } from "./support/watching"

let db: Database
let gateway: Gateway
let parts: ReturnType<typeof faturaParts>
/** Of a shop with two accounts: one has trouble, the other has not. */
let troubled: string
let healthy: string

useShop((shop) => ({ db, gateway } = shop))
beforeEach(async () => {
  const credentials = { baseUrl: gateway.url, token: "t", secretKey: "s" }
  parts = faturaParts(db, gateway.url, { accounts: [{ ...credentials, name: "first", isDefault: true }, { ...credentials, name: "second" }] })
  const ids = (await parts.accounts.all()).map(({ id }) => id).sort()
  expect(ids).toHaveLength(2)
  ;[troubled, healthy] = ids as [string, string]
})

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)
const block = (id: string) => db(tables.account).where({ id }).update({ blocked_until: db.raw("now() + interval '1 hour'") })

/** An invoice that the gateway has paid, and whose notice was lost. */
async function paidUnheard(accountId: string, reference: string, given: Partial<InvoiceRow>): Promise<InvoiceRow> {
  const { client } = await parts.accounts.byId(accountId)
  const answer = await client.createInvoice(newInvoice(reference))
  await gateway.act(answer.invoiceId!, "pay", { notify: false })
  return insertInvoice(db, { account_id: accountId, gateway_id: answer.id, invoice_id: answer.invoiceId, issued_at: minutesAgo(90), ...given })
}

const statusOf = async ({ id }: InvoiceRow) => (await parts.ledger.find(id))!.status

describe("an account whose look-ups are paused", () => {
  it.each([
    ["urgent", { method: "card", status: "processing" }],
    ["expired", { cancel_at: minutesAgo(60) }],
    ["waiting", { method: "boleto", cancel_at: new Date(Date.now() + 3_600_000) }],
  ] as const)("keeps no other from its look-ups, however much of it is due before (%s)", async (_name, given) => {
    for (let count = 0; count < 30; count++) await insertInvoice(db, { account_id: troubled, issued_at: minutesAgo(120), next_check_at: minutesAgo(100), ...given })
    const row = await paidUnheard(healthy, "ref-healthy", { next_check_at: minutesAgo(1), ...given })
    await block(troubled)
    await parts.checkOpen.run(new Date())
    expect(await statusOf(row)).toBe("paid")
  })
})

it("an attempt about which nothing can be told makes room for what is due after it", async () => {
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
  const lost = { account_id: healthy, method: "card", state: "unknown", status: null, gateway_id: null, invoice_id: null, issuing_started_at: hours(1) } as const
  for (let count = 0; count < 25; count++) await insertInvoice(db, { ...lost, next_check_at: minutesAgo(100) })
  const row = await paidUnheard(healthy, "ref-behind", { method: "card", status: "processing", next_check_at: minutesAgo(1) })
  await parts.checkOpen.run(new Date())
  await parts.checkOpen.run(new Date())
  expect(await statusOf(row)).toBe("paid")
})

describe.each([["notices"], ["outbox"]] as const)("what is due of one account (%s)", (kind) => {
  const queue = () => (kind === "notices" ? parts.notices : new Outbox(db))

  async function due(accountId: string, minutes: number): Promise<string> {
    const { id } = await insertInvoice(db, { account_id: accountId })
    const next_try_at = minutesAgo(minutes)
    await (kind === "notices"
      ? db(tables.notice).insert({ id: newId("fnot"), fatura_invoice_id: id, door: "ticket", body_base64: "", body_hash: "", state: "pending", next_try_at })
      : db(tables.outbox).insert({ id: newId("fout"), kind: "settle", fatura_invoice_id: id, state: "pending", next_try_at }))
    return id
  }

  const take = async () => (await queue().claim())?.fatura_invoice_id

  it("comes after another account's once some of it is under way", async () => {
    const first = [await due(troubled, 60), await due(troubled, 59)]
    for (let count = 0; count < 20; count++) await due(troubled, 50)
    const other = await due(healthy, 1)
    expect([await take(), await take()]).toEqual(first)
    expect(await take()).toBe(other)
    // Nothing else is due, so the first goes on.
    expect(await take()).toBeDefined()
  })

  it("is taken in the order of its waiting, and each once", async () => {
    const [second, first, third] = [await due(troubled, 5), await due(healthy, 9), await due(troubled, 1)]
    expect([await take(), await take(), await take(), await take()]).toEqual([first, second, third, undefined])
  })

  it("is taken once by two processes", async () => {
    for (let count = 0; count < 30; count++) await due(count % 3 ? troubled : healthy, count)
    const taken = await Promise.all(Array.from({ length: 40 }, take))
    const ids = taken.filter(Boolean)
    expect(new Set(ids).size).toBe(ids.length)
    const rest: (string | undefined)[] = []
    for (let more = await take(); more; more = await take()) rest.push(more)
    expect(ids.length + rest.length).toBe(30)
  })
})

it("attempts without an answer are all told, however many staff know of already", async () => {
  const old = { state: "unknown", status: null, gateway_id: null, invoice_id: null, issuing_started_at: minutesAgo(45) } as const
  for (let count = 0; count < 60; count++) await insertInvoice(db, old)
  await watchOnce(db, gateway.url)
  await watchOnce(db, gateway.url)
  expect((await openKinds(db)).filter((kind) => kind === "attempt_outcome_unknown")).toHaveLength(60)
})
