import http from "node:http"
import type { AddressInfo } from "node:net"
import { cpf } from "cpf-cnpj-validator"
import type { Database } from "../database"
import { tables } from "../database"
import { SendAttempt } from "../issuing/send-attempt"
import { shownAnswer } from "../ledger/kept-answer"
import { InvoiceDetail } from "../view/invoice-detail"
import { ACCOUNT, faturaParts, quiet } from "./support/fatura-parts"
import { newInvoice } from "./support/new-invoice"
import { insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"

const document = cpf.generate()
let db: Database
let gateway: http.Server
let url: string

useShop((shop) => ({ db } = shop))

/** A gateway that repeats what it was told of the payer, in members that nobody documents. */
beforeAll(async () => {
  const answers: Record<string, unknown> = {
    "/auth": { access_token: "an-access-token", expires_in: 4_000_000_000, working: "SANDBOX" },
    "/invoices": {
      success: true,
      invoice: {
        id: "90001", invoice_id: "90001", status: { code: 1 }, amount: { gross: 105.8 }, extra: { note: `of Joana Prado, CPF ${document}, joana@example.com, card 4111 1111 1111 1111` },
        buyer: { name: "Joana Prado", document }, sent_by: "Bearer an-access-token", hook: "https://shop.example/hooks/fatura/a-ticket",
      },
    },
  }
  gateway = http.createServer((req, res) => {
    res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answers[req.url!.split("?")[0]!] ?? {}))
  })
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
})
afterAll(() => {
  gateway.closeAllConnections()
  gateway.close()
})

const desk = { isPayable: () => false, whyNotResend: async () => null } as never
/** What staff see of the answer on the invoice's page. */
const shownOf = async (id: string) => (await new InvoiceDetail(db, desk).of(await db(tables.invoice).where({ id }).first(), "en")).raw_answer
const keep = (id: string, answer: unknown) => db(tables.invoice).where({ id }).update({ answer: JSON.stringify(answer) })

it("an answer is scrubbed when it is stored, and shown as it is stored", async () => {
  const parts = faturaParts(db, url)
  const row = await insertInvoice(db, { state: "issuing", status: null, gateway_id: null, invoice_id: null })
  const sender = new SendAttempt(parts.ledger, parts.outbox, { afterIssue: async () => undefined }, parts.problems, quiet)
  await sender.send(row, await parts.accounts.byId(ACCOUNT), newInvoice(row.reference)).catch(() => undefined)

  const { answer } = await db(tables.invoice).where({ id: row.id }).first("answer")
  const stored = JSON.stringify(answer)
  for (const secret of ["Joana", "Prado", document, "joana@", "4111", "an-access-token", "a-ticket"]) {
    expect(stored).not.toContain(secret)
  }
  expect(answer).toMatchObject({ rules: 1, message: { invoice: { id: "90001", amount: { gross: 105.8 }, buyer: { name: "[redacted]", document: "[redacted]" } } } })
  expect(await shownOf(row.id)).toEqual(answer.message)
})

it("an answer that was made showable is not read again at each look", async () => {
  const { id } = await insertInvoice(db)
  // Words that scrubbing would change: that they are shown as they are tells that nothing scrubs them here.
  await keep(id, { rules: 1, message: { hash: "1234567890123" .repeat(9_000), note: "a@b.cc" } })
  expect(await shownOf(id)).toEqual({ hash: "1234567890123".repeat(9_000), note: "a@b.cc" })
})

it.each([
  ["of an earlier version", { client: { name: "Joana Prado" }, note: `CPF ${document}` }, { client: { name: "[redacted]" }, note: expect.not.stringContaining(document) }],
  ["by other rules", { rules: 0, message: { name: "Joana Prado" } }, { rules: 0, message: { name: "[redacted]" } }],
  ["that only looks like a kept one", { rules: 1, message: "a@b.cc", name: "Joana Prado" }, { rules: 1, message: "[e-mail]", name: "[redacted]" }],
  ["that is far longer than any", { note: `Joana Prado ${"1 ".repeat(60_000)}` }, "[120023 characters]"],
  ["that there is none of", null, null],
])("an answer %s is scrubbed as it is shown, up to a limit", async (_what, kept, shown) => {
  const { id } = await insertInvoice(db)
  await keep(id, kept)
  expect(await shownOf(id)).toEqual(shown)
  expect(shownAnswer(undefined)).toBeUndefined()
})
