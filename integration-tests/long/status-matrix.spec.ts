import {
  adminApi, cpf, placeOrder, poll, readOrder, sql, startGateway, startStore,
  type AdminOrder, type Gateway, type PlacedOrder, type Store,
} from "../support"

/**
 * Every status code of the gateway (spec 3), the three that it leaves out of its list, one that is no number
 * and a missing one, told by notice to an order that waits and to one that is paid, for each method.
 * What is expected is written out, not computed.
 */
type Row = {
  told: unknown
  /** What the gateway says was refunded in all, in cents. Left out: it says nothing about an amount. */
  refunded?: number
  payment: AdminOrder["payment_status"]
  order: AdminOrder["status"]
  reserved: number
  ledger: string
  problems: string[]
}
type Method = "pix" | "boleto" | "card"
type Start = "waits" | "paid"

/** One bar of chocolate and its delivery, in cents. */
const TOTAL = 3_580
const PART = 1_000

/** A code of PIX or boleto was issued, and nobody has paid it. */
const CODE_WAITS: Row[] = [
  { told: 1, payment: "awaiting", order: "pending", reserved: 1, ledger: "awaiting_payment", problems: [] },
  { told: 2, payment: "awaiting", order: "pending", reserved: 1, ledger: "processing", problems: [] },
  { told: 3, payment: "awaiting", order: "pending", reserved: 1, ledger: "scheduled", problems: [] },
  { told: 4, payment: "authorized", order: "pending", reserved: 1, ledger: "authorized", problems: [] },
  { told: 5, payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: [] },
  { told: 6, payment: "canceled", order: "canceled", reserved: 0, ledger: "canceled", problems: [] },
  { told: 7, payment: "captured", order: "pending", reserved: 1, ledger: "refund_pending", problems: [] },
  { told: 8, refunded: PART, payment: "partially_refunded", order: "pending", reserved: 1, ledger: "partially_refunded", problems: [] },
  { told: 8, payment: "captured", order: "pending", reserved: 1, ledger: "partially_refunded", problems: ["refund_amount_unknown"] },
  { told: 9, refunded: TOTAL, payment: "awaiting", order: "pending", reserved: 1, ledger: "refunded", problems: ["gateway_refund_not_booked"] },
  { told: 9, payment: "awaiting", order: "pending", reserved: 1, ledger: "refunded", problems: ["gateway_refund_not_booked"] },
  { told: 10, payment: "captured", order: "pending", reserved: 1, ledger: "disputed", problems: ["dispute"] },
  { told: 12, payment: "canceled", order: "canceled", reserved: 0, ledger: "denied", problems: [] },
  { told: 15, payment: "awaiting", order: "pending", reserved: 1, ledger: "overdue", problems: [] },
  { told: 16, payment: "canceled", order: "canceled", reserved: 0, ledger: "failed", problems: [] },
  { told: 11, payment: "awaiting", order: "pending", reserved: 1, ledger: "awaiting_payment", problems: ["unknown_status"] },
  { told: 13, payment: "awaiting", order: "pending", reserved: 1, ledger: "awaiting_payment", problems: ["unknown_status"] },
  { told: 14, payment: "awaiting", order: "pending", reserved: 1, ledger: "awaiting_payment", problems: ["unknown_status"] },
  { told: "pago", payment: "awaiting", order: "pending", reserved: 1, ledger: "awaiting_payment", problems: ["unknown_status"] },
  { told: undefined, payment: "awaiting", order: "pending", reserved: 1, ledger: "awaiting_payment", problems: ["unknown_status"] },
]

/** A card was sent and the acquirer is still at work: code 2. A late 1 must not make it look unpaid. */
const CARD_WAITS: Row[] = [
  { told: 1, payment: "awaiting", order: "pending", reserved: 1, ledger: "processing", problems: [] },
  { told: 2, payment: "awaiting", order: "pending", reserved: 1, ledger: "processing", problems: [] },
  { told: 3, payment: "awaiting", order: "pending", reserved: 1, ledger: "scheduled", problems: [] },
  { told: 4, payment: "authorized", order: "pending", reserved: 1, ledger: "authorized", problems: [] },
  { told: 5, payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: [] },
  { told: 6, payment: "canceled", order: "canceled", reserved: 0, ledger: "canceled", problems: [] },
  { told: 7, payment: "captured", order: "pending", reserved: 1, ledger: "refund_pending", problems: [] },
  { told: 8, refunded: PART, payment: "partially_refunded", order: "pending", reserved: 1, ledger: "partially_refunded", problems: [] },
  { told: 8, payment: "captured", order: "pending", reserved: 1, ledger: "partially_refunded", problems: ["refund_amount_unknown"] },
  { told: 9, refunded: TOTAL, payment: "awaiting", order: "pending", reserved: 1, ledger: "refunded", problems: ["gateway_refund_not_booked"] },
  { told: 9, payment: "awaiting", order: "pending", reserved: 1, ledger: "refunded", problems: ["gateway_refund_not_booked"] },
  { told: 10, payment: "captured", order: "pending", reserved: 1, ledger: "disputed", problems: ["dispute"] },
  { told: 12, payment: "canceled", order: "canceled", reserved: 0, ledger: "denied", problems: [] },
  { told: 15, payment: "awaiting", order: "pending", reserved: 1, ledger: "overdue", problems: [] },
  { told: 16, payment: "canceled", order: "canceled", reserved: 0, ledger: "failed", problems: [] },
  { told: 11, payment: "awaiting", order: "pending", reserved: 1, ledger: "processing", problems: ["unknown_status"] },
  { told: 13, payment: "awaiting", order: "pending", reserved: 1, ledger: "processing", problems: ["unknown_status"] },
  { told: 14, payment: "awaiting", order: "pending", reserved: 1, ledger: "processing", problems: ["unknown_status"] },
  { told: "pago", payment: "awaiting", order: "pending", reserved: 1, ledger: "processing", problems: ["unknown_status"] },
  { told: undefined, payment: "awaiting", order: "pending", reserved: 1, ledger: "processing", problems: ["unknown_status"] },
]

/** The money came and is captured; stock stays reserved until the order is shipped. */
const PAID: Row[] = [
  { told: 1, payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: [] },
  { told: 2, payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: [] },
  { told: 3, payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: [] },
  { told: 4, payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: [] },
  { told: 5, payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: [] },
  { told: 6, payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: ["canceled_after_paid"] },
  { told: 7, payment: "captured", order: "pending", reserved: 1, ledger: "refund_pending", problems: [] },
  { told: 8, refunded: PART, payment: "partially_refunded", order: "pending", reserved: 1, ledger: "partially_refunded", problems: [] },
  { told: 8, payment: "captured", order: "pending", reserved: 1, ledger: "partially_refunded", problems: ["refund_amount_unknown"] },
  { told: 9, refunded: TOTAL, payment: "refunded", order: "pending", reserved: 1, ledger: "refunded", problems: [] },
  { told: 9, payment: "refunded", order: "pending", reserved: 1, ledger: "refunded", problems: [] },
  { told: 10, payment: "captured", order: "pending", reserved: 1, ledger: "disputed", problems: ["dispute"] },
  { told: 12, payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: ["canceled_after_paid"] },
  { told: 15, payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: [] },
  { told: 16, payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: ["canceled_after_paid"] },
  { told: 11, payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: ["unknown_status"] },
  { told: 13, payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: ["unknown_status"] },
  { told: 14, payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: ["unknown_status"] },
  { told: "pago", payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: ["unknown_status"] },
  { told: undefined, payment: "captured", order: "pending", reserved: 1, ledger: "paid", problems: ["unknown_status"] },
]

/** What Medusa's books must hold with a payment status, in cents. */
const BOOKS: Record<string, { captured: number; refunded: number }> = {
  awaiting: { captured: 0, refunded: 0 },
  authorized: { captured: 0, refunded: 0 },
  canceled: { captured: 0, refunded: 0 },
  captured: { captured: TOTAL, refunded: 0 },
  partially_refunded: { captured: TOTAL, refunded: PART },
  refunded: { captured: TOTAL, refunded: TOTAL },
}

const TABLES: Record<Method, Record<Start, Row[]>> = {
  pix: { waits: CODE_WAITS, paid: PAID },
  boleto: { waits: CODE_WAITS, paid: PAID },
  card: { waits: CARD_WAITS, paid: PAID },
}
const CASES = (Object.keys(TABLES) as Method[]).flatMap((method) =>
  (["waits", "paid"] as const).map((start) => ({ method, start, rows: TABLES[method][start] })),
)
/** Orders in the making at the same time. */
const AT_ONCE = 4

type Observed = Omit<Row, "told"> & { captured: number; refunded: number }
type Placed = PlacedOrder & { invoiceId: string; ledgerId: string }

let store: Store
let gateway: Gateway
const observed = new Map<Row, Partial<Record<Method, Observed | Error>>>()

const card = (token: string) => ({ card: { token, holder_name: "JOANA PRADO", expires: "12/30", installments: 1 } })

async function place(method: Method, start: Start): Promise<Placed> {
  const token = start === "paid" ? "tok_approved" : "tok_processing"
  const order = await placeOrder(store, {
    providerId: `pp_${method}_fatura`,
    items: [{ sku: "CHOCOLATE-1" }],
    data: { payer: { document: cpf() }, ...(method === "card" ? card(token) : {}) },
  })
  const [invoice] = await sql<{ id: string; invoice_id: string }>(store.databaseUrl, "select id, invoice_id from fatura_invoice where session_id = $1", [order.sessionId])
  const placed = { ...order, invoiceId: invoice!.invoice_id, ledgerId: invoice!.id }
  if (start === "paid" && method !== "card") await gateway.act(placed.invoiceId, "pay", { wait: true })
  await untilWorkedOff(placed)
  return placed
}

/** Nothing that was told about the invoice is still to be worked on. */
async function untilWorkedOff({ ledgerId }: Placed): Promise<void> {
  await poll(async () => {
    const [row] = await sql<{ open: number }>(
      store.databaseUrl,
      `select (select count(*) from fatura_notice where fatura_invoice_id = $1 and state = 'pending')::int
            + (select count(*) from fatura_outbox where fatura_invoice_id = $1 and state = 'pending')::int as open`,
      [ledgerId],
    )
    return row!.open === 0
  }, 20_000)
}

async function tell({ invoiceId }: Placed, { told, refunded }: Row): Promise<void> {
  if (refunded === undefined) await gateway.setStatus(invoiceId, told, { wait: true })
  else await gateway.act(invoiceId, "refund", { amount_cents: refunded, wait: true })
}

async function observe({ orderId, ledgerId }: Placed): Promise<Observed> {
  const order = await readOrder(store, orderId)
  const [row] = await sql<{ reserved: number; ledger: string; problems: string[] }>(
    store.databaseUrl,
    `select (select coalesce(sum(r.quantity), 0)::int from reservation_item r
             where r.line_item_id in (select item_id from order_item where order_id = $1) and r.deleted_at is null) as reserved,
            (select status from fatura_invoice where id = $2) as ledger,
            array(select kind from fatura_problem where fatura_invoice_id = $2 and resolved_at is null order by kind) as problems`,
    [orderId, ledgerId],
  )
  const payments = order.payment_collections.flatMap((collection) => collection.payments)
  const cents = (parts: { amount: number }[]) => Math.round(parts.reduce((sum, { amount }) => sum + amount, 0) * 100)
  return {
    payment: order.payment_status,
    order: order.status,
    ...row!,
    captured: cents(payments.flatMap(({ captures }) => captures)),
    refunded: cents(payments.flatMap(({ refunds }) => refunds)),
  }
}

/** Staff put a problem aside, so that the next row of the same order starts without one. */
async function dismissProblems({ orderId }: Placed): Promise<void> {
  const api = await adminApi(store)
  const open = await sql<{ id: string }>(store.databaseUrl, "select p.id from fatura_problem p join fatura_invoice i on i.id = p.fatura_invoice_id where i.order_id = $1 and p.resolved_at is null", [orderId])
  for (const { id } of open) await api.post(`/admin/fatura/problems/${id}/resolve`, { action: "dismiss", reason: "a test" })
}

/** Rows that must leave the order as it was share one order; every other row has its own. */
function plan(method: Method, start: Start, rows: Row[]): (() => Promise<void>)[] {
  const unmoved = { waits: method === "card" ? "processing" : "awaiting_payment", paid: "paid" }[start]
  const inTurn = rows.filter(({ ledger }) => ledger === unmoved)
  const alone = rows.filter(({ ledger }) => ledger !== unmoved)
  return [inTurn, ...alone.map((row) => [row])].map((group) => async () => {
    const placed = await place(method, start).catch((error: Error) => error)
    for (const row of group) {
      const result = placed instanceof Error ? placed : await judge(placed, row).catch((error: Error) => error)
      observed.set(row, { ...observed.get(row), [method]: result })
    }
  })
}

async function judge(placed: Placed, row: Row): Promise<Observed> {
  await tell(placed, row)
  await untilWorkedOff(placed)
  const seen = await observe(placed)
  await dismissProblems(placed)
  return seen
}

beforeAll(async () => {
  gateway = await startGateway()
  store = await startStore({
    sandboxUrl: gateway.url,
    pluginOptions: { methods: { card: { attemptsPerAddress: 10_000 } }, reconciliation: { lookUpsPerMinute: 1_000 } },
  })
  const work = CASES.flatMap(({ method, start, rows }) => plan(method, start, rows))
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = work.shift(); next; next = work.shift()) await next()
    }),
  )
}, 600_000)

afterAll(async () => {
  await store?.close()
  await gateway?.close()
})

describe.each(CASES)("$method, an order that $start", ({ method, rows }) => {
  it.each(rows.map((row) => ({ row, code: JSON.stringify(row.told) ?? "missing", amount: row.refunded ? ` with R$ ${row.refunded / 100}` : "" })))(
    "is told $code$amount",
    ({ row }) => {
      const result = observed.get(row)?.[method]
      if (!result || result instanceof Error) throw result ?? new Error("the row was not run")
      const { payment, order, reserved, ledger, problems } = row
      expect(result).toEqual({ payment, order, reserved, ledger, problems, ...BOOKS[payment] })
    },
  )
})
