import type { Gateway } from "../../../../integration-tests/support/gateway"
import { cents } from "../../../domain/money"
import { type Database, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import { moneyOfProblems } from "../problems/problem-money"
import { recordExternalRefund } from "../refunds/external-refund"
import { RefundRows, type RefundState } from "../refunds/refund-rows"
import { problemForStaff } from "../view/staff-view"
import { ACCOUNT, faturaParts } from "./support/fatura-parts"
import { issueAt } from "./support/reconciler"
import { insertInvoice } from "./support/rows"
import { useShop } from "./support/use-shop"

const BY = { reason: "transfer", actor: "user_1" }

let db: Database
let gateway: Gateway
let parts: ReturnType<typeof faturaParts>

useShop((shop) => ({ db, gateway } = shop))
beforeEach(() => {
  parts = faturaParts(db, gateway.url)
})

/** An invoice of R$ 105,80 that was paid after its order was cancelled. */
async function paid(given: Partial<InvoiceRow> = {}): Promise<InvoiceRow> {
  const { id, invoiceId } = await issueAt((await parts.accounts.byId(ACCOUNT)).client, 1)
  await gateway.act(invoiceId!, "pay", { notify: false })
  return insertInvoice(db, { gateway_id: id, invoice_id: invoiceId, status: "paid", paid_at: new Date(), paid_cents: 10_580, ...given })
}

let number = 0
async function refundOf(row: InvoiceRow, state: RefundState): Promise<string> {
  const id = `fref_${++number}`
  await db(tables.refund).insert({ id, fatura_invoice_id: row.id, amount_cents: 1_000, cumulative_cents: 1_000, origin: "medusa", state })
  return id
}

const fresh = async ({ id }: InvoiceRow) => (await parts.ledger.find(id))!
const stateOf = async (id: string) => (await db(tables.refund).where({ id }).first("state")).state
const settleTasks = ({ id }: InvoiceRow) => db(tables.outbox).where({ fatura_invoice_id: id, kind: "settle", state: "pending" }).pluck("kind")

describe("while a refund is on its way", () => {
  it.each<[RefundState, string]>([
    ["sending", "refund_under_way"],
    ["pending", "refund_pending"],
    ["accepted", "refund_pending"],
    ["unknown", "refund_unknown"],
  ])("(%s) none is recorded as made elsewhere", async (state, key) => {
    const row = await paid()
    await refundOf(row, state)
    await expect(recordExternalRefund(parts, row.id, undefined, BY)).rejects.toMatchObject({ key })
    expect(await fresh(row)).toMatchObject({ external_refunded_cents: 0, status: "paid" })
  })

  it("as the gateway says of one in its panel, none is recorded as made elsewhere", async () => {
    const row = await paid({ status: "refund_pending" })
    await expect(recordExternalRefund(parts, row.id, undefined, BY)).rejects.toMatchObject({ key: "refund_pending" })
    expect(await fresh(row)).toMatchObject({ external_refunded_cents: 0 })
  })

  it("that begins just then, none is recorded as made elsewhere", async () => {
    const row = await paid()
    await gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "delay", ms: 1_500, times: 1 })
    const ours = parts.refunds.refund(row.id, null, cents(10_580))
    while (!(await new RefundRows(db).openOf(row.id))) {
      await new Promise((tick) => setTimeout(tick, 20))
    }
    await expect(recordExternalRefund(parts, row.id, undefined, BY)).rejects.toMatchObject({ key: "refund_under_way" })
    expect(await ours).toMatchObject({ refunded_cents: 10_580, external_refunded_cents: 0 })
  })

  it("staff are offered no other way for its money, and read why", async () => {
    const [row, other] = [await paid(), await paid()]
    await refundOf(row, "pending")
    const raised = await Promise.all([row, other].map(({ id }) => parts.problems.store({ kind: "refund_failed_on_cancel", subject: id, invoiceId: id })))
    const moneyOf = await moneyOfProblems(parts.ledger, new RefundRows(db), raised)
    const [returning, waiting] = raised.map((problem) => problemForStaff(problem, "en", moneyOf(problem)))
    expect(returning).toMatchObject({ actions: [], remedy: expect.stringContaining("A refund of this invoice is on its way") })
    expect(waiting).toMatchObject({ actions: ["refund", "record_external_refund", "dismiss"], remedy: expect.not.stringContaining("on its way") })
  })
})

describe("a refund that staff say was not made", () => {
  it("is given up alone: another that is on its way by now stays", async () => {
    const row = await paid()
    const [old, open] = [await refundOf(row, "confirmed"), await refundOf(row, "pending")]
    await new RefundRows(db).giveUp(old)
    expect([await stateOf(old), await stateOf(open)]).toEqual(["confirmed", "pending"])
    await expect(parts.refunds.refund(row.id, null, cents(1_000))).rejects.toMatchObject({ key: "refund_pending" })
    await new RefundRows(db).giveUp(open)
    expect(await stateOf(open)).toBe("refused")
  })
})

it("a refund that the gateway gave up has what waited for it settled", async () => {
  const row = await paid()
  const open = await refundOf(row, "pending")
  await parts.refunds.settleOpen()
  expect(await stateOf(open)).toBe("refused")
  expect(await settleTasks(row)).toEqual(["settle"])
})
