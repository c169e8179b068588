import {
  adminApi, cancelOrder, capturedOnce, httpClient, moneyFacts, placeOrder, poll, readOrder, sessionView, sql, startGateway, startStore,
  untilCaptured, untilNoticesDone,
  type Gateway, type PlacedOrder, type RawAnswer, type SessionView, type Store,
} from "../support"
import { cardData, gatewayInvoiceOf, ledgerOf, openProblems, pixData, reservedUnits, untilQuiet, words } from "../support/books"

const PIX = "pp_pix_fatura"
const BOLETO = "pp_boleto_fatura"
/** The Saturday before Carnival: banks open again on Wednesday the 7th, and three banking days later it is Monday the 12th. */
const SATURDAY = "2035-02-03"
const NO_CALLS: Record<string, number> = {}

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

afterEach(() => gateway.clearFaults())

type Boleto = { line: string | null; barcode: string | null; url: string | null; due_at: string | null }
type FullView = SessionView & { boleto?: Boleto }
type WaitingOrder = PlacedOrder & { invoiceId: string; rowId: string }

const view = (order: PlacedOrder): Promise<FullView> => sessionView(store, order.sessionId)

async function waitingOrder(providerId: string, data = pixData()): Promise<WaitingOrder> {
  const order = await placeOrder(store, { providerId, data })
  const [row] = await ledgerOf(store, order.orderId)
  const { invoice_id: invoiceId } = await gatewayInvoiceOf(gateway, order.sessionId)
  await gateway.forgetRequests()
  return { ...order, invoiceId, rowId: row!.id }
}

async function overdueBoleto(): Promise<WaitingOrder> {
  const order = await waitingOrder(BOLETO)
  await gateway.act(order.invoiceId, "overdue")
  await poll(async () => (await view(order)).status === "overdue")
  await untilQuiet(store, order)
  await gateway.forgetRequests()
  return order
}

async function setDueDate(order: Pick<WaitingOrder, "rowId">, body: unknown): Promise<RawAnswer> {
  return (await adminApi(store)).raw("POST", `/admin/fatura/invoices/${order.rowId}/due-date`, body)
}

type Times = { status: string; due_on: string; expires_at: string; cancel_at: string; canceled_at: string | null }

/** The ledger's own clock of an invoice, in UTC. */
async function times(order: WaitingOrder): Promise<Times> {
  const utc = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as ${column}`
  const [row] = await sql<Times>(store.databaseUrl, `select status, due_on::text, ${utc("expires_at")}, ${utc("cancel_at")}, ${utc("canceled_at")} from fatura_invoice where id = $1`, [order.rowId])
  return row!
}

/** Has the ledger's clock stand where the code is over, or its grace as well, and the next round of checks look at it. */
async function moveClock(order: WaitingOrder, { graceOver }: { graceOver: boolean }): Promise<void> {
  await sql(
    store.databaseUrl,
    `update fatura_invoice set expires_at = now() - interval '1 hour', next_check_at = now(), cancel_at = now() + make_interval(mins => $2) where id = $1`,
    [order.rowId, graceOver ? -1 : 600],
  )
}

const checked = (order: WaitingOrder): Promise<unknown> =>
  poll(async () => {
    const [row] = await sql<{ done: boolean }>(store.databaseUrl, "select next_check_at is null or next_check_at > now() as done from fatura_invoice where id = $1", [order.rowId])
    return row!.done
  }, 40_000)

describe("a boleto gets a new due date", () => {
  it("while it waits: one call, the new day in ledger and gateway, only the new instructions are shown, and it is paid", async () => {
    const order = await waitingOrder(BOLETO)
    const { boleto: old } = await view(order)
    const answer = await setDueDate(order, { due_at: SATURDAY })
    expect([answer.status, words(answer)]).toEqual([200, ""])
    expect((answer.body as { invoice: object }).invoice).toMatchObject({ id: order.rowId, status: "awaiting_payment", due_on: SATURDAY })
    expect(await gateway.counts()).toEqual({ "PATCH /invoices": 1 })

    expect(await times(order)).toEqual({
      status: "awaiting_payment", due_on: SATURDAY, expires_at: "2035-02-08T02:59:59", cancel_at: "2035-02-13T02:59:59", canceled_at: null,
    })
    const shown = await view(order)
    expect(shown).toMatchObject({ status: "awaiting_payment", next_step: "pay", boleto: { due_at: SATURDAY, url: expect.stringMatching(/^https?:/) } })
    expect(shown.boleto!.line).not.toBe(old!.line)
    expect(shown.boleto!.barcode).not.toBe(old!.barcode)

    await gateway.act(order.invoiceId, "pay")
    expect(await untilCaptured(store, order.orderId)).toEqual(capturedOnce(74.8))
  })

  it("when it is overdue: it waits again, and is not cancelled before the grace of the new day is over", async () => {
    const order = await overdueBoleto()
    expect(await view(order)).toMatchObject({ next_step: "contact" })
    expect((await view(order)).boleto).toBeUndefined()
    const answer = await setDueDate(order, { due_at: SATURDAY })
    expect([answer.status, words(answer)]).toEqual([200, ""])
    expect((await gateway.counts())["PATCH /invoices"]).toBe(1)
    await untilNoticesDone(store)
    expect(await times(order)).toMatchObject({ status: "awaiting_payment", due_on: SATURDAY, cancel_at: "2035-02-13T02:59:59" })
    expect(await view(order)).toMatchObject({ status: "awaiting_payment", next_step: "pay", boleto: { due_at: SATURDAY } })

    // The day passes once more.
    await gateway.act(order.invoiceId, "overdue")
    await poll(async () => (await view(order)).status === "overdue")
    await moveClock(order, { graceOver: false })
    await checked(order)
    expect(await readOrder(store, order.orderId)).toMatchObject({ status: "pending", payment_status: "awaiting" })
    expect((await gateway.counts())["DELETE /invoices"]).toBeUndefined()
    await gateway.act(order.invoiceId, "pay")
    expect(await untilCaptured(store, order.orderId)).toEqual(capturedOnce(74.8))
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  it("and stands on its timeline with who did it", async () => {
    const order = await waitingOrder(BOLETO)
    const before = (await times(order)).due_on
    await setDueDate(order, { due_at: SATURDAY })
    const events = await sql<{ cause: string; actor: string; details: unknown }>(
      store.databaseUrl,
      "select cause, actor, details from fatura_invoice_event where fatura_invoice_id = $1 and kind = 'due_date_changed'",
      [order.rowId],
    )
    expect(events).toEqual([{ cause: "staff", actor: expect.stringMatching(/^user_/), details: { from: before, to: SATURDAY } }])
  })
})

describe("a PIX gets a new due date", () => {
  it("one call, and its code can be paid until the end of that day in São Paulo", async () => {
    const order = await waitingOrder(PIX)
    const answer = await setDueDate(order, { due_at: SATURDAY })
    expect([answer.status, words(answer)]).toEqual([200, ""])
    expect(await gateway.counts()).toEqual({ "PATCH /invoices": 1 })
    expect(await times(order)).toMatchObject({ due_on: SATURDAY, expires_at: "2035-02-04T02:59:59", cancel_at: "2035-02-04T03:14:59" })
    const invoice = await gateway.invoice(order.invoiceId)
    expect(await view(order)).toMatchObject({ status: "awaiting_payment", next_step: "pay", pix: { payload: invoice.pix.payload, expires_at: "2035-02-04T02:59:59.999Z" } })
  })

  it("also when its code has expired, which is then shown again", async () => {
    const order = await waitingOrder(PIX)
    await sql(store.databaseUrl, "update fatura_invoice set expires_at = now() - interval '1 minute' where id = $1", [order.rowId])
    expect(await view(order)).toMatchObject({ status: "expired" })
    expect((await setDueDate(order, { due_at: SATURDAY })).status).toBe(200)
    expect(await view(order)).toMatchObject({ status: "awaiting_payment", next_step: "pay" })
    await gateway.act(order.invoiceId, "pay")
    expect(await untilCaptured(store, order.orderId)).toEqual(capturedOnce(74.8))
  })
})

describe("a new due date is refused in words", () => {
  async function expectRefused(order: WaitingOrder, body: unknown, text: string | RegExp, { status = 409, calls = NO_CALLS } = {}): Promise<void> {
    const before = await times(order)
    const refused = await setDueDate(order, body)
    expect([refused.status, words(refused)]).toEqual([status, typeof text === "string" ? text : expect.stringMatching(text)])
    expect(await gateway.counts()).toEqual(calls)
    expect(await times(order)).toEqual(before)
  }

  it("for a card", async () => {
    await expectRefused(await waitingOrder("pp_card_fatura", cardData("tok_processing")), { due_at: SATURDAY }, "Only a PIX or a boleto has a due date that can be changed.")
  })

  it.each([PIX, BOLETO])("for what is paid (%s)", async (providerId) => {
    const order = await waitingOrder(providerId)
    await gateway.act(order.invoiceId, "pay")
    await untilCaptured(store, order.orderId)
    await untilQuiet(store, order)
    await gateway.forgetRequests()
    await expectRefused(order, { due_at: SATURDAY }, 'The due date can only be changed while the invoice waits or is overdue; it is "paid".')
  })

  it("for what is cancelled", async () => {
    const order = await waitingOrder(BOLETO)
    await cancelOrder(store, order.orderId)
    await poll(async () => (await times(order)).status === "canceled")
    await untilQuiet(store, order)
    await gateway.forgetRequests()
    await expectRefused(order, { due_at: SATURDAY }, 'The due date can only be changed while the invoice waits or is overdue; it is "canceled".')
  })

  it("for what is being cancelled", async () => {
    const order = await waitingOrder(BOLETO)
    await gateway.fault({ match: { method: "DELETE" }, kind: "500" })
    await cancelOrder(store, order.orderId)
    await poll(async () => (await gateway.counts())["DELETE /invoices"])
    const refused = await setDueDate(order, { due_at: SATURDAY })
    expect([refused.status, words(refused)]).toEqual([409, "This invoice is being cancelled, so its due date can't be changed."])
    expect((await gateway.counts())["PATCH /invoices"]).toBeUndefined()
    await gateway.clearFaults()
    await poll(async () => (await times(order)).status === "canceled", 40_000)
  })

  it.each([
    ["a day that is past", { due_at: "2020-01-01" }, "The new due date must not be in the past."],
    ["a day that does not exist", { due_at: "2035-02-30" }, /due_at: must be an existing date, YYYY-MM-DD/],
    ["a Brazilian date", { due_at: "03/02/2035" }, /due_at: must be an existing date, YYYY-MM-DD/],
    ["a time", { due_at: "2035-02-03T10:00:00Z" }, /due_at: must be an existing date, YYYY-MM-DD/],
    ["no day", {}, /due_at/],
    ["something else beside it", { due_at: SATURDAY, status: "paid" }, /status/],
  ])("for %s", async (_what, body, text) => {
    await expectRefused(await waitingOrder(BOLETO), body, text, { status: 400 })
  })

  it("by the gateway, with its own words; the old instructions stay", async () => {
    const order = await waitingOrder(BOLETO)
    const { boleto } = await view(order)
    await gateway.fault({ match: { method: "PATCH" }, kind: "success-false", times: 1 })
    await expectRefused(order, { due_at: SATURDAY }, "The gateway refused the new due date: Operacao nao realizada", { calls: { "PATCH /invoices": 1 } })
    expect((await view(order)).boleto).toEqual(boleto)
    expect((await setDueDate(order, { due_at: SATURDAY })).status).toBe(200)
  })

  it.each(["hang-up-before", "hang-up-after", "html-200", "refuse"])("when the gateway gives no definite answer (%s), and can be asked for again", async (kind) => {
    const order = await waitingOrder(BOLETO)
    await gateway.fault({ match: { method: "PATCH" }, kind })
    const refused = await setDueDate(order, { due_at: SATURDAY })
    expect([refused.status, words(refused)]).toEqual([409, "The gateway did not confirm the new due date. Look at the invoice, and try again."])
    expect((await times(order)).status).toBe("awaiting_payment")
    await gateway.clearFaults()
    expect((await setDueDate(order, { due_at: SATURDAY })).status).toBe(200)
    expect(await times(order)).toMatchObject({ due_on: SATURDAY })
  })

  it("for an invoice that does not exist, and for who is not logged in", async () => {
    expect((await setDueDate({ rowId: "finv_nobody" }, { due_at: SATURDAY })).status).toBe(404)
    const order = await waitingOrder(BOLETO)
    const stranger = await httpClient(store.url).raw("POST", `/admin/fatura/invoices/${order.rowId}/due-date`, { due_at: SATURDAY })
    expect(stranger.status).toBe(401)
    expect(await gateway.counts()).toEqual(NO_CALLS)
  })
})

describe("an overdue boleto", () => {
  it("is not cancelled before its grace is over; then one look-up, one cancel, and its order is cancelled", async () => {
    const order = await overdueBoleto()
    await moveClock(order, { graceOver: false })
    await checked(order)
    expect(await readOrder(store, order.orderId)).toMatchObject({ status: "pending", payment_status: "awaiting" })
    expect(await reservedUnits(store, order.orderId)).toBe(1)
    expect((await gateway.counts())["DELETE /invoices"]).toBeUndefined()
    expect((await gateway.invoice(order.invoiceId))._sandbox.payable).toBe(true)

    await gateway.forgetRequests()
    await moveClock(order, { graceOver: true })
    await poll(async () => (await readOrder(store, order.orderId)).status === "canceled", 40_000)
    await untilQuiet(store, order)
    const { "GET /invoices": looks, "DELETE /invoices": cancels } = await gateway.counts()
    expect([looks, cancels]).toEqual([1, 1])
    expect((await gateway.invoice(order.invoiceId))._sandbox.payable).toBe(false)
    expect(await reservedUnits(store, order.orderId)).toBe(0)
    expect(await view(order)).toMatchObject({ status: "expired", next_step: "retry", can_renew: false })
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  it.each([true, false])("paid in its grace is captured, once (told by a notice: %s)", async (notify) => {
    const order = await overdueBoleto()
    await moveClock(order, { graceOver: false })
    await gateway.act(order.invoiceId, "pay", { notify })
    expect(await poll(async () => (await moneyFacts(store, order.orderId)).transactions.length > 0 && moneyFacts(store, order.orderId), 40_000)).toEqual(capturedOnce(74.8))
    await untilQuiet(store, order)
    expect((await gateway.counts())["DELETE /invoices"]).toBeUndefined()
    expect(await openProblems(store, order.orderId)).toEqual([])
  })

  it("paid unnoticed and seen only when its grace is over: captured, not cancelled", async () => {
    const order = await overdueBoleto()
    await gateway.act(order.invoiceId, "pay", { notify: false })
    await moveClock(order, { graceOver: true })
    expect(await poll(async () => (await moneyFacts(store, order.orderId)).transactions.length > 0 && moneyFacts(store, order.orderId), 40_000)).toEqual(capturedOnce(74.8))
    expect(await readOrder(store, order.orderId)).toMatchObject({ status: "pending" })
    expect(await gateway.counts()).toMatchObject({ "GET /invoices": 1 })
    expect((await gateway.counts())["DELETE /invoices"]).toBeUndefined()
  })

  it("is not cancelled while the gateway can't be asked", async () => {
    const order = await overdueBoleto()
    await gateway.fault({ match: { method: "GET", path: "/invoices" }, kind: "500" })
    await moveClock(order, { graceOver: true })
    await checked(order)
    expect(await readOrder(store, order.orderId)).toMatchObject({ status: "pending" })
    expect((await gateway.counts())["DELETE /invoices"]).toBeUndefined()
  })
})
