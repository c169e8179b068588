import { withClient } from "../../demo/lib/database"
import { cancelOrder, cpf, moneyFacts, placeOrder, poll, readOrder, sql } from "../support"
import { agreed, ledgerOf, openProblems, readBooks, reservedUnits, toCents, untilAgreed, type PaidOrder } from "../support/books"
import { expectOk, RefundDesk } from "../support/refund-desk"

const desk = new RefundDesk()
/** The healing round comes every quarter of a minute, and what it finds is settled some seconds later. */
const healedMs = 60_000

/** As if the kill had been three minutes ago: nobody can be at work any more on what it left. */
async function minutesPass(): Promise<void> {
  await sql(desk.store.databaseUrl, "update fatura_refund set updated_at = updated_at - interval '3 minutes', next_check_at = next_check_at - interval '3 minutes' where state in ('sending', 'unknown', 'pending', 'accepted')")
  await sql(desk.store.databaseUrl, "update refund set created_at = created_at - interval '3 minutes'")
  await sql(desk.store.databaseUrl, "update order_change set created_at = created_at - interval '3 minutes'")
  await sql(desk.store.databaseUrl, "update order_transaction set created_at = created_at - interval '3 minutes'")
  await sql(desk.store.databaseUrl, "update fatura_invoice set lease_until = now() where lease_until is not null")
}

const refundRows = (order: PaidOrder) => sql<{ id: string }>(desk.store.databaseUrl, "select id from refund where payment_id = $1 and deleted_at is null", [order.paymentId])

const killWhileRefunding = (order: PaidOrder, amount: number, heldTable: string, isThere: () => Promise<boolean>) => killWhile(() => desk.refund(order, amount), heldTable, isThere)

/** Kills the store while what staff do waits for a table that somebody else holds. */
async function killWhile(work: () => Promise<unknown>, heldTable: string, isThere: () => Promise<boolean>): Promise<void> {
  await withClient(desk.store.databaseUrl, async (client) => {
    await client.query("begin")
    await client.query(`lock table "${heldTable}" in exclusive mode`)
    const click = work().catch(() => null)
    await poll(isThere)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await desk.store.kill()
    await click
    await client.query("rollback")
  })
}

/** The store is down, so its database is asked. */
async function readOrderBooks(order: PaidOrder): Promise<{ pending_difference: number }> {
  const [row] = await sql<{ pending: string }>(desk.store.databaseUrl, "select s.totals->>'pending_difference' as pending from order_summary s join \"order\" o on o.id = s.order_id and o.version = s.version where o.id = $1", [order.orderId])
  return { pending_difference: Number(row!.pending) }
}

const madeAtGateway = (order: PaidOrder, cents: number) => async () =>
  (await desk.gateway.invoice(order.invoiceId))._sandbox.refunded_cents === cents && toCents((await ledgerOf(desk.store, order.orderId))[0]!.refunded_amount) === cents

async function expectMended(order: PaidOrder, refunds: number[]): Promise<void> {
  await minutesPass()
  await desk.store.restart()
  expect(await untilAgreed(desk.store, desk.gateway, order, refunds, healedMs)).toEqual(agreed(order.totalCents, refunds))
  await poll(async () => (await readOrder(desk.store, order.orderId)).summary.pending_difference === 0, healedMs)
  expect(await openProblems(desk.store, order.orderId)).toEqual([])
}

describe("a process that is killed while staff refund", () => {
  test("before anything was sent leaves no refund in Medusa's books, and the next click is sent once", async () => {
    const order = await desk.paidOrder()
    // As while the invoice is being worked on elsewhere: Medusa has its row, and the refund waits for its turn.
    await sql(desk.store.databaseUrl, "update fatura_invoice set lease_owner = 'another', lease_until = now() + interval '1 minute' where order_id = $1", [order.orderId])
    const click = desk.refund(order, 20).catch(() => null)
    await poll(async () => (await refundRows(order)).length === 1)
    await desk.store.kill()
    await click
    expect(await desk.refundCalls()).toBe(0)

    await expectMended(order, [])
    expectOk(await desk.refund(order, 20))
    await desk.expectBooks(order, [2000])
    expect(await desk.refundCalls()).toBe(1)
  }, 180_000)

  test("after the gateway made it has the order's transaction booked", async () => {
    const order = await desk.paidOrder()
    await killWhileRefunding(order, 20, "order_transaction", madeAtGateway(order, 2000))
    expect((await sql(desk.store.databaseUrl, "select id from order_transaction where order_id = $1 and reference = 'refund'", [order.orderId]))).toEqual([])

    await expectMended(order, [2000])
    expect(await desk.refundCalls()).toBe(1)
  }, 180_000)

  test.each(["order_change", "order_credit_line"])("after Medusa's transaction has the credit line made, and the order can be refunded again (%s)", async (heldTable) => {
    const order = await desk.paidOrder()
    const isBooked = async () => (await sql(desk.store.databaseUrl, "select id from order_transaction where order_id = $1 and reference = 'refund'", [order.orderId])).length === 1
    await killWhileRefunding(order, 20, heldTable, isBooked)
    expect((await readOrderBooks(order)).pending_difference).toBe(20)

    await expectMended(order, [2000])
    expectOk(await desk.refund(order, 5))
    await desk.expectBooks(order, [2000, 500])
    expect((await readOrder(desk.store, order.orderId)).summary.pending_difference).toBe(0)
  }, 180_000)

  test("while its outcome is unknown leaves no refund in Medusa's books that was not made", async () => {
    const order = await desk.paidOrder()
    await desk.gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "hang-up-before", times: 1 })
    await desk.refund(order, 20)
    // Medusa took its row back; a process that dies first leaves it.
    await sql(
      desk.store.databaseUrl,
      `insert into refund (id, amount, raw_amount, payment_id) select medusa_refund_id, 20, '{"value":"20","precision":20}', $1 from fatura_refund where state = 'unknown'`,
      [order.paymentId],
    )
    await desk.store.kill()
    await minutesPass()
    await desk.store.restart()
    await poll(async () => (await refundRows(order)).length === 0, healedMs)
    expect((await openProblems(desk.store, order.orderId)).map(({ kind }) => kind)).toEqual(["refund_outcome_unknown"])
    expect((await readBooks(desk.store, desk.gateway, order)).refundRowCount).toBe(0)
  }, 180_000)

  test("does not hinder a refund of the gateway's panel from being booked with its own amount", async () => {
    const order = await desk.paidOrder()
    await sql(desk.store.databaseUrl, "update fatura_invoice set lease_owner = 'another', lease_until = now() + interval '1 minute' where order_id = $1", [order.orderId])
    const click = desk.refund(order, 20).catch(() => null)
    await poll(async () => (await refundRows(order)).length === 1)
    await desk.store.kill()
    await click
    await desk.store.restart()
    await desk.panelRefund(order, 2001)
    await poll(async () => toCents((await ledgerOf(desk.store, order.orderId))[0]!.refunded_amount) === 2001, 20_000)
    await minutesPass()
    expect(await untilAgreed(desk.store, desk.gateway, order, [2001], healedMs)).toEqual(agreed(order.totalCents, [2001]))
    expect((await readBooks(desk.store, desk.gateway, order)).refundRowCount).toBe(1)
  }, 180_000)
})

describe("a process that is killed while staff cancel", () => {
  const changeOf = async (orderId: string) => (await sql(desk.store.databaseUrl, "select id from order_change where order_id = $1 and status = 'pending'", [orderId])).length
  const cancel = (orderId: string) => cancelOrder(desk.store, orderId)

  test("a paid order has the books of its refund mended, and the order can be cancelled", async () => {
    const order = await desk.paidOrder()
    const total = order.totalCents
    await killWhile(() => cancel(order.orderId), "order_change_action", async () => (await madeAtGateway(order, total)()) && (await changeOf(order.orderId)) === 1)
    expect((await readOrderBooks(order)).pending_difference).toBe(total / 100)
    await minutesPass()
    await desk.store.restart()
    await poll(async () => (await readOrder(desk.store, order.orderId)).summary.pending_difference === 0, healedMs)
    await cancel(order.orderId)
    expect((await readOrder(desk.store, order.orderId)).status).toBe("canceled")
    expect(await readBooks(desk.store, desk.gateway, order)).toEqual(agreed(total, [total]))
    expect(await desk.refundCalls()).toBe(1)
  }, 180_000)

  /** Medusa books the transaction of a cancel's refund also when that came to nothing. */
  async function killWhileCancelingWithoutRefund(): Promise<PaidOrder> {
    const order = await desk.paidOrder()
    await desk.gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "hang-up-before", times: 1 })
    await killWhile(() => cancel(order.orderId), "order_change_action", async () => (await changeOf(order.orderId)) === 1)
    expect(await refundRows(order)).toEqual([])
    expect((await readOrderBooks(order)).pending_difference).toBe(order.totalCents / 100)
    await minutesPass()
    await desk.store.restart()
    return order
  }

  test("a paid order whose refund was not made owes nothing, and keeps its money until staff decide", async () => {
    const { orderId, totalCents } = await killWhileCancelingWithoutRefund()
    await poll(async () => (await readOrder(desk.store, orderId)).summary.pending_difference === 0, healedMs)
    expect(await moneyFacts(desk.store, orderId)).toMatchObject({ orderStatus: "pending", captures: [totalCents / 100], refunds: [], transactions: [totalCents / 100] })
    expect((await openProblems(desk.store, orderId)).map(({ kind }) => kind)).toEqual(["refund_outcome_unknown"])
  }, 180_000)

  test("a paid order whose refund is found later has it booked once, and nothing of it is owed", async () => {
    const order = await killWhileCancelingWithoutRefund()
    await desk.panelRefund(order, order.totalCents)
    await minutesPass()
    expect(await untilAgreed(desk.store, desk.gateway, order, [order.totalCents], healedMs)).toEqual(agreed(order.totalCents, [order.totalCents]))
    await poll(async () => (await readOrder(desk.store, order.orderId)).summary.pending_difference === 0, healedMs)
    expect(await openProblems(desk.store, order.orderId)).toEqual([])
  }, 180_000)

  test("an unpaid order, whose stock was given back by then, is cancelled with its code", async () => {
    const { orderId } = await placeOrder(desk.store, { providerId: "pp_pix_fatura", data: { payer: { document: cpf() } } })
    await killWhile(() => cancel(orderId), "order_change_action", async () => (await changeOf(orderId)) === 1)
    await minutesPass()
    await desk.store.restart()
    await poll(async () => (await readOrder(desk.store, orderId)).status === "canceled", healedMs)
    expect(await changeOf(orderId)).toBe(0)
    expect(await reservedUnits(desk.store, orderId)).toBe(0)
    expect((await ledgerOf(desk.store, orderId)).map(({ status }) => status)).toEqual(["canceled"])
  }, 180_000)
})
