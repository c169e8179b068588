import { withClient } from "../../../demo/lib/database"
import type { Books, GatewayInvoice, GatewayRequest, SentNotice } from "./books"

const cents = (column: string): string => `(${column} * 100)::float8 as cents`

const MEDUSA = {
  orders: `select o.id, o.display_id, o.status, ((s.totals->>'pending_difference')::numeric * 100)::float8 as "pendingCents" from "order" o
    join order_summary s on s.order_id = o.id and s.version = o.version and s.deleted_at is null where o.deleted_at is null`,
  collections: `select c.id, o.order_id, k.cart_id, c.status from payment_collection c
    left join order_payment_collection o on o.payment_collection_id = c.id and o.deleted_at is null
    left join cart_payment_collection k on k.payment_collection_id = c.id and k.deleted_at is null where c.deleted_at is null`,
  payments: `select id, payment_collection_id, payment_session_id, ${cents("amount")} from payment where deleted_at is null`,
  captures: `select id, payment_id, created_at, ${cents("amount")} from capture where deleted_at is null`,
  refunds: `select id, payment_id, created_at, ${cents("amount")} from refund where deleted_at is null`,
  transactions: `select order_id, reference, reference_id, created_at, ${cents("amount")} from order_transaction where deleted_at is null`,
  reservations: `select i.order_id, sum(r.quantity)::float8 as units from reservation_item r
    join order_item i on i.item_id = r.line_item_id and i.deleted_at is null where r.deleted_at is null group by i.order_id`,
  untouched: `select o.id as order_id, s.id || ' of ' || s.provider_id || ', ' || s.created_at || coalesce(', ' || t.tries || ' turns of ' || t.kind || ', next ' || t.next_at || coalesce(' (' || t.last_error || ')', ''), '') as words
    from "order" o join order_payment_collection l on l.order_id = o.id and l.deleted_at is null
    join payment_session s on s.payment_collection_id = l.payment_collection_id and s.deleted_at is null
    left join fatura_turn t on t.subject in (o.id, s.id)
    where o.status = 'pending' and o.deleted_at is null and s.status = 'pending' and s.provider_id like 'pp_%_fatura'`,
  carts: `select cart_id, order_id from order_cart where deleted_at is null`,
}

const LEDGER = {
  rows: `select id, reference, session_id, payment_collection_id, order_id, method, state, status, is_live, gateway_id, invoice_id,
    amount_cents, paid_cents, refunded_cents, settled_at, next_check_at from fatura_invoice`,
  events: `select fatura_invoice_id, kind, cause, from_status, to_status, details, created_at from fatura_invoice_event order by created_at`,
  refunds: `select id, fatura_invoice_id, medusa_refund_id, amount_cents, cumulative_cents, origin, state, created_at from fatura_refund`,
  problems: `select kind, fatura_invoice_id, order_id, resolved_at, created_at from fatura_problem`,
}

/** Reads the gateway's books by its control page, and the other two by plain SQL. */
export async function readBooks(from: { gatewayUrl: string; databaseUrl: string }): Promise<Pick<Books, "gateway" | "ledger" | "medusa">> {
  return {
    gateway: await readGateway(`${from.gatewayUrl}/_sandbox`),
    ledger: (await readTables(from.databaseUrl, LEDGER)) as Books["ledger"],
    medusa: (await readTables(from.databaseUrl, MEDUSA)) as Books["medusa"],
  }
}

function readTables(databaseUrl: string, statements: Record<string, string>): Promise<unknown> {
  return withClient(databaseUrl, async (client) => {
    const tables: [string, unknown[]][] = []
    for (const [name, statement] of Object.entries(statements)) {
      tables.push([name, (await client.query(statement)).rows])
    }
    return Object.fromEntries(tables)
  })
}

type Listed = {
  id: string
  invoice_id: string
  referrer: string | null
  status: { code: unknown }
  _sandbox: { kind: GatewayInvoice["kind"]; payable: boolean; external_id: string | null; due_cents: number; paid_cents: number; refunded_cents: number; history: { at: string; code: unknown }[] }
}

async function readGateway(control: string): Promise<Books["gateway"]> {
  const [{ invoices }, { requests }, { notices }] = await Promise.all([
    read<{ invoices: Listed[] }>(`${control}/invoices`),
    read<{ requests: GatewayRequest[] }>(`${control}/requests`),
    read<{ notices: { at: string; invoice_id: string; code: unknown; fault: string | null; answers: { status: number | null }[] }[] }>(`${control}/notices`),
  ])
  return {
    invoices: invoices.map(invoiceOf),
    requests,
    notices: notices.map(({ invoice_id, answers, ...notice }): SentNotice => ({ ...notice, invoiceId: invoice_id, answers: answers.map(({ status }) => status) })),
  }
}

function invoiceOf({ id, invoice_id, referrer, status, _sandbox: own }: Listed): GatewayInvoice {
  return {
    id,
    invoiceId: invoice_id,
    kind: own.kind,
    reference: own.external_id ?? referrer,
    code: status.code,
    payable: own.payable,
    dueCents: own.due_cents,
    paidCents: own.paid_cents,
    refundedCents: own.refunded_cents,
    history: own.history,
  }
}

async function read<T>(url: string): Promise<T> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return (await answer.json()) as T
}
