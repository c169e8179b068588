import { readFileSync } from "node:fs"
import path from "node:path"
import { startGateway, type Gateway } from "../../../../integration-tests/support"
import type { Database } from "../database"
import { ACCOUNT, faturaParts } from "./support/fatura-parts"
import { issueAndEnter } from "./support/reconciler"
import { type TestDatabase, testDatabase } from "./support/test-database"

const paid = readFileSync(path.join(__dirname, "../../../gateway/__tests__/wire/notice-paid-pix.json"))
const INVOICE = "1795194190"
/** A new one each time: a token that came before proves nothing of another webhook. */
let tokens = 0
const tokenOf = (merchant: string) => Buffer.from(`${merchant}:service-token-${++tokens}`).toString("base64")

let database: TestDatabase
let db: Database
let gateway: Gateway
beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  gateway = await startGateway()
})
afterAll(async () => {
  await gateway?.close()
  await database?.close()
})

/** A notice as the panel's notification brings it, taken by an account with or without a merchant token. */
async function callsFor(door: "panel" | "ticket", merchantPart: string, merchantWebhookToken: string | undefined) {
  await db("fatura_invoice").delete()
  await db("fatura_notice").delete()
  const { notices, reader, accounts } = faturaParts(db, gateway.url, { accounts: [{ baseUrl: gateway.url, token: "t", secretKey: "s", merchantWebhookToken }] })
  const { client } = await accounts.byId(ACCOUNT)
  const invoice = await issueAndEnter(db, client, 1)
  const body = Buffer.from(paid.toString().replaceAll(INVOICE, invoice.invoice_id!))
  await gateway.forgetRequests()
  const row = await notices.store({ invoiceId: invoice.id, door, body, contentType: "application/json", rawHeaders: ["Webhook", "1", "Webhook", tokenOf(merchantPart)] })
  expect(await reader.take(row)).toMatchObject({ outcome: "nothing" })
  expect(await db("fatura_invoice").where({ id: invoice.id }).first("status")).toEqual({ status: "awaiting_payment" })
  const counts = await gateway.counts()
  return { validated: counts["OPTIONS /webhooks"] ?? 0, lookedUp: counts["GET /invoices"] ?? 0 }
}

it.each([
  ["bears the account's own token", "panel", "loja-42", "loja-42", 1],
  ["bears another one", "panel", "loja-43", "loja-42", 0],
  ["bears none", "panel", "", "loja-42", 0],
  ["bears one while the account names none", "panel", "loja-42", undefined, 0],
  ["came to an invoice's own address, where the gateway leaves it empty", "ticket", "", "loja-42", 1],
] as const)("a notice that %s is validated or not, and moves nothing without a look-up", async (_what, door, sent, known, validated) => {
  expect(await callsFor(door, sent, known)).toEqual({ validated, lookedUp: 1 })
})
