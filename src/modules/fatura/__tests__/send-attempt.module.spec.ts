import type { Gateway } from "../../../../integration-tests/support/gateway"
import type { GatewayClient, NewInvoice } from "../../../gateway"
import { type Database, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
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

describe("an answer that can't be kept", () => {
  type Parts = ReturnType<typeof faturaParts>
  let parts: Parts
  let row: InvoiceRow
  let lines: string[]
  let method: "pix" | "card"

  const start = async (of: "pix" | "card" = "pix") => {
    method = of
    lines = []
    parts = faturaParts(db, gateway.url)
    row = await insertInvoice(db, { method, state: "issuing", status: null, gateway_id: null, invoice_id: null })
  }
  const fresh = async () => (await parts.ledger.find(row.id))!
  const log = { info: () => undefined, warn: (line: string) => lines.push(line), error: (line: string) => lines.push(line) } as never

  /** What `change` does to the account's client happens to this attempt alone. */
  async function send(change: (client: GatewayClient) => Partial<GatewayClient>, token = "tok_approved"): Promise<InvoiceRow> {
    const account = await parts.accounts.byId(ACCOUNT)
    const client = Object.assign(Object.create(account.client) as GatewayClient, change(account.client))
    const request = newInvoice(row.reference, method)
    const sender = new SendAttempt(parts.ledger, parts.outbox, { afterIssue: async () => undefined }, parts.problems, log)
    return sender.send(row, { ...account, client }, { ...request, ...(method === "card" && { card: { ...request.card!, token } }) })
  }

  /** Another invoice of ours bears the id that the answer names. */
  let other: InvoiceRow
  const withIdOfAnother = (client: GatewayClient) => ({
    createInvoice: async (request: NewInvoice) => {
      const answer = await client.createInvoice(request)
      other = await insertInvoice(db, { gateway_id: answer.id, invoice_id: answer.invoiceId })
      return answer
    },
  })

  const noDetails = () => {
    for (const line of lines) {
      expect(line).not.toMatch(/insert|update|select|fatura_invoice/i)
    }
  }

  it("because another invoice has its id leaves that one alone, withdraws the new code and lets the shopper try again", async () => {
    await start()
    await expect(send(withIdOfAnother)).rejects.toMatchObject({ key: "gateway_unreachable", type: "payment_authorization_error" })
    expect(await fresh()).toMatchObject({ state: "unknown", is_live: false, invoice_id: null, gateway_id: null })
    expect(await parts.ledger.find(other.id)).toEqual(other)
    expect((await gateway.lastInvoice())._sandbox).toMatchObject({ external_id: row.reference, payable: false })
    expect(await db(tables.problem).select("kind", "resolved_at", "details")).toMatchObject([{ kind: "answer_not_kept", resolved_at: null, details: { same_id_as: other.id, reference: row.reference } }])
    expect(await parts.resolver.resolve({ ...(await fresh()), issuing_started_at: new Date(Date.now() - 120_000) })).toBe("gone")
    expect(await parts.ledger.find(other.id)).toEqual(other)
    noDetails()
  })

  it("cancels nothing when the gateway means the other invoice by that id", async () => {
    await start()
    await expect(send((client) => ({
      ...withIdOfAnother(client),
      listInvoices: async (...asked: Parameters<GatewayClient["listInvoices"]>) => {
        const page = await client.listInvoices(...asked)
        return { ...page, invoices: page.invoices.map((listed) => ({ ...listed, reference: other.reference })) }
      },
    }))).rejects.toMatchObject({ key: "gateway_unreachable" })
    expect((await gateway.counts())["DELETE /invoices"]).toBeUndefined()
    expect(await fresh()).toMatchObject({ state: "unknown", is_live: false })
  })

  it("does not let a card be charged twice", async () => {
    await start("card")
    expect(await send(withIdOfAnother)).toMatchObject({ state: "unknown", is_live: true })
    expect((await gateway.counts())["DELETE /invoices"]).toBeUndefined()
    expect(await db(tables.problem).pluck("kind")).toEqual(["answer_not_kept"])
  })

  it("lets another card be tried when this one was denied", async () => {
    await start("card")
    await expect(send(withIdOfAnother, "tok_denied")).rejects.toMatchObject({ key: "gateway_unreachable" })
    expect(await fresh()).toMatchObject({ state: "unknown", is_live: false })
  })

  it("for any other reason is kept by its ids, and cancelled", async () => {
    await start()
    const broken = Object.assign(new Error("update fatura_invoice set x"), { code: "22P05" })
    jest.spyOn(parts.ledger, "update").mockRejectedValueOnce(broken)
    await expect(send(() => ({}))).rejects.toMatchObject({ key: "gateway_unreachable" })
    const invoice = await gateway.lastInvoice()
    expect(await fresh()).toMatchObject({ state: "issued", invoice_id: invoice.invoice_id, cancel_reason: "unusable_code", instructions: null })
    expect(await db(tables.outbox).pluck("kind")).toEqual(["cancel"])
    expect(await parts.canceling.cancel(row.id, "unusable_code")).toBe("canceled")
    expect(await fresh()).toMatchObject({ is_live: false })
    noDetails()
  })

  it("while the database fails for good tells the shopper to wait, and is found by its reference later", async () => {
    await start()
    const update = jest.spyOn(parts.ledger, "update").mockRejectedValue(new Error("update fatura_invoice set x"))
    await expect(send(() => ({}))).rejects.toMatchObject({ key: "outcome_unknown" })
    update.mockRestore()
    expect(await fresh()).toMatchObject({ state: "issuing", is_live: true })
    expect(await parts.resolver.resolve({ ...(await fresh()), issuing_started_at: new Date(Date.now() - 120_000) })).toBe("gone")
    expect((await gateway.lastInvoice())._sandbox.payable).toBe(false)
    noDetails()
  })
})
