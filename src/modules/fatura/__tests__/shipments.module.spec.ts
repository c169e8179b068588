import type { Gateway } from "../../../../integration-tests/support/gateway"
import type { Database } from "../database"
import { tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { Shipments } from "../shipments/shipments"
import { faturaParts, ACCOUNT } from "./support/fatura-parts"
import { issueAt } from "./support/reconciler"
import { insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"

const CONFIGURED = { endpoints: { add_tracking_code: { path: "/invoices/tracking" } } }
const ORDER = "order_shipped"

let db: Database
let gateway: Gateway
let parts: ReturnType<typeof faturaParts>
let shipments: Shipments
let row: InvoiceRow

useShop((shop) => ({ db, gateway } = shop))
beforeEach(async () => {
  parts = faturaParts(db, gateway.url, CONFIGURED)
  shipments = new Shipments(db, parts.ledger, parts.outbox, parts.accounts, parts.options)
  const { client } = await parts.accounts.byId(ACCOUNT)
  const { id, invoiceId } = await issueAt(client, 1)
  row = await insertInvoice(db, { gateway_id: id, invoice_id: invoiceId, order_id: ORDER, status: "paid", settled_at: new Date() })
  await gateway.forgetRequests()
})

const shipped = (...codes: string[]) => shipments.note(ORDER, { fulfillmentId: "ful_1", codes })
const tasks = () => db(tables.outbox).where({ kind: "send_tracking" }).select("state", "fatura_invoice_id")
const rows = () => db(tables.shipment).orderBy("code").select("code", "state", "fulfillment_id")
const events = () => db(tables.event).where({ fatura_invoice_id: row.id }).orderBy("created_at").select("kind", "cause", "details")
const told = async () => (await gateway.invoice(row.gateway_id!))._sandbox.tracking_code

it("a shipment's codes are told to the gateway once each, and stand on the timeline", async () => {
  expect(await shipped("BR1", " BR2 ", "BR1", "")).toBe(row.id)
  expect(await tasks()).toEqual([{ state: "pending", fatura_invoice_id: row.id }])
  expect(await shipments.send(row.id)).toBe("done")
  expect(await rows()).toEqual([{ code: "BR1", state: "sent", fulfillment_id: "ful_1" }, { code: "BR2", state: "sent", fulfillment_id: "ful_1" }])
  expect(await told()).toBe("BR2")
  expect((await parts.ledger.find(row.id))?.tracking_code).toBe("BR2")
  expect(await events()).toEqual([
    { kind: "tracking_code_added", cause: "own_call", details: { code: "BR1", fulfillment: "ful_1" } },
    { kind: "tracking_code_added", cause: "own_call", details: { code: "BR2", fulfillment: "ful_1" } },
  ])
  expect(await gateway.counts()).toEqual({ "POST /invoices/tracking": 2 })
})

it("the same event again sends nothing again", async () => {
  await shipped("BR1")
  await shipments.send(row.id)
  await db(tables.outbox).delete()
  expect(await shipped("BR1")).toBeNull()
  expect(await tasks()).toEqual([])
  await shipments.send(row.id)
  expect(await gateway.counts()).toEqual({ "POST /invoices/tracking": 1 })
})

it.each(["500", "hang-up-after", "403", "502-html"])("is kept and sent again after %s", async (kind) => {
  await shipped("BR1")
  await gateway.fault({ kind, times: 1, match: { path: "/invoices/tracking" } })
  await expect(shipments.send(row.id)).rejects.toMatchObject({ name: "GatewayError" })
  expect(await rows()).toMatchObject([{ state: "pending" }])
  await shipments.send(row.id)
  expect(await rows()).toMatchObject([{ state: "sent" }])
  expect(await told()).toBe("BR1")
})

it("what the gateway refuses is not sent for ever, and the other codes are", async () => {
  await shipped("BR1", "BR2")
  await gateway.fault({ kind: "success-false", times: 1, match: { path: "/invoices/tracking" } })
  await shipments.send(row.id)
  expect(await rows()).toMatchObject([{ code: "BR1", state: "refused" }, { code: "BR2", state: "sent" }])
  expect((await events())[0]).toMatchObject({ kind: "tracking_code_refused", details: { code: "BR1", words: "Operacao nao realizada" } })
  await shipments.send(row.id)
  expect((await gateway.counts())["POST /invoices/tracking"]).toBe(2)
})

it("a code that staff sent themselves is not sent for the shipment", async () => {
  await shipments.noteSent(row.id, "BR1")
  expect(await shipped("BR1")).toBeNull()
  expect(await gateway.counts()).toEqual({})
})

it("the invoice that was paid is told, not one that was replaced", async () => {
  await insertInvoice(db, { order_id: ORDER, status: "canceled", is_live: false, created_at: new Date(Date.now() + 1_000) })
  expect(await shipped("BR1")).toBe(row.id)
})

it("without a path, without codes and without an invoice nothing is noted", async () => {
  const plain = faturaParts(db, gateway.url)
  const unconfigured = new Shipments(db, plain.ledger, plain.outbox, plain.accounts, plain.options)
  expect(unconfigured.isConfigured).toBe(false)
  expect(await unconfigured.note(ORDER, { fulfillmentId: "ful_1", codes: ["BR1"] })).toBeNull()
  expect(await shipped()).toBeNull()
  expect(await shipments.note("order_of_another_method", { fulfillmentId: "ful_2", codes: ["BR1"] })).toBeNull()
  expect(await tasks()).toEqual([])
})
