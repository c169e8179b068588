import type { Gateway } from "../../../../integration-tests/support/gateway"
import { type Database, tables } from "../database"
import { SendAttempt } from "../issuing/send-attempt"
import { Problems } from "../problems/problems"
import { ACCOUNT, faturaParts, quiet } from "./support/fatura-parts"
import { newInvoice } from "./support/new-invoice"
import { insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"

let db: Database
let gateway: Gateway

useShop((shop) => ({ db, gateway } = shop))

it("withdraws a code of another amount than the order's, though the process is killed before it can tell anybody", async () => {
  const parts = faturaParts(db, gateway.url)
  const killed = new Problems(db, async () => {
    throw new Error("killed")
  })
  const row = await insertInvoice(db, { state: "issuing", status: null, gateway_id: null, invoice_id: null, amount_cents: 10_000 })
  const sender = new SendAttempt(parts.ledger, parts.outbox, { afterIssue: async () => undefined }, killed, quiet)

  await expect(sender.send(row, await parts.accounts.byId(ACCOUNT), newInvoice(row.reference))).rejects.toThrow("killed")

  expect(await db(tables.invoice).first("status", "cancel_reason")).toEqual({ status: "awaiting_payment", cancel_reason: "amount_mismatch" })
  expect(await db(tables.outbox).select("kind", "state")).toEqual([{ kind: "cancel", state: "pending" }])
  expect(await db(tables.problem).select("kind", "resolved_at", "details")).toMatchObject([{ kind: "amount_mismatch", resolved_at: null, details: { due_cents: 10_000, proven_cents: 10_580 } }])
})
