import { addPaymentSession, complete, placeOrder, readOrder, untilPaid, type CartRequest, type PlacedOrder, type Shop } from "./buyer"
import { sql } from "./database"
import type { Gateway, GatewayInvoice } from "./gateway"
import { adminApi, type RawAnswer } from "./http"
import { cpf } from "./people"
import { poll } from "./poll"
import type { Store } from "./store"

/** What the storefront sends for a card; the token decides what becomes of it. */
export function cardData(token = "tok_approved", more: Record<string, unknown> = {}): Record<string, unknown> {
  return { payer: { document: cpf() }, card: { token, holder_name: "JOANA PRADO", expires: "12/30", installments: 1, ...more } }
}

export const pixData = (): Record<string, unknown> => ({ payer: { document: cpf() } })

/** Amounts are compared in integer cents. */
export const toCents = (reais: unknown): number => Math.round(Number(reais) * 100)

export type LedgerInvoice = {
  id: string
  method: string
  state: string
  status: string | null
  invoice_id: string | null
  session_id: string
  order_id: string | null
  paid_amount: number | null
  refunded_amount: number
  amount: number
  is_live: boolean
  captured_at: string | null
  canceled_at: string | null
}

/** The plugin's own books of an order, newest attempt first. */
export async function ledgerOf(shop: Shop, orderId: string): Promise<LedgerInvoice[]> {
  const { invoices } = await (await adminApi(shop)).get<{ invoices: LedgerInvoice[] }>(`/admin/fatura/invoices?order_id=${orderId}&limit=100`)
  return invoices
}

export type Problem = { id: string; kind: string; actions: string[]; invoice_id: string | null; order_id: string | null; details: Record<string, unknown> | null; seen_count: number; resolution: string | null; due_amount: number | null; paid_amount: number | null; undecided_amount: number | null; accept_amount: number | null }

async function problemsIn(shop: Shop, state: "open" | "resolved", orderId: string): Promise<Problem[]> {
  const api = await adminApi(shop)
  const found: Problem[] = []
  for (let after: string | null = ""; after !== null; ) {
    const page: { problems: Problem[]; next_cursor: string | null } = await api.get(`/admin/fatura/problems?state=${state}&limit=100${after && `&after=${after}`}`)
    found.push(...page.problems)
    after = page.next_cursor
  }
  return found.filter(({ order_id }) => order_id === orderId)
}

/** What staff still have to decide about an order. */
export const openProblems = (shop: Shop, orderId: string): Promise<Problem[]> => problemsIn(shop, "open", orderId)

export async function openProblem(shop: Shop, orderId: string, kind: string, timeoutMs = 10_000): Promise<Problem> {
  return poll(async () => (await openProblems(shop, orderId)).find((problem) => problem.kind === kind), timeoutMs)
}

export async function resolve(shop: Shop, problemId: string, action: string, more: { amount?: number; reason?: string } = {}): Promise<RawAnswer> {
  return (await adminApi(shop)).raw("POST", `/admin/fatura/problems/${problemId}/resolve`, { action, reason: "Decided in a test", ...more })
}

/** The invoice that the gateway made for a session: the newest, or the one of an attempt. */
export async function gatewayInvoiceOf(gateway: Gateway, sessionId: string): Promise<GatewayInvoice> {
  const found = (await gateway.invoices()).filter(({ _sandbox }) => _sandbox.external_id?.startsWith(`${sessionId}-`)).at(-1)
  if (!found) throw new Error(`the gateway has no invoice of session ${sessionId}`)
  return found
}

export type PaidOrder = PlacedOrder & { paymentId: string; invoiceId: string; totalCents: number }

/** A placed and captured order. A card is approved at once; PIX and boleto are paid by a notice. */
export async function placePaidOrder(store: Store, gateway: Gateway, request: CartRequest & { providerId?: string } = {}): Promise<PaidOrder> {
  const providerId = request.providerId ?? "pp_card_fatura"
  const card = providerId === "pp_card_fatura"
  const placed = await placeOrder(store, { ...request, providerId, data: card ? cardData() : pixData() })
  const invoice = await gatewayInvoiceOf(gateway, placed.sessionId)
  if (!card) await gateway.act(invoice.invoice_id, "pay")
  const order = await untilPaid(store, placed.orderId)
  const payments = order.payment_collections.flatMap((collection) => collection.payments)
  return { ...placed, paymentId: payments[0]!.id, invoiceId: invoice.invoice_id, totalCents: toCents(order.total) }
}

/** Staff press "refund" on a payment. */
export async function refund(shop: Shop, paymentId: string, amount: number): Promise<RawAnswer> {
  return (await adminApi(shop)).raw("POST", `/admin/payments/${paymentId}/refund`, { amount })
}

export const words = (answer: RawAnswer): string => String((answer.body as { message?: unknown }).message ?? "")

/** Everything that must agree about an order's money, in cents. */
export type Books = {
  captured: number
  refundRows: number
  refundRowCount: number
  transactions: number
  summaryPaid: number
  summaryRefunded: number
  ledgerRefunded: number
  gatewayRefunded: number
}

export async function readBooks(store: Store, gateway: Gateway, order: { orderId: string; sessionId: string }): Promise<Books> {
  const [medusa, ledger, invoice, [transactions]] = await Promise.all([
    readOrder(store, order.orderId),
    ledgerOf(store, order.orderId),
    gatewayInvoiceOf(gateway, order.sessionId),
    sql<{ sum: string }>(store.databaseUrl, "select coalesce(sum(amount), 0) as sum from order_transaction where order_id = $1 and deleted_at is null", [order.orderId]),
  ])
  const payments = medusa.payment_collections.flatMap((collection) => collection.payments)
  const sum = (rows: { amount: number }[]): number => rows.reduce((total, { amount }) => total + toCents(amount), 0)
  const refunds = payments.flatMap((payment) => payment.refunds)
  return {
    captured: sum(payments.flatMap((payment) => payment.captures)),
    refundRows: sum(refunds),
    refundRowCount: refunds.length,
    transactions: toCents(transactions!.sum),
    summaryPaid: toCents(medusa.summary.paid_total),
    summaryRefunded: toCents(medusa.summary.refunded_total),
    ledgerRefunded: ledger.reduce((total, row) => total + toCents(row.refunded_amount), 0),
    gatewayRefunded: invoice._sandbox.refunded_cents,
  }
}

/** The books after `refunds` (cents each) of a captured order: every one of them says the same. */
export function agreed(totalCents: number, refunds: number[]): Books {
  const refunded = refunds.reduce((total, cents) => total + cents, 0)
  return {
    captured: totalCents,
    refundRows: refunded,
    refundRowCount: refunds.length,
    transactions: totalCents - refunded,
    summaryPaid: totalCents,
    summaryRefunded: refunded,
    ledgerRefunded: refunded,
    gatewayRefunded: refunded,
  }
}

/** Waits until the books agree; afterwards they are to be read again, since a second booking comes later. */
export async function untilAgreed(store: Store, gateway: Gateway, order: { orderId: string; sessionId: string; totalCents: number }, refunds: number[], timeoutMs = 15_000): Promise<Books> {
  const wanted = JSON.stringify(agreed(order.totalCents, refunds))
  await poll(async () => JSON.stringify(await readBooks(store, gateway, order)) === wanted, timeoutMs).catch(() => undefined)
  return readBooks(store, gateway, order)
}

/** Waits until nothing is left to do, for one order or at all: no task and no notice is pending. */
export async function untilQuiet(store: Store, { orderId, timeoutMs = 30_000 }: { orderId?: string; timeoutMs?: number } = {}): Promise<void> {
  const ours = "($1::text is null or fatura_invoice_id in (select id from fatura_invoice where order_id = $1))"
  await poll(async () => {
    const [row] = await sql<{ pending: string }>(
      store.databaseUrl,
      `select (select count(*) from fatura_outbox where state = 'pending' and ${ours}) + (select count(*) from fatura_notice where state = 'pending' and ${ours}) as pending`,
      [orderId ?? null],
    )
    return Number(row!.pending) === 0
  }, timeoutMs)
}

/** Chooses a method on a cart and completes it. */
export async function pay(shop: Shop, cartId: string, providerId: string, data: Record<string, unknown>) {
  const { session, paymentCollectionId } = await addPaymentSession(shop, cartId, providerId, data)
  return { session, paymentCollectionId, completion: await complete(shop, cartId) }
}

/** Units of an order that are held in stock for it. */
export async function reservedUnits(store: Store, orderId: string): Promise<number> {
  const [row] = await sql<{ sum: string }>(
    store.databaseUrl,
    `select coalesce(sum(quantity), 0) as sum from reservation_item
     where line_item_id in (select item_id from order_item where order_id = $1) and deleted_at is null`,
    [orderId],
  )
  return Number(row!.sum)
}

/** Staff fulfil all of an order; Medusa refuses where its stock is not reserved. */
export async function fulfil(shop: Store, orderId: string): Promise<RawAnswer> {
  const api = await adminApi(shop)
  const { order } = await api.get<{ order: { items: { id: string; quantity: number }[] } }>(`/admin/orders/${orderId}?fields=*items`)
  return api.raw("POST", `/admin/orders/${orderId}/fulfillments`, { items: order.items.map(({ id, quantity }) => ({ id, quantity })) })
}

/** @returns the units that were in stock before */
export async function setStock(shop: Store, sku: string, units: number): Promise<number> {
  const [before] = await sql<{ stocked_quantity: string }>(
    shop.databaseUrl,
    "select stocked_quantity from inventory_level where inventory_item_id = (select id from inventory_item where sku = $1)",
    [sku],
  )
  await sql(
    shop.databaseUrl,
    "update inventory_level set stocked_quantity = $2::numeric, raw_stocked_quantity = jsonb_build_object('value', $2::numeric::text, 'precision', 20) where inventory_item_id = (select id from inventory_item where sku = $1)",
    [sku, units],
  )
  return Number(before!.stocked_quantity)
}
