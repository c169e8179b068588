import { cpf } from "cpf-cnpj-validator"
import { cents } from "../../../domain/money"
import type { GatewayClient } from "../../../gateway"
import type { Gateway } from "../../../../integration-tests/support/gateway"
import { AccountRegistry } from "../accounts/account-registry"
import { Canceling } from "../canceling/cancel"
import { type Database, tables } from "../database"
import { ChangeTaker } from "../ledger/apply-change"
import { Ledger } from "../ledger/ledger"
import { LookUps } from "../ledger/look-up"
import { optionsSchema } from "../options/schema"
import { Outbox } from "../outbox/outbox"
import { Problems } from "../problems/problems"
import { Revision } from "../settings/revision"
import { Settings } from "../settings/settings"
import { Sweep } from "../reconciliation/sweep"
import { insertInvoice, ring, testKey } from "./support/rows"
import { useShop } from "./support/use-shop"

const ACCOUNT = "facc_config_default"
const HOUR = 3_600_000
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined } as never
let db: Database
let gateway: Gateway

useShop((shop) => ({ db, gateway } = shop))

async function sweeper(lookUpsPerMinute: number) {
  const options = optionsSchema.parse({
    accounts: [{ baseUrl: gateway.url, token: "t", secretKey: "s" }],
    backendUrl: "http://127.0.0.1:9",
    encryptionKey: testKey("first"),
    reconciliation: { lookUpsPerMinute, lookUpsPerDay: 100_000 },
  })
  const [ledger, outbox, problems] = [new Ledger(db), new Outbox(db), new Problems(db)]
  const revision = new Revision(db)
  const accounts = new AccountRegistry(db, options, ring, problems, revision)
  const changes = new ChangeTaker(ledger, outbox, problems, new Settings(db, revision, options))
  const lookUps = new LookUps(ledger, accounts, changes, problems)
  const canceling = new Canceling(ledger, outbox, accounts, changes, lookUps, problems, logger)
  const { client } = await accounts.byId(ACCOUNT)
  return { sweep: new Sweep(db, ledger, accounts, changes, canceling, lookUps), client }
}

/** Issues an invoice at the gateway and enters it into the ledger as one that is due for a look. */
async function openInvoice(client: GatewayClient, number: number, cancelAt: Date | null = null): Promise<string> {
  const answer = await client.createInvoice({
    reference: `ref-${number}`,
    method: "pix",
    dueOn: "2099-01-01",
    installments: 1,
    payer: { name: "Joana Prado", document: cpf.generate(), email: "joana@example.com", phone: null, ip: null, address: null },
    lines: [{ id: "1", title: "Curso", quantity: 1, amount: cents(10_580) }],
    notifyUrl: "http://127.0.0.1:9/hooks/fatura/none",
    orderUrl: null,
    storeUrl: null,
    productType: 2,
  })
  const past = new Date(Date.now() - HOUR)
  await insertInvoice(db, { gateway_id: answer.id, invoice_id: answer.invoiceId, issued_at: past, next_check_at: past, cancel_at: cancelAt ?? past })
  return answer.invoiceId!
}

async function looksTaken(): Promise<number> {
  return (await gateway.counts())["GET /invoices"] ?? 0
}

describe("many open invoices", () => {
  it.each([["newest_first"], ["oldest_first"]])("are looked after by page, listed %s", async (list_order) => {
    await gateway.assume({ list_order, page_size: 25 })
    const { sweep, client } = await sweeper(1_000)
    const ids: string[] = []
    for (let number = 0; number < 110; number++) {
      ids.push(await openInvoice(client, number))
    }
    const paid = [ids[3]!, ids[50]!, ids[109]!]
    for (const id of paid) {
      await gateway.act(id, "pay", { notify: false })
    }
    const now = new Date(Date.now() - HOUR / 2)
    // Nothing is to be cancelled here: what expires is the next test's.
    await db(tables.invoice).update({ cancel_at: new Date(Date.now() + HOUR), method: "boleto" })
    expect(await sweep.isWanted(ACCOUNT, now)).toBe(true)
    await sweep.run(ACCOUNT, now)

    // 107 open ones are 5 pages; at most 10 calls more.
    expect(await looksTaken()).toBeLessThanOrEqual(5 + 10)
    expect((await db(tables.invoice).where({ status: "paid" }).pluck("invoice_id")).sort()).toEqual([...paid].sort())
    expect(await db(tables.invoice).where({ status: "awaiting_payment" }).andWhere("next_check_at", "<=", now)).toHaveLength(0)
    expect(await sweep.isWanted(ACCOUNT, now)).toBe(false)
  })

  it("are cancelled when they have expired and the gateway has just said that they are unpaid", async () => {
    const { sweep, client } = await sweeper(1_000)
    for (let number = 0; number < 27; number++) {
      await openInvoice(client, number)
    }
    await sweep.run(ACCOUNT, new Date())
    expect(await db(tables.invoice).where({ status: "canceled", cancel_reason: "expired" })).toHaveLength(27)
    expect((await gateway.counts())["DELETE /invoices"]).toBe(27)
    expect(await looksTaken()).toBeLessThanOrEqual(2 + 10)
  })

  it("go on where the budget ended, in whichever process", async () => {
    await gateway.assume({ page_size: 25 })
    // A sweep may have two fifths of the budget.
    const { sweep, client } = await sweeper(8)
    for (let number = 0; number < 110; number++) {
      await openInvoice(client, number)
    }
    await db(tables.invoice).update({ cancel_at: new Date(Date.now() + HOUR), method: "boleto" })
    const now = new Date(Date.now() - HOUR / 2)
    await expect(sweep.run(ACCOUNT, now)).rejects.toMatchObject({ kind: "paused", outcome: "not_sent" })
    expect(await looksTaken()).toBe(3)

    await db(tables.lookUp).update({ sent_at: db.raw("sent_at - interval '2 minutes'") })
    const { sweep: elsewhere } = await sweeper(10)
    expect(await elsewhere.isWanted(ACCOUNT, now)).toBe(true)
    await elsewhere.run(ACCOUNT, now)
    // One to count the pages, 5 pages of open ones, an empty one of overdue ones: none read twice.
    expect(await looksTaken()).toBe(7)
    expect(await elsewhere.isWanted(ACCOUNT, now)).toBe(false)
  })

  it("that have left the list are asked for until all is explained, however small the budget", async () => {
    const { sweep, client } = await sweeper(5)
    const ids: string[] = []
    for (let number = 0; number < 60; number++) {
      ids.push(await openInvoice(client, number))
    }
    await db(tables.invoice).update({ cancel_at: new Date(Date.now() + HOUR), method: "boleto" })
    const [refunded, paid] = [ids.slice(10, 17), ids.slice(30, 40)]
    for (const id of [...refunded, ...paid]) await gateway.act(id, "pay", { notify: false })
    for (const id of refunded) await gateway.act(id, "refund", { notify: false })
    const now = new Date(Date.now() - HOUR / 2)
    const next = async () => ((await sweep.isWanted(ACCOUNT, now)) ? sweep.run(ACCOUNT, now) : sweep.runRest(ACCOUNT, now))
    for (let minute = 0; minute < 20; minute++) {
      await next().catch((error) => expect(error).toMatchObject({ kind: "paused" }))
      await db(tables.lookUp).update({ sent_at: db.raw("sent_at - interval '62 seconds'") })
    }
    expect((await db(tables.invoice).where({ status: "refunded" }).pluck("invoice_id")).sort()).toEqual(refunded.sort())
    expect((await db(tables.invoice).where({ status: "paid" }).pluck("invoice_id")).sort()).toEqual(paid.sort())
    expect((await gateway.counts())["DELETE /invoices"]).toBeUndefined()
  })
})
