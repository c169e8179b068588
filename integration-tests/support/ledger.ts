import { adminApi, storeApi } from "./http"
import { readOrder, type Shop } from "./buyer"
import { sql } from "./database"
import { poll } from "./poll"
import type { Store } from "./store"

/** What the shopper's page gets for a payment session. */
export type SessionView = {
  id: string
  order_id: string | null
  method: string
  status: string
  next_step: string
  amount: number
  currency_code: string
  server_time: string
  payee: { name: string | null; document_masked: string | null; statement_descriptor: string | null }
  pix?: { payload: string; qr_svg: string; expires_at: string | null }
  can_renew: boolean
}

export async function sessionView(shop: Shop, sessionId: string): Promise<SessionView> {
  const { session } = await storeApi(shop).get<{ session: SessionView }>(`/store/fatura/sessions/${sessionId}`)
  return session
}

/** Everything about an order that money can change, as plain facts; amounts in reais. */
export type MoneyFacts = {
  orderStatus: string
  paymentStatus: string
  payments: number[]
  captures: number[]
  refunds: number[]
  /** Amounts of the order's transactions, refunds negative. */
  transactions: number[]
}

export async function moneyFacts(store: Store, orderId: string): Promise<MoneyFacts> {
  const order = await readOrder(store, orderId)
  const payments = order.payment_collections.flatMap((collection) => collection.payments)
  const transactions = await sql<{ amount: string }>(
    store.databaseUrl,
    "SELECT amount::text FROM order_transaction WHERE order_id = $1 AND deleted_at IS NULL ORDER BY created_at",
    [orderId],
  )
  return {
    orderStatus: order.status,
    paymentStatus: order.payment_status,
    payments: payments.map(({ amount }) => amount),
    captures: payments.flatMap(({ captures }) => captures.map(({ amount }) => amount)),
    refunds: payments.flatMap(({ refunds }) => refunds.map(({ amount }) => amount)),
    transactions: transactions.map(({ amount }) => Number(amount)),
  }
}

/** What {@link moneyFacts} are of an order that waits for its payment. */
export const awaiting: MoneyFacts = { orderStatus: "pending", paymentStatus: "awaiting", payments: [], captures: [], refunds: [], transactions: [] }

/** What {@link moneyFacts} are of an order that was paid once and whole. */
export const capturedOnce = (total: number): MoneyFacts => ({
  orderStatus: "pending",
  paymentStatus: "captured",
  payments: [total],
  captures: [total],
  refunds: [],
  transactions: [total],
})

/** Waits until the order is captured and its transaction booked, which Medusa does last, and answers the facts. */
export async function untilCaptured(store: Store, orderId: string, timeoutMs = 10_000): Promise<MoneyFacts> {
  return poll(async () => {
    const facts = await moneyFacts(store, orderId)
    return facts.paymentStatus === "captured" && facts.transactions.length > 0 && facts
  }, timeoutMs)
}

export type LedgerRow = {
  id: string
  session_id: string
  attempt: number
  state: string
  status: string | null
  is_live: boolean
  amount_cents: number
  paid_cents: number | null
  refunded_cents: number
  paid_at: Date | null
  settled_at: Date | null
  cancel_requested_at: Date | null
  canceled_at: Date | null
  invoice_id: string | null
  expires_at: Date | null
}

/** The ledger's attempts of a session, oldest first. */
export function ledgerOf(store: Store, sessionId: string): Promise<LedgerRow[]> {
  return sql<LedgerRow>(
    store.databaseUrl,
    `SELECT id, session_id, attempt, state, status, is_live, amount_cents, paid_cents, refunded_cents, paid_at, settled_at,
       cancel_requested_at, canceled_at, invoice_id, expires_at
     FROM fatura_invoice WHERE session_id = $1 ORDER BY attempt`,
    [sessionId],
  )
}

/** Kinds of the problems that stand open, about one invoice of the ledger or about all. */
export async function openProblems(store: Store, invoiceRowId?: string): Promise<string[]> {
  const rows = await sql<{ kind: string }>(
    store.databaseUrl,
    "SELECT kind FROM fatura_problem WHERE resolved_at IS NULL AND ($1::text IS NULL OR fatura_invoice_id = $1) ORDER BY kind",
    [invoiceRowId ?? null],
  )
  return rows.map(({ kind }) => kind)
}

export async function countNotices(store: Store): Promise<number> {
  const [row] = await sql<{ count: number }>(store.databaseUrl, "SELECT count(*)::int AS count FROM fatura_notice")
  return row!.count
}

/** Waits until no stored notice is still being worked on. */
export async function untilNoticesDone(store: Store, timeoutMs = 10_000): Promise<void> {
  await poll(async () => {
    const [row] = await sql<{ count: number }>(store.databaseUrl, "SELECT count(*)::int AS count FROM fatura_notice WHERE state = 'pending'")
    return row!.count === 0
  }, timeoutMs)
}

/** Units of a variant that are held for orders, over all places. */
export async function reservedUnits(store: Store, sku: string): Promise<number> {
  const [row] = await sql<{ units: string }>(
    store.databaseUrl,
    `SELECT coalesce(sum(level.reserved_quantity), 0)::text AS units FROM inventory_level level
     JOIN inventory_item item ON item.id = level.inventory_item_id
     WHERE item.sku = $1 AND level.deleted_at IS NULL`,
    [sku],
  )
  return Number(row!.units)
}

/** Cancels an order as staff do. */
export async function cancelOrder(store: Store, orderId: string): Promise<void> {
  await (await adminApi(store)).post(`/admin/orders/${orderId}/cancel`)
}
