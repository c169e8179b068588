import type { GatewayInvoice } from "../../support"
import type { Scene } from "./scene"

/** A row of the plugin's ledger, as far as a story needs to know it. */
export type Row = { id: string; session_id: string; collection_id: string; order_id: string | null; method: string; state: string; status: string | null; is_live: boolean; gateway_id: string | null; invoice_id: string | null }
export type Payment = { id: string; session_id: string; provider_id: string; collection_id: string; amountCents: number; capturedCents: number; refundedCents: number; canceled: boolean }
export type Order = { id: string; status: string; totalCents: number; pendingCents: number; reservedUnits: number; transactedCents: number }
export type Item = { id: string; order_id: string; variant_id: string | null; quantity: number; fulfilled: number; returning: number; managed: boolean }
export type Problem = { id: string; kind: string; row_id: string | null; order_id: string | null; open: boolean; resolution: string | null }
export type Change = { id: string; order_id: string; type: string | null; status: string; return_id: string | null; exchange_id: string | null; claim_id: string | null }

/** How things stand in a story, read from outside. Amounts in integer cents. */
export type Facts = {
  invoices: GatewayInvoice[]
  rows: Row[]
  orders: Order[]
  collections: string[]
  /** The order of each payment collection that has one. */
  orderOfCollection: Record<string, string>
  payments: Payment[]
  /** Orders that wait for a payment of another provider. */
  elsewhere: string[]
  items: Item[]
  /** The method whose own discount the newest order was sold with. */
  pricedFor: "pix" | "boleto" | "card" | null
  /** Whether staff have changed the order since it was placed. */
  wasChanged: boolean
  problems: Problem[]
  /** What staff or others have begun with the order and not ended. */
  change: Change | null
  returns: { id: string; status: string; exchange_id: string | null; claim_id: string | null }[]
  exchanges: { id: string; canceled: boolean }[]
  claims: { id: string; canceled: boolean }[]
}

export const NO_FACTS: Facts = { invoices: [], rows: [], orders: [], collections: [], orderOfCollection: {}, payments: [], elsewhere: [], items: [], pricedFor: null, wasChanged: false, problems: [], change: null, returns: [], exchanges: [], claims: [] }

const CENTS = (column: string): string => `round(${column} * 100)::int`

/** Reads what the story's people could see of it, and what the moves need to know. */
export async function readFacts(scene: Scene): Promise<Facts> {
  const { pool, gateway } = scene.world
  const one = async <T extends object>(text: string, params: unknown[]): Promise<T[]> => (await pool.query<T>(text, params)).rows
  const { invoices } = await gateway.control.get<{ invoices: GatewayInvoice[] }>(`/invoices?document=${scene.document}`)
  const orderIds = scene.orderIds
  const linked = await one<{ id: string; order_id: string | null }>(
    `select payment_collection_id as id, order_id from order_payment_collection where order_id = any($1) and deleted_at is null
     union all select payment_collection_id, null from cart_payment_collection where cart_id = any($2)`,
    [orderIds, scene.cartIds],
  )
  const collections = [...new Set(linked.map(({ id }) => id))]
  const orderOfCollection = Object.fromEntries(linked.flatMap(({ id, order_id }) => (order_id ? [[id, order_id]] : [])))
  const references = invoices.flatMap(({ _sandbox }) => (_sandbox.external_id ? [_sandbox.external_id] : []))
  const [rows, orders, payments, others, items, [price], changes, returns, exchanges, claims] = await Promise.all([
    one<Row>(
      `select id, session_id, payment_collection_id as collection_id, order_id, method, state, status, is_live, gateway_id, invoice_id
       from fatura_invoice where payment_collection_id = any($1) or order_id = any($2) or cart_id = any($3) or reference = any($4) order by created_at`,
      [collections, orderIds, scene.cartIds, references],
    ),
    one<Order>(
      `select o.id, o.status::text, ${CENTS("(s.totals->>'current_order_total')::numeric")} as "totalCents", (s.totals->>'pending_difference')::numeric * 100 as "pendingCents",
         (select coalesce(sum(r.quantity), 0)::int from reservation_item r where r.deleted_at is null and r.line_item_id in (select item_id from order_item where order_id = o.id)) as "reservedUnits",
         ${CENTS("(select coalesce(sum(amount), 0) from order_transaction t where t.order_id = o.id and t.deleted_at is null)")} as "transactedCents"
       from "order" o join order_summary s on s.order_id = o.id and s.version = o.version and s.deleted_at is null where o.id = any($1) order by o.created_at`,
      [orderIds],
    ),
    one<Payment>(
      `select p.id, p.payment_session_id as session_id, p.provider_id, p.payment_collection_id as collection_id, ${CENTS("p.amount")} as "amountCents", p.canceled_at is not null as canceled,
         ${CENTS("coalesce((select sum(amount) from capture c where c.payment_id = p.id and c.deleted_at is null), 0)")} as "capturedCents",
         ${CENTS("coalesce((select sum(amount) from refund r where r.payment_id = p.id and r.deleted_at is null), 0)")} as "refundedCents"
       from payment p where p.payment_collection_id = any($1) and p.deleted_at is null order by p.created_at`,
      [collections],
    ),
    one<{ collection: string }>(
      `select payment_collection_id as collection from payment_session s
       where payment_collection_id = any($1) and provider_id not like '%_fatura' and status not in ('error', 'canceled') and deleted_at is null
         and not exists (select 1 from payment p join capture c on c.payment_id = p.id where p.payment_session_id = s.id and c.deleted_at is null)`,
      [collections],
    ),
    one<Item>(
      `select l.id, i.order_id, l.variant_id, i.quantity::int, i.fulfilled_quantity::int as fulfilled, i.return_requested_quantity::int as returning, coalesce(v.manage_inventory, false) as managed
       from order_item i join "order" o on o.id = i.order_id and o.version = i.version join order_line_item l on l.id = i.item_id
       left join product_variant v on v.id = l.variant_id where i.order_id = any($1) and i.deleted_at is null order by l.created_at`,
      [orderIds],
    ),
    one<{ code: string | null; version: number }>(
      `select max(o.version)::int as version, min(a.code) filter (where a.code like 'FATURA-%') as code from "order" o
       join order_item i on i.order_id = o.id and i.version = o.version left join order_line_item_adjustment a on a.item_id = i.item_id and a.deleted_at is null
       where o.id = $1`,
      [scene.orderId],
    ),
    one<Change>(
      `select id, order_id, change_type as type, status::text, return_id, exchange_id, claim_id from order_change
       where order_id = any($1) and deleted_at is null and status in ('pending', 'requested') order by created_at desc limit 1`,
      [orderIds],
    ),
    one<Facts["returns"][number]>(`select id, status::text, exchange_id, claim_id from "return" where order_id = any($1) and deleted_at is null`, [orderIds]),
    one<Facts["exchanges"][number]>(`select id, canceled_at is not null as canceled from order_exchange where order_id = any($1) and deleted_at is null`, [orderIds]),
    one<Facts["claims"][number]>(`select id, canceled_at is not null as canceled from order_claim where order_id = any($1) and deleted_at is null`, [orderIds]),
  ])
  const problems = await one<Problem>(
    `select id, kind, fatura_invoice_id as row_id, order_id, resolved_at is null as open, resolution from fatura_problem
     where fatura_invoice_id = any($1) or order_id = any($2) order by created_at`,
    [rows.map(({ id }) => id), orderIds],
  )
  if (returns.some(({ status }) => status === "requested")) await showAsStaffSee(scene, orders)
  for (const order of orders) order.pendingCents = payableCents(Number(order.pendingCents))
  return { invoices, rows, orders, collections, orderOfCollection, payments, elsewhere: others.flatMap(({ collection }) => orderOfCollection[collection] ?? []), items, pricedFor: methodOf(price?.code ?? null), wasChanged: (price?.version ?? 1) > 1, problems, change: changes[0] ?? null, returns, exchanges, claims }
}

/** A percentage off leaves fractions of a cent, and up to one cent Medusa's admin says that nothing is pending. */
const payableCents = (cents: number): number => (Math.abs(cents) < 1.000001 ? 0 : Math.round(cents))

/** While a return is on its way, Medusa's table counts its worth and its admin does not, whichever change came last. */
async function showAsStaffSee(scene: Scene, orders: Order[]): Promise<void> {
  for (const order of orders) {
    const answer = await scene.staff("GET", `/admin/orders/${order.id}?fields=id,total,summary.*`)
    const pending = (answer.body as { order?: { summary?: { pending_difference?: number } } }).order?.summary?.pending_difference
    if (pending !== undefined) order.pendingCents = pending * 100
  }
}

/** The order that an invoice at the gateway is for. */
export function orderOf(facts: Pick<Facts, "rows" | "orders" | "orderOfCollection">, invoice: GatewayInvoice): Order | null {
  const row = rowOf(facts, invoice)
  const id = row && (facts.orderOfCollection[row.collection_id] ?? row.order_id)
  return facts.orders.find((order) => order.id === id) ?? null
}

/** The ledger's row of an invoice at the gateway. */
export function rowOf({ rows }: Pick<Facts, "rows">, invoice: GatewayInvoice): Row | null {
  const ids = [invoice.id, invoice.invoice_id].map(String)
  return (
    rows.find(({ gateway_id, invoice_id }) => (gateway_id !== null && ids.includes(gateway_id)) || (invoice_id !== null && ids.includes(invoice_id))) ??
    rows.find(({ session_id }) => invoice._sandbox.external_id?.startsWith(`${session_id}-`)) ??
    null
  )
}

/** Promotions of the methods' own discounts are named after them. */
function methodOf(code: string | null): Facts["pricedFor"] {
  const method = code?.split("-")[1]?.toLowerCase()
  return method === "pix" || method === "boleto" || method === "card" ? method : null
}
