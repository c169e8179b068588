import {
  adminApi, placeOrder, poll, readOrder, sql, startGateway, startStore, storeApi, untilPaid,
  type Gateway, type PlacedOrder, type RawAnswer, type Store,
} from "../support"
import { fulfil, gatewayInvoiceOf, ledgerOf, openProblem, openProblems, pixData, readBooks, refund, reservedUnits, resolve, setStock, toCents, untilQuiet, words } from "../support/books"

let gateway: Gateway
let store: Store

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, env: { FATURA_LOOK_UPS_PER_MINUTE: "100000" } })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

beforeEach(() => gateway.forgetRequests())

afterEach(async () => {
  await gateway.clearFaults()
  await gateway.assume({ refund_result: "done" })
})

const refundCalls = async (): Promise<number> => (await gateway.counts())["PUT /invoices"] ?? 0
const expectOk = (answer: RawAnswer): void => expect([answer.status, words(answer)]).toEqual([200, ""])

async function waitingOrder(shop: Store, providerId = "pp_pix_fatura", items?: { sku: string; quantity?: number }[]): Promise<PlacedOrder & { invoiceId: string }> {
  const order = await placeOrder(shop, { providerId, data: pixData(), items })
  return { ...order, invoiceId: (await gatewayInvoiceOf(gateway, order.sessionId)).invoice_id }
}

/** An unpaid order that staff cancelled, whose code is cancelled at the gateway too. */
async function canceledOrder(shop: Store, providerId?: string, items?: { sku: string; quantity?: number }[]): Promise<PlacedOrder & { invoiceId: string }> {
  const order = await waitingOrder(shop, providerId, items)
  await (await adminApi(shop)).post(`/admin/orders/${order.orderId}/cancel`)
  await poll(async () => (await ledgerOf(shop, order.orderId))[0]!.status === "canceled")
  expect((await gateway.invoice(order.invoiceId))._sandbox).toMatchObject({ payable: false })
  await untilQuiet(shop, order)
  return order
}

async function paidAfterCancel(shop: Store, providerId?: string, items?: { sku: string; quantity?: number }[]) {
  const order = await canceledOrder(shop, providerId, items)
  await gateway.act(order.invoiceId, "pay")
  return { order, problem: await openProblem(shop, order.orderId, "paid_after_cancel") }
}

async function captures(shop: Store, orderId: string): Promise<number> {
  return (await readOrder(shop, orderId)).payment_collections.flatMap(({ payments }) => payments).flatMap((payment) => payment.captures).length
}

describe("paid after the order was cancelled", () => {
  test.each(["pp_pix_fatura", "pp_boleto_fatura"])("is a problem and never captured silently, however often it is told (%s)", async (providerId) => {
    const { order, problem } = await paidAfterCancel(store, providerId)
    await gateway.sendNotice({ invoice_id: order.invoiceId, times: 3 })
    await untilQuiet(store, order)
    expect(problem).toMatchObject({ details: { paid_cents: toCents(order.total) } })
    expect(await openProblems(store, order.orderId)).toHaveLength(1)
    expect(await captures(store, order.orderId)).toBe(0)
    expect(await readOrder(store, order.orderId)).toMatchObject({ status: "canceled" })
    expect(await reservedUnits(store, order.orderId)).toBe(0)
    expect(await ledgerOf(store, order.orderId)).toMatchObject([{ status: "paid", paid_amount: order.total, captured_at: null }])
    expect(await refundCalls()).toBe(0)
  })

  test("accepted: stock is reserved again, the payment captured, and the order can be fulfilled", async () => {
    const { order, problem } = await paidAfterCancel(store, "pp_pix_fatura", [{ sku: "CAFE-250", quantity: 2 }, { sku: "CANECA-AREIA" }])
    expectOk(await resolve(store, problem.id, "accept"))
    const paid = await untilPaid(store, order.orderId)
    expect(paid).toMatchObject({ status: "pending", payment_status: "captured" })
    expect(toCents(paid.summary.pending_difference)).toBe(0)
    expect(await captures(store, order.orderId)).toBe(1)
    expect(await reservedUnits(store, order.orderId)).toBe(3)
    expect(await openProblems(store, order.orderId)).toEqual([])
    const fulfilled = await fulfil(store, order.orderId)
    expect([fulfilled.status, words(fulfilled)]).toEqual([200, ""])
    await untilQuiet(store, order)
    expect(await captures(store, order.orderId)).toBe(1)
  })

  test("accepted, then refunded like any other payment", async () => {
    const { order, problem } = await paidAfterCancel(store)
    expectOk(await resolve(store, problem.id, "accept"))
    const paid = await untilPaid(store, order.orderId)
    expectOk(await refund(store, paid.payment_collections.flatMap(({ payments }) => payments)[0]!.id, 10))
    await untilQuiet(store, order)
    expect(await readBooks(store, gateway, order)).toMatchObject({ refundRows: 1000, ledgerRefunded: 1000, gatewayRefunded: 1000, transactions: toCents(order.total) - 1000 })
  })

  test("accepted twice at once is captured once and reserved once", async () => {
    const { order, problem } = await paidAfterCancel(store)
    const answers = await Promise.all([resolve(store, problem.id, "accept"), resolve(store, problem.id, "accept")])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await untilPaid(store, order.orderId)
    await untilQuiet(store, order)
    expect(await captures(store, order.orderId)).toBe(1)
    expect(await reservedUnits(store, order.orderId)).toBe(1)
  })

  test("accepted without stock is refused in words and changes nothing", async () => {
    const { order, problem } = await paidAfterCancel(store, "pp_pix_fatura", [{ sku: "CANECA-MUSGO" }, { sku: "REDE-CRU" }])
    const stocked = await setStock(store, "REDE-CRU", 0)
    try {
      const answer = await resolve(store, problem.id, "accept")
      expect([answer.status, words(answer)]).toEqual([409, expect.stringMatching(/stock/i)])
      await untilQuiet(store, order)
      expect(await readOrder(store, order.orderId)).toMatchObject({ status: "canceled" })
      expect(await captures(store, order.orderId)).toBe(0)
      expect(await reservedUnits(store, order.orderId)).toBe(0)
      expect(await openProblems(store, order.orderId)).toMatchObject([{ id: problem.id }])
    } finally {
      await setStock(store, "REDE-CRU", stocked)
    }
    expectOk(await resolve(store, problem.id, "accept"))
    await untilPaid(store, order.orderId)
    expect(await reservedUnits(store, order.orderId)).toBe(2)
  })

  test("accepted again after a kill that came when a part of the stock was reserved: nothing is reserved twice", async () => {
    const { order, problem } = await paidAfterCancel(store, "pp_pix_fatura", [{ sku: "CANECA-AREIA", quantity: 3 }, { sku: "MEL-300" }])
    const rows = await sql<{ line: string; item: string; location: string; sku: string }>(
      store.databaseUrl,
      `select distinct oi.item_id as line, ii.id as item, il.location_id as location, ii.sku from order_item oi join order_line_item li on li.id = oi.item_id
       join inventory_item ii on ii.sku = li.variant_sku join inventory_level il on il.inventory_item_id = ii.id where oi.order_id = $1`,
      [order.orderId],
    )
    for (const { line, item, location, sku } of rows) {
      await (await adminApi(store)).post("/admin/reservations", { line_item_id: line, inventory_item_id: item, location_id: location, quantity: sku === "MEL-300" ? 1 : 2 })
    }
    expect(await reservedUnits(store, order.orderId)).toBe(3)
    expectOk(await resolve(store, problem.id, "accept"))
    await untilPaid(store, order.orderId)
    expect(await reservedUnits(store, order.orderId)).toBe(4)
    await fulfil(store, order.orderId)
  })

  test("accepted without stock of a variant that may be sold without", async () => {
    const { order, problem } = await paidAfterCancel(store, "pp_pix_fatura", [{ sku: "REDE-AZUL" }])
    const stocked = await setStock(store, "REDE-AZUL", 0)
    await sql(store.databaseUrl, "update product_variant set allow_backorder = true where sku = 'REDE-AZUL'")
    try {
      expectOk(await resolve(store, problem.id, "accept"))
      await untilPaid(store, order.orderId)
      expect(await reservedUnits(store, order.orderId)).toBe(1)
    } finally {
      await sql(store.databaseUrl, "update product_variant set allow_backorder = false where sku = 'REDE-AZUL'")
      await setStock(store, "REDE-AZUL", stocked)
    }
  })

  test("refunded: the money goes back at the gateway alone, once, and the problem stays closed", async () => {
    const { order, problem } = await paidAfterCancel(store)
    expectOk(await resolve(store, problem.id, "refund"))
    await poll(async () => (await gateway.invoice(order.invoiceId))._sandbox.refunded_cents === toCents(order.total))
    await gateway.sendNotice({ invoice_id: order.invoiceId, times: 2 })
    await untilQuiet(store, order)
    expect(await refundCalls()).toBe(1)
    expect(await ledgerOf(store, order.orderId)).toMatchObject([{ status: "refunded", refunded_amount: order.total }])
    expect(await captures(store, order.orderId)).toBe(0)
    expect(await openProblems(store, order.orderId)).toEqual([])
    expect((await resolve(store, problem.id, "refund")).status).toBe(409)
    expect(await refundCalls()).toBe(1)
  })

  test("refunded while the gateway keeps refunds pending: open until the money is back, closed then", async () => {
    const { order, problem } = await paidAfterCancel(store)
    await gateway.assume({ refund_result: "pending" })
    const answer = await resolve(store, problem.id, "refund")
    expect([answer.status, words(answer)]).toEqual([409, expect.stringMatching(/working on it/)])
    await gateway.assume({ refund_result: "done" })
    expect(await openProblems(store, order.orderId)).toMatchObject([{ id: problem.id, actions: [], remedy: expect.stringMatching(/on its way/) }])
    for (const action of ["accept", "record_external_refund"]) {
      const refused = await resolve(store, problem.id, action)
      expect([refused.status, words(refused)]).toEqual([409, expect.stringMatching(/still working on an earlier refund/)])
    }
    await gateway.act(order.invoiceId, "refund")
    await poll(async () => (await openProblems(store, order.orderId)).length === 0)
    await untilQuiet(store, order)
    expect(await refundCalls()).toBe(1)
    expect(await captures(store, order.orderId)).toBe(0)
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  test("of which a refund was pending and then refused by the gateway is there to be accepted again", async () => {
    const { order, problem } = await paidAfterCancel(store)
    await gateway.assume({ refund_result: "pending" })
    expect((await resolve(store, problem.id, "refund")).status).toBe(409)
    await gateway.setStatus(order.invoiceId, 5)
    await poll(async () => (await openProblems(store, order.orderId))[0]?.actions.includes("accept"), 60_000)
    expectOk(await resolve(store, problem.id, "accept"))
    await untilPaid(store, order.orderId)
    await untilQuiet(store, order)
    expect(await captures(store, order.orderId)).toBe(1)
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  test("returned in the gateway's panel: the problem closes by itself", async () => {
    const { order } = await paidAfterCancel(store)
    await gateway.act(order.invoiceId, "refund")
    await poll(async () => (await openProblems(store, order.orderId)).length === 0)
    await untilQuiet(store, order)
    expect(await captures(store, order.orderId)).toBe(0)
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  test("seen by asking when the notice of the late payment is lost", async () => {
    const order = await canceledOrder(store)
    await gateway.act(order.invoiceId, "pay", { notify: false })
    await sql(store.databaseUrl, "update fatura_invoice set next_check_at = now() where order_id = $1", [order.orderId])
    await openProblem(store, order.orderId, "paid_after_cancel", 30_000)
    expect(await captures(store, order.orderId)).toBe(0)
  })
})

describe("with onLatePayment: refund", () => {
  let returning: Store

  beforeAll(async () => {
    returning = await startStore({ sandboxUrl: gateway.url, env: { FATURA_LOOK_UPS_PER_MINUTE: "100000" }, pluginOptions: { onLatePayment: "refund" } })
  })

  afterAll(() => returning?.close())

  test("money goes back by itself, once", async () => {
    const order = await canceledOrder(returning)
    await gateway.act(order.invoiceId, "pay")
    await poll(async () => (await gateway.invoice(order.invoiceId))._sandbox.refunded_cents === toCents(order.total), 15_000)
    await gateway.sendNotice({ invoice_id: order.invoiceId, code: 5 })
    await gateway.sendNotice({ invoice_id: order.invoiceId })
    await untilQuiet(returning, order)
    expect(await refundCalls()).toBe(1)
    expect(await captures(returning, order.orderId)).toBe(0)
    expect(await ledgerOf(returning, order.orderId)).toMatchObject([{ status: "refunded", refunded_amount: order.total }])
    expect(await openProblems(returning, order.orderId)).toEqual([])
  })

  test("what the gateway refuses to return stays a problem, and is tried again", async () => {
    const order = await canceledOrder(returning)
    await gateway.fault({ match: { method: "PUT", path: "/invoices" }, kind: "success-false", times: 1 })
    await gateway.act(order.invoiceId, "pay")
    await openProblem(returning, order.orderId, "paid_after_cancel")
    await poll(async () => (await gateway.invoice(order.invoiceId))._sandbox.refunded_cents === toCents(order.total), 30_000)
    await poll(async () => (await openProblems(returning, order.orderId)).length === 0)
    expect(await refundCalls()).toBe(2)
  })

  test("money of an order that was not cancelled is captured as ever", async () => {
    const order = await waitingOrder(returning)
    await gateway.act(order.invoiceId, "pay")
    await untilPaid(returning, order.orderId)
    await untilQuiet(returning, order)
    expect(await refundCalls()).toBe(0)
  })
})

/** The shopper asks for a new code, or another method, on the order's page. */
async function renew(order: PlacedOrder, providerId: string): Promise<{ sessionId: string; invoiceId: string }> {
  const answer = await storeApi(store).raw("POST", `/store/fatura/orders/${order.orderId}/payment`, { provider_id: providerId })
  expectOk(answer)
  const sessionId = (answer.body as { session: { id: string } }).session.id
  return { sessionId, invoiceId: (await gatewayInvoiceOf(gateway, sessionId)).invoice_id }
}

describe("old codes", () => {
  test.each(["pp_pix_fatura", "pp_boleto_fatura"])("the old code is paid after the renewed one (%s): paid twice, captured once, returned by staff", async (providerId) => {
    const old = await waitingOrder(store, providerId)
    const renewed = await renew(old, "pp_pix_fatura")
    expect((await gateway.invoice(old.invoiceId))._sandbox.payable).toBe(false)
    await gateway.act(renewed.invoiceId, "pay")
    await untilPaid(store, old.orderId)
    await gateway.act(old.invoiceId, "pay")
    const problem = await openProblem(store, old.orderId, "paid_twice")
    await untilQuiet(store, old)
    expect(await captures(store, old.orderId)).toBe(1)
    expect(toCents((await readOrder(store, old.orderId)).summary.paid_total)).toBe(toCents(old.total))
    expectOk(await resolve(store, problem.id, "refund"))
    await poll(async () => (await gateway.invoice(old.invoiceId))._sandbox.refunded_cents === toCents(old.total))
    await untilQuiet(store, old)
    expect((await gateway.invoice(renewed.invoiceId))._sandbox.refunded_cents).toBe(0)
    expect(await readOrder(store, old.orderId)).toMatchObject({ payment_status: "captured", summary: { refunded_total: 0 } })
    expect(await refundCalls()).toBe(1)
    expect(await openProblems(store, old.orderId)).toEqual([])
  })

  test.each([
    ["pp_pix_fatura", "pp_boleto_fatura"],
    ["pp_boleto_fatura", "pp_pix_fatura"],
    ["pp_pix_fatura", "pp_pix_fatura"],
  ])("paid late after a switch from %s to %s while the order waits: captured once, the new code cancelled", async (from, to) => {
    const old = await waitingOrder(store, from)
    const renewed = await renew(old, to)
    await gateway.act(old.invoiceId, "pay")
    await untilPaid(store, old.orderId)
    await untilQuiet(store, old)
    expect(await captures(store, old.orderId)).toBe(1)
    expect(await readOrder(store, old.orderId)).toMatchObject({ status: "pending", payment_status: "captured" })
    expect((await gateway.invoice(renewed.invoiceId))._sandbox).toMatchObject({ payable: false, paid_cents: 0 })
    expect(await openProblems(store, old.orderId)).toEqual([])
    const ledger = await ledgerOf(store, old.orderId)
    expect(ledger.find(({ invoice_id }) => invoice_id === old.invoiceId)).toMatchObject({ status: "paid", captured_at: expect.any(String) })
    expect(ledger.find(({ invoice_id }) => invoice_id === renewed.invoiceId)).toMatchObject({ status: "canceled", captured_at: null })
  })

  test("a payment taken over from an old code can be refunded, at the invoice that was paid", async () => {
    const old = await waitingOrder(store)
    const renewed = await renew(old, "pp_boleto_fatura")
    await gateway.act(old.invoiceId, "pay")
    const paid = await untilPaid(store, old.orderId)
    await untilQuiet(store, old)
    expectOk(await refund(store, paid.payment_collections.flatMap(({ payments }) => payments)[0]!.id, 12.5))
    expect((await gateway.invoice(old.invoiceId))._sandbox.refunded_cents).toBe(1250)
    expect((await gateway.invoice(renewed.invoiceId))._sandbox.refunded_cents).toBe(0)
    await untilQuiet(store, old)
    expect(await readOrder(store, old.orderId)).toMatchObject({ payment_status: "partially_refunded", summary: { refunded_total: 12.5 } })
  })

  test("both codes paid at the same moment: captured once, the other raised", async () => {
    const old = await waitingOrder(store)
    const renewed = await renew(old, "pp_boleto_fatura")
    await Promise.all([gateway.act(old.invoiceId, "pay"), gateway.act(renewed.invoiceId, "pay")])
    await untilPaid(store, old.orderId)
    const problem = await openProblem(store, old.orderId, "paid_twice", 20_000)
    await untilQuiet(store, old)
    expect(await captures(store, old.orderId)).toBe(1)
    expectOk(await resolve(store, problem.id, "refund"))
    const refunded = await Promise.all([old.invoiceId, renewed.invoiceId].map(async (id) => (await gateway.invoice(id))._sandbox.refunded_cents))
    expect(refunded.sort((a, b) => a - b)).toEqual([0, toCents(old.total)])
    await untilQuiet(store, old)
    expect(await readOrder(store, old.orderId)).toMatchObject({ payment_status: "captured", summary: { refunded_total: 0 } })
  })
})

describe("a boleto paid with another amount", () => {
  test("too little is a problem and not captured; accepted, it is", async () => {
    const order = await waitingOrder(store, "pp_boleto_fatura")
    await gateway.act(order.invoiceId, "pay", { amount_cents: 5000 })
    const problem = await openProblem(store, order.orderId, "paid_too_little")
    await untilQuiet(store, order)
    expect(problem.details).toMatchObject({ paid_cents: 5000, due_cents: toCents(order.total) })
    expect(await readOrder(store, order.orderId)).toMatchObject({ status: "pending", payment_status: "awaiting" })
    expect(await captures(store, order.orderId)).toBe(0)
    expectOk(await resolve(store, problem.id, "accept"))
    await untilPaid(store, order.orderId)
    expect(await captures(store, order.orderId)).toBe(1)
    expect(await ledgerOf(store, order.orderId)).toMatchObject([{ paid_amount: 50, amount: order.total, captured_at: expect.any(String) }])
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  test("too little, refunded: what was paid goes back, no more", async () => {
    const order = await waitingOrder(store, "pp_boleto_fatura")
    await gateway.act(order.invoiceId, "pay", { amount_cents: 5000 })
    const problem = await openProblem(store, order.orderId, "paid_too_little")
    expectOk(await resolve(store, problem.id, "refund"))
    expect((await gateway.invoice(order.invoiceId))._sandbox.refunded_cents).toBe(5000)
    await untilQuiet(store, order)
    expect(await captures(store, order.orderId)).toBe(0)
    expect(await openProblems(store, order.orderId)).toEqual([])
    const [request] = (await gateway.requests()).filter(({ method }) => method === "PUT")
    expect(request!.status).toBe(200)
  })

  test("a cent too little is too little", async () => {
    const order = await waitingOrder(store, "pp_boleto_fatura")
    await gateway.act(order.invoiceId, "pay", { amount_cents: toCents(order.total) - 1 })
    await openProblem(store, order.orderId, "paid_too_little")
    expect(await captures(store, order.orderId)).toBe(0)
  })

  test("above, by the fine of a late one: captured at the amount due, the difference in the ledger", async () => {
    const order = await waitingOrder(store, "pp_boleto_fatura")
    await sql(store.databaseUrl, `update fatura_invoice set due_on = to_char(now() - interval '20 days', 'YYYY-MM-DD') where order_id = $1`, [order.orderId])
    const paidCents = toCents(order.total) + 187
    await gateway.act(order.invoiceId, "pay", { amount_cents: paidCents })
    const paid = await untilPaid(store, order.orderId)
    await untilQuiet(store, order)
    expect(toCents(paid.payment_collections[0]!.payments[0]!.captures[0]!.amount)).toBe(toCents(order.total))
    expect(toCents(paid.summary.pending_difference)).toBe(0)
    expect(await ledgerOf(store, order.orderId)).toMatchObject([{ paid_amount: paidCents / 100, amount: order.total }])
    expect(await openProblems(store, order.orderId)).toEqual([])
    expectOk(await refund(store, paid.payment_collections[0]!.payments[0]!.id, order.total))
    await untilQuiet(store, order)
    expect((await gateway.invoice(order.invoiceId))._sandbox.refunded_cents).toBe(toCents(order.total))
    expect(await readOrder(store, order.orderId)).toMatchObject({ payment_status: "refunded" })
  })
})
