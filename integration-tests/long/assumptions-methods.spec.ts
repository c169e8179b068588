import {
  adminApi, cancelOrder, cpf, ledgerOf, moneyFacts, only, openProblems, placeOrder, poll, reservedUnits, sql, startGateway,
  startStore, untilCaptured, type Gateway, type MoneyFacts, type PlacedOrder, type Store,
} from "../support"

/**
 * What no source tells about the gateway must not matter: boleto and card are placed, paid, refunded in part,
 * and another order of each is cancelled, under every value that a switch of the stand-in can take.
 */
type Method = "boleto" | "card"
type Setting = { name: string; assume: Record<string, unknown> }

const SETTINGS: Setting[] = [
  { name: "the defaults", assume: {} },
  { name: "gross without discount and shipping", assume: { gross_includes_discount_and_shipping: false } },
  { name: "a paid invoice can be cancelled", assume: { cancel_of_paid_succeeds: true } },
  { name: "a cancelled invoice can't be cancelled again", assume: { cancel_of_canceled_succeeds: false } },
  { name: "answers in the shape fatura", assume: { shape: "fatura" } },
  { name: "a hundred invoices a page", assume: { page_size: 100 } },
  { name: "refunds in reais", assume: { refund_unit: "reais" } },
  { name: "refunds that are pending at first", assume: { refund_result: "pending" } },
  { name: "refunds that are taken and show nowhere at first", assume: { refund_result: "unseen" } },
  { name: "refunds whose answer shows no amount", assume: { refund_answer: "status_only" } },
  { name: "refunds whose answer shows nothing", assume: { refund_answer: "empty" } },
  { name: "lists from the oldest on", assume: { list_order: "oldest_first" } },
  { name: "lists with another referrer for boletos", assume: { list_referrer: "other_for_boleto" } },
  { name: "PIX codes without an amount", assume: { br_code_amount: false } },
  { name: "product amounts per line", assume: { product_amount: "per_line" } },
  { name: "product discounts per unit", assume: { product_discount: "per_unit" } },
  { name: "two different ids", assume: { invoice_ids: "different" } },
  { name: "notices in the older form", assume: { notice_form: "legacy" } },
  { name: "invoices that don't fall overdue by themselves", assume: { overdue_by_clock: false } },
  { name: "operations that need their scope", assume: { scopes_enforced: true } },
]
/** What is set by an option in the plugin, and what these stories don't touch: tested where they belong. */
const ELSEWHERE = ["refund_takes", "refund_body", "due_date_answer", "due_date_codes", "list_due"]
const CASES = SETTINGS.flatMap((setting) => (["boleto", "card"] as const).map((method) => ({ ...setting, method })))

/** Two bars of chocolate less ten per cent, and the delivery. */
const total = 51.72
const part = 12.34
const sku = "CHOCOLATE-1"

let store: Store
let gateway: Gateway
let defaults: Record<string, unknown>

beforeAll(async () => {
  gateway = await startGateway()
  const values = await gateway.assumptionValues()
  defaults = Object.fromEntries(Object.entries(values).map(([key, [first]]) => [key, first]))
  store = await startStore({
    sandboxUrl: gateway.url,
    pluginOptions: { methods: { card: { attemptsPerAddress: 10_000 } }, reconciliation: { lookUpsPerMinute: 1_000 } },
  })
})

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

const place = (method: Method, token: string): Promise<PlacedOrder> =>
  placeOrder(store, {
    providerId: `pp_${method}_fatura`,
    items: [{ sku, quantity: 2 }],
    promotion: "PRIMEIRA10",
    data: {
      payer: { document: cpf() },
      ...(method === "card" ? { card: { token, holder_name: "JOANA PRADO", expires: "12/30", installments: 2 } } : {}),
    },
  })

async function refund(orderId: string, amount: number) {
  const api = await adminApi(store)
  const { order } = await api.get<{ order: { payment_collections: { payments: { id: string }[] }[] } }>(`/admin/orders/${orderId}?fields=*payment_collections.payments`)
  const payment = only(order.payment_collections.flatMap(({ payments }) => payments), "payment")
  const { status, body } = await api.raw("POST", `/admin/payments/${payment.id}/refund`, { amount })
  return { status, message: (body as { message?: string }).message ?? "" }
}

const untilRefunded = (orderId: string): Promise<MoneyFacts> =>
  poll(async () => {
    const facts = await moneyFacts(store, orderId)
    // Medusa writes the refund first and the payment status after it.
    return facts.refunds.length > 0 && facts.transactions.length > 1 && facts.paymentStatus !== "captured" && facts
  }, 60_000, 200)

/** The gateway takes the refund, tells nobody yet that it is done, and does it later. */
async function refundPending(orderId: string, gatewayId: string): Promise<void> {
  const { status, message } = await refund(orderId, part)
  expect({ status, message }).toEqual({ status: 400, message: expect.stringMatching(/working on it/) })
  expect((await moneyFacts(store, orderId)).refunds).toEqual([])
  await gateway.act(gatewayId, "refund", { wait: true })
  // As if some minutes had passed, after which an open refund is looked after again.
  await sql(store.databaseUrl, "update fatura_refund set next_check_at = now() where state in ('pending', 'accepted')")
}

it("covers every value of every switch", async () => {
  const values = await gateway.assumptionValues()
  const wanted = Object.entries(values)
    .filter(([key]) => !ELSEWHERE.includes(key))
    .flatMap(([key, [, ...others]]) => others.map((value) => ({ [key]: value })))
  expect(SETTINGS.slice(1).map(({ assume }) => assume)).toEqual(wanted)
})

describe.each(CASES)("$method with $name", ({ method, assume }) => {
  let paid: PlacedOrder
  let unpaid: PlacedOrder

  beforeAll(async () => {
    await gateway.assume({ ...defaults, ...assume })
    ;[paid, unpaid] = await Promise.all([place(method, "tok_approved"), place(method, "tok_processing")])
  })

  it("is paid, captured once, and refunded in part", async () => {
    const { id } = await gateway.invoiceOf(paid.sessionId)
    if (method === "boleto") await gateway.act(id, "pay", { wait: true })
    expect(paid.total).toBeCloseTo(total, 2)
    const captured = await untilCaptured(store, paid.orderId, 20_000)
    expect(captured.captures).toHaveLength(1)

    if (assume.refund_result) await refundPending(paid.orderId, id)
    else expect((await refund(paid.orderId, part)).status).toBe(200)
    const facts = await untilRefunded(paid.orderId)

    expect(facts).toMatchObject({ orderStatus: "pending", paymentStatus: "partially_refunded", refunds: [part] })
    expect(facts.captures[0]).toBeCloseTo(total, 2)
    expect((await gateway.invoice(id))._sandbox).toMatchObject({ due_cents: 5172, paid_cents: 5172, refunded_cents: 1234 })
    const row = only(await ledgerOf(store, paid.sessionId), "invoice")
    expect(row).toMatchObject({ status: "partially_refunded", amount_cents: 5172, paid_cents: 5172, refunded_cents: 1234 })
    expect(await openProblems(store, row.id)).toEqual([])
  })

  it("is cancelled with its order: no code outlives it, and the stock comes back", async () => {
    const reserved = await reservedUnits(store, sku)
    await cancelOrder(store, unpaid.orderId)
    const row = await poll(async () => {
      const invoice = only(await ledgerOf(store, unpaid.sessionId), "invoice")
      return invoice.status === "canceled" && invoice
    }, 20_000)
    expect((await gateway.invoiceOf(unpaid.sessionId))._sandbox).toMatchObject({ payable: false, paid_cents: 0 })
    expect(row.is_live).toBe(false)
    expect(await openProblems(store, row.id)).toEqual([])
    expect(await moneyFacts(store, unpaid.orderId)).toMatchObject({ orderStatus: "canceled", captures: [], transactions: [] })
    expect(await reservedUnits(store, sku)).toBe(reserved - 2)
  })
})
