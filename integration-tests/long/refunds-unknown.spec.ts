import { adminApi, poll, readOrder, sql } from "../support"
import { agreed, ledgerOf, openProblem, openProblems, readBooks, resolve, toCents, untilAgreed, untilQuiet, type PaidOrder } from "../support/books"
import { expectOk, expectRefused, RefundDesk } from "../support/refund-desk"

jest.setTimeout(240_000)
const desk = new RefundDesk()

describe("an answer that is lost", () => {
  const losesNotices = () => desk.gateway.fault({ match: { notice: true }, kind: "lose" })
  const losesAnswer = (kind = "hang-up-after") => desk.gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind, times: 1 })
  const cannotAsk = () => desk.gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "success-false" })

  test("is found out by asking, at once", async () => {
    const order = await desk.paidOrder()
    await losesNotices()
    await losesAnswer()
    expectOk(await desk.refund(order, 20))
    await desk.expectBooks(order, [2000])
    expect(await desk.refundCalls()).toBe(1)
    expect(await openProblems(desk.store, order.orderId)).toEqual([])
  })

  test("is refused in words while unknown, also to the next click, and booked once when the notice comes", async () => {
    const order = await desk.paidOrder()
    await losesNotices()
    await losesAnswer()
    await cannotAsk()
    expectRefused(await desk.refund(order, 20), /not say|unknown|not known/i)
    expectRefused(await desk.refund(order, 20), /not known|unknown/i)
    expectRefused(await desk.refund(order, 1.5), /not known|unknown/i)
    expect(await desk.refundCalls()).toBe(1)
    await openProblem(desk.store, order.orderId, "refund_outcome_unknown")
    expect(await readBooks(desk.store, desk.gateway, order)).toEqual({ ...agreed(order.totalCents, []), gatewayRefunded: 2000 })
    await desk.gateway.clearFaults()
    await desk.gateway.sendNotice({ invoice_id: order.invoiceId, times: 2 })
    await desk.expectBooks(order, [2000])
    expect(await openProblems(desk.store, order.orderId)).toEqual([])
    expectRefused(await desk.refund(order, 1), /just been confirmed/)
    expect(await desk.refundCalls()).toBe(1)
    await sql(desk.store.databaseUrl, "update fatura_refund set updated_at = updated_at - interval '1 minute' where state = 'confirmed_late'")
    expectOk(await desk.refund(order, 1))
    await desk.expectBooks(order, [2000, 100])
  })

  test("is booked once when staff ask the gateway by hand", async () => {
    const order = await desk.paidOrder()
    await losesNotices()
    await losesAnswer()
    await cannotAsk()
    expectRefused(await desk.refund(order, 3.21), /not say/i)
    await desk.gateway.clearFaults()
    const [row] = await ledgerOf(desk.store, order.orderId)
    await (await adminApi(desk.store)).post(`/admin/fatura/invoices/${row!.id}/sync`)
    await desk.expectBooks(order, [321])
    expect(await openProblems(desk.store, order.orderId)).toEqual([])
  })

  test("is booked once by the plugin's own look-up, without any notice", async () => {
    const order = await desk.paidOrder()
    await losesNotices()
    await losesAnswer()
    await cannotAsk()
    expectRefused(await desk.refund(order, 6.66), /not say/i)
    await desk.gateway.clearFaults()
    await minutesPass(3)
    expect(await untilAgreed(desk.store, desk.gateway, order, [666], 40_000)).toEqual(agreed(order.totalCents, [666]))
    expect(await desk.refundCalls()).toBe(1)
    expect(await openProblems(desk.store, order.orderId)).toEqual([])
  })

  test.each(["hang-up-before", "html-200", "500"])("that was never made (%s) blocks until staff say so", async (kind) => {
    const order = await desk.paidOrder()
    await losesAnswer(kind)
    expectRefused(await desk.refund(order, 20), /not say/i)
    expectRefused(await desk.refund(order, 20), /not known/i)
    expect(await desk.refundCalls()).toBe(1)
    const problem = await openProblem(desk.store, order.orderId, "refund_outcome_unknown")
    expect(await readBooks(desk.store, desk.gateway, order)).toEqual(agreed(order.totalCents, []))
    expect((await resolve(desk.store, problem.id, "dismiss")).status).toBe(200)
    expectOk(await desk.refund(order, 20))
    await desk.expectBooks(order, [2000])
    expect(await desk.refundCalls()).toBe(2)
  })

  test("that was never made does not keep a refund of the gateway's panel that was known before it from being booked", async () => {
    const order = await desk.paidOrder()
    await losesAnswer("hang-up-before")
    expectRefused(await desk.refund(order, 20), /not say/i)
    // As if the panel's refund had been told before, and this one was asked for on top of it.
    await sql(desk.store.databaseUrl, "update fatura_refund set cumulative_cents = cumulative_cents + 666 where state = 'unknown'")
    await desk.panelRefund(order, 666)
    expect(await untilAgreed(desk.store, desk.gateway, order, [666], 40_000)).toEqual(agreed(order.totalCents, [666]))
    await openProblem(desk.store, order.orderId, "refund_outcome_unknown")
    // The credit line of the booking is a change of the order for a moment.
    await poll(async () => (await sql(desk.store.databaseUrl, "select 1 from order_change where order_id = $1 and status in ('pending', 'requested') and deleted_at is null", [order.orderId])).length === 0)
    expectRefused(await desk.refund(order, 20), /not known/i)
  })

  test("of a process that was killed blocks, is raised and ends with the gateway's word", async () => {
    const order = await desk.paidOrder()
    await losesNotices()
    await desk.gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "delay-after-commit", ms: 8_000, times: 1 })
    const click = desk.refund(order, 11.5).catch(() => null)
    await poll(async () => (await desk.gateway.invoice(order.invoiceId))._sandbox.refunded_cents === 1150)
    await desk.store.kill()
    await click
    await desk.gateway.clearFaults()
    await desk.store.restart()
    expectRefused(await desk.refund(order, 11.5), /\S/)
    await minutesPass(3)
    await poll(async () => toCents((await ledgerOf(desk.store, order.orderId))[0]!.refunded_amount) === 1150, 40_000)
    await desk.expectBooks(order, [1150])
    expect(await desk.refundCalls()).toBe(1)
  })
})

/** Moves what Medusa and the plugin remember about refunds that are under way into the past. */
async function minutesPass(minutes: number): Promise<void> {
  await sql(desk.store.databaseUrl, "update fatura_refund set updated_at = updated_at - make_interval(mins => $1), next_check_at = next_check_at - make_interval(mins => $1) where state in ('sending', 'unknown', 'pending', 'accepted')", [minutes])
  await sql(desk.store.databaseUrl, "update refund set created_at = created_at - make_interval(mins => $1)", [minutes])
  await sql(desk.store.databaseUrl, "update fatura_invoice set lease_until = lease_until - make_interval(mins => $1) where lease_until is not null", [minutes])
}

describe("at the same time", () => {
  test.each([[74.8, 74.8], [30, 30], [30, 12.5]])("two staff refund R$ %d and R$ %d: one is sent, the other reads why not", async (first, second) => {
    const order = await desk.paidOrder()
    await desk.gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "delay", ms: 2_000 })
    const answers = await Promise.all([desk.refund(order, first), desk.refund(order, second)])
    const sent = answers.map(({ status }, index) => (status === 200 ? [first, second][index]! : 0)).filter(Boolean)
    expect(sent).toHaveLength(1)
    expectRefused(answers.find(({ status }) => status !== 200)!, /\S/)
    expect(await desk.refundCalls()).toBe(1)
    await desk.expectBooks(order, [toCents(sent[0])])
  })

  test("one that was asked for while another was being made is not sent when it gets its turn later", async () => {
    const order = await desk.paidOrder()
    await desk.gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "delay", ms: 1_000 })
    const ours = desk.refund(order, 30)
    await poll(async () => (await desk.refundCalls()) === 1)
    // A turn later: as when the process has much to do, Medusa's row stands long before the provider is called.
    await sql(desk.store.databaseUrl, "create function slow_insert() returns trigger language plpgsql as 'begin perform pg_sleep(3); return new; end'")
    await sql(desk.store.databaseUrl, "create trigger slow_insert after insert on refund for each row execute function slow_insert()")
    expectRefused(await desk.refund(order, 12.5), /same moment/i)
    expectOk(await ours)
    await sql(desk.store.databaseUrl, "drop function slow_insert cascade")
    await desk.expectBooks(order, [3000])
    expect(await desk.refundCalls()).toBe(1)
  })

  test("of two, the one that is refused leaves nothing in the books of the other, however late Medusa deletes it", async () => {
    const order = await desk.paidOrder()
    await sql(desk.store.databaseUrl, "create function slow_delete() returns trigger language plpgsql as 'begin perform pg_sleep(4); return old; end'")
    await sql(desk.store.databaseUrl, "create trigger slow_delete before delete on refund for each row execute function slow_delete()")
    await desk.gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "delay", ms: 1_000 })
    const ours = desk.refund(order, 30)
    await poll(async () => (await desk.refundCalls()) === 1)
    expectRefused(await desk.refund(order, 12.5), /\S/)
    expectOk(await ours)
    await sql(desk.store.databaseUrl, "drop function slow_delete cascade")
    await desk.expectBooks(order, [3000])
    expect((await readOrder(desk.store, order.orderId)).summary.pending_difference).toBe(0)
  })

  test.each(["delay", "delay-after-commit"])("the panel refunds while one of ours is under way (%s)", async (kind) => {
    const order = await desk.paidOrder()
    await desk.gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind, ms: 2_000, times: 1 })
    const ours = desk.refund(order, 20)
    await poll(async () => (await desk.refundCalls()) === 1)
    await new Promise((done) => setTimeout(done, 300))
    await desk.panelRefund(order, 1010)
    expectOk(await ours)
    await desk.expectBooks(order, [2000, 1010])
    expect(await desk.refundCalls()).toBe(1)
    expect(await openProblems(desk.store, order.orderId)).toEqual([])
  })

  test("the panel refunds the same amount while ours is under way", async () => {
    const order = await desk.paidOrder()
    await desk.gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "delay", ms: 2_000, times: 1 })
    const ours = desk.refund(order, 15)
    await poll(async () => (await desk.refundCalls()) === 1)
    await new Promise((done) => setTimeout(done, 300))
    await desk.panelRefund(order, 1500)
    expectOk(await ours)
    await desk.expectBooks(order, [1500, 1500])
    expect(await desk.refundCalls()).toBe(1)
  })
})

describe("a refund that the gateway keeps pending", () => {
  const pendingRefund = async (): Promise<PaidOrder> => {
    await desk.gateway.assume({ refund_result: "pending" })
    const order = await desk.paidOrder()
    expectRefused(await desk.refund(order, 25.05), /working on it/i)
    await desk.gateway.assume({ refund_result: "done" })
    expect(await ledgerOf(desk.store, order.orderId)).toMatchObject([{ status: "refund_pending", refunded_amount: 0 }])
    return order
  }

  test("is shown as pending, books nothing until it is confirmed, and is booked once then", async () => {
    const order = await pendingRefund()
    await untilQuiet(desk.store, order)
    expect(await readBooks(desk.store, desk.gateway, order)).toEqual(agreed(order.totalCents, []))
    expectRefused(await desk.refund(order, 25.05), /still working/i)
    expect(await desk.refundCalls()).toBe(1)
    await desk.panelRefund(order)
    await desk.gateway.sendNotice({ invoice_id: order.invoiceId, times: 2 })
    await desk.expectBooks(order, [2505])
    expectOk(await desk.refund(order, 1))
    await desk.expectBooks(order, [2505, 100])
    expect(await desk.refundCalls()).toBe(2)
  })

  test("and then refuses can be sent again", async () => {
    const order = await pendingRefund()
    await desk.gateway.act(order.invoiceId, "refund-fail")
    await poll(async () => (await ledgerOf(desk.store, order.orderId))[0]!.status === "paid")
    await desk.expectBooks(order, [])
    expectOk(await desk.refund(order, 25.05))
    await desk.expectBooks(order, [2505])
    expect(await desk.refundCalls()).toBe(2)
  })
})
