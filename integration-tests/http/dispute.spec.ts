import {
  adminApi, cpf, ledgerOf, moneyFacts, only, openProblems, placeOrder, poll, startGateway, startStore,
  untilCaptured, untilNoticesDone, type Gateway, type MoneyFacts, type PlacedOrder, type Store,
} from "../support"

type Method = "pix" | "boleto" | "card"
type Paid = PlacedOrder & { gatewayId: string; ledgerId: string }

let store: Store
let gateway: Gateway

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({ sandboxUrl: gateway.url, pluginOptions: { reconciliation: { lookUpsPerMinute: 1_000 } } })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

const total = 35.8
const card = { token: "tok_approved", holder_name: "JOANA PRADO", expires: "12/30", installments: 1 }

async function paidOrder(method: Method): Promise<Paid> {
  const placed = await placeOrder(store, {
    providerId: `pp_${method}_fatura`,
    items: [{ sku: "CHOCOLATE-1" }],
    data: { payer: { document: cpf() }, ...(method === "card" ? { card } : {}) },
  })
  const { id } = await gateway.invoiceOf(placed.sessionId)
  if (method !== "card") await gateway.act(id, "pay", { wait: true })
  await untilCaptured(store, placed.orderId, 20_000)
  return { ...placed, gatewayId: id, ledgerId: only(await ledgerOf(store, placed.sessionId), "invoice").id }
}

/** A paid order whose money the payer's bank wants back. */
async function disputedOrder(method: Method): Promise<Paid> {
  const paid = await paidOrder(method)
  await gateway.act(paid.gatewayId, "dispute", { wait: true })
  await untilLedger(paid, "disputed")
  return paid
}

const untilLedger = ({ sessionId }: Paid, status: string) =>
  poll(async () => only(await ledgerOf(store, sessionId), "invoice").status === status, 20_000)

const untilPaymentStatus = ({ orderId }: Paid, status: string): Promise<MoneyFacts> =>
  poll(async () => {
    const facts = await moneyFacts(store, orderId)
    return facts.paymentStatus === status && facts.refunds.length === facts.transactions.filter((amount) => amount < 0).length && facts
  }, 20_000)

/** A refund by staff in Medusa's own admin; any answer. */
async function refund({ orderId }: Paid, amount: number) {
  const api = await adminApi(store)
  const { order } = await api.get<{ order: { payment_collections: { payments: { id: string }[] }[] } }>(`/admin/orders/${orderId}?fields=*payment_collections.payments`)
  const payment = only(order.payment_collections.flatMap(({ payments }) => payments), "payment")
  const { status, body } = await api.raw("POST", `/admin/payments/${payment.id}/refund`, { amount })
  return { status, message: (body as { message?: string }).message }
}

const refundCalls = async () => (await gateway.counts())["PUT /invoices"] ?? 0

/** The same news once more, and Medusa's books as they are after it. */
async function factsAfterRepeating(paid: Paid): Promise<MoneyFacts> {
  await gateway.sendNotice({ invoice_id: paid.gatewayId, times: 2 })
  await untilNoticesDone(store, 20_000)
  return moneyFacts(store, paid.orderId)
}

describe.each<Method>(["pix", "boleto", "card"])("a disputed %s payment", (method) => {
  let paid: Paid

  beforeAll(async () => {
    paid = await disputedOrder(method)
  })

  it("is one problem for staff, however often the gateway says so, and moves no money", async () => {
    const facts = await factsAfterRepeating(paid)
    expect(facts).toMatchObject({ orderStatus: "pending", paymentStatus: "captured", captures: [total], refunds: [], transactions: [total] })
    expect(await openProblems(store, paid.ledgerId)).toEqual(["dispute"])
  })

  it("is not refunded meanwhile: staff read why, the gateway is not asked, nothing is booked", async () => {
    const before = await refundCalls()
    const answer = await refund(paid, 10)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.message).toMatch(/disputed/i)
    expect(await refundCalls()).toBe(before)
    expect(await moneyFacts(store, paid.orderId)).toMatchObject({ paymentStatus: "captured", refunds: [], transactions: [total] })
  })

  it("is won: the problem ends, nothing is captured again, and it can be refunded again", async () => {
    await gateway.act(paid.gatewayId, "dispute-won", { wait: true })
    await untilLedger(paid, "paid")
    await untilNoticesDone(store, 20_000)
    await poll(async () => (await openProblems(store, paid.ledgerId)).length === 0)
    expect(await factsAfterRepeating(paid)).toMatchObject({ paymentStatus: "captured", captures: [total], transactions: [total] })

    const before = await refundCalls()
    expect((await refund(paid, 10)).status).toBe(200)
    expect(await refundCalls()).toBe(before + 1)
    expect(await untilPaymentStatus(paid, "partially_refunded")).toMatchObject({ refunds: [10], transactions: [total, -10] })
  })
})

describe("a lost dispute", () => {
  it("is booked in Medusa once, with its amount, and stands as lost", async () => {
    const paid = await disputedOrder("card")
    const before = await refundCalls()
    await gateway.act(paid.gatewayId, "refund", { wait: true })
    await untilPaymentStatus(paid, "refunded")

    expect(await factsAfterRepeating(paid)).toMatchObject({
      orderStatus: "pending", paymentStatus: "refunded", captures: [total], refunds: [total], transactions: [total, -total],
    })
    expect(await openProblems(store, paid.ledgerId)).toEqual(["dispute_lost"])
    expect(only(await ledgerOf(store, paid.sessionId), "invoice")).toMatchObject({ status: "refunded", refunded_cents: 3_580 })
    expect(await refundCalls()).toBe(before)
  })

  it("is booked for the whole when the gateway names no amount", async () => {
    const paid = await disputedOrder("pix")
    await gateway.setStatus(paid.gatewayId, 9, { wait: true })
    expect(await untilPaymentStatus(paid, "refunded")).toMatchObject({ refunds: [total], transactions: [total, -total] })
    expect(await factsAfterRepeating(paid)).toMatchObject({ refunds: [total], transactions: [total, -total] })
    expect(await openProblems(store, paid.ledgerId)).toEqual(["dispute_lost"])
  })

  it("is booked for its part when only a part was lost", async () => {
    const paid = await disputedOrder("boleto")
    await gateway.act(paid.gatewayId, "refund", { amount_cents: 1_250, wait: true })
    expect(await untilPaymentStatus(paid, "partially_refunded")).toMatchObject({ refunds: [12.5], transactions: [total, -12.5] })
    expect(await factsAfterRepeating(paid)).toMatchObject({ refunds: [12.5], transactions: [total, -12.5] })
    expect(await openProblems(store, paid.ledgerId)).toEqual(["dispute_lost"])
  })

  it("is booked for the rest of what Medusa has refunded before", async () => {
    const paid = await paidOrder("card")
    expect((await refund(paid, 10)).status).toBe(200)
    await untilPaymentStatus(paid, "partially_refunded")
    await gateway.act(paid.gatewayId, "dispute", { wait: true })
    await untilLedger(paid, "disputed")
    await gateway.act(paid.gatewayId, "refund", { wait: true })

    expect(await untilPaymentStatus(paid, "refunded")).toMatchObject({ refunds: [10, 25.8], transactions: [total, -10, -25.8] })
    expect(await openProblems(store, paid.ledgerId)).toEqual(["dispute_lost"])
  })
})

it("a dispute on top of a refund is a problem too: the money may go back twice", async () => {
  const paid = await paidOrder("card")
  await gateway.act(paid.gatewayId, "refund", { wait: true })
  await untilPaymentStatus(paid, "refunded")
  await gateway.act(paid.gatewayId, "dispute", { wait: true })
  await untilLedger(paid, "disputed")
  expect(await openProblems(store, paid.ledgerId)).toEqual(["dispute"])
  expect(await moneyFacts(store, paid.orderId)).toMatchObject({ refunds: [total], transactions: [total, -total] })
})

it("the bank's end-to-end id of a PIX payment is kept through a dispute, for the bank asks for it", async () => {
  await gateway.assume({ notice_form: "legacy" })
  const paid = await paidOrder("pix")
  await gateway.assume({ notice_form: "current" })
  await gateway.act(paid.gatewayId, "dispute", { wait: true })
  await untilLedger(paid, "disputed")

  const { invoice } = await (await adminApi(store)).get<{ invoice: { end_to_end_id: string | null } }>(`/admin/fatura/invoices/${paid.ledgerId}`)
  expect(invoice.end_to_end_id).toBe("E001")
})
