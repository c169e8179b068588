import { sql } from "../../support"

/**
 * Shortens pauses that would be minutes or hours. Only columns that say when something is tried again are
 * moved; what has happened to an invoice, and what is known of it, stays as it is.
 */
const PAUSES = [
  // The breaker after a 429 or a web page: a minute, then five times as long each time.
  `update fatura_account set blocked_until = null, block_level = 0 where blocked_until is not null`,
  `update fatura_notice set next_try_at = now() where state = 'pending' and next_try_at > now() + interval '5 seconds'`,
  `update fatura_outbox t set next_try_at = now() from fatura_invoice i
   where i.id = t.fatura_invoice_id and t.state = 'pending' and t.next_try_at > now() + interval '5 seconds'
     and (i.method <> 'card' or t.kind <> 'resolve_attempt' or t.updated_at < now() - interval '20 seconds')`,
  // A lost attempt or refund is looked for some minutes later; what was not found then is left to the silence after the run.
  `update fatura_invoice set next_check_at = now() where state = 'unknown' and checks < 2 and next_check_at > now() + interval '15 seconds'`,
  `update fatura_refund set next_check_at = now() where state in ('unknown', 'pending', 'accepted') and checks < 2 and next_check_at > now() + interval '15 seconds' and updated_at < now() - interval '20 seconds'`,
  // A list of returned invoices whose reader was killed or had no answer is taken up after five minutes.
  `update fatura_reading set next_at = now() where started_at is not null and next_at between now() and now() + interval '4 minutes 30 seconds'`,
]

export async function hasten(databaseUrl: string): Promise<void> {
  for (const statement of PAUSES) {
    await sql(databaseUrl, statement)
  }
}

/**
 * A refund that was asked for often has pauses of hours. Once the last fault is over each is asked for again, so that
 * what a slow machine left to a late look-up is found too.
 */
export async function makeRefundsDue(databaseUrl: string): Promise<void> {
  await sql(
    databaseUrl,
    `update fatura_refund set next_check_at = now()
     where state in ('unknown', 'pending', 'accepted') and next_check_at > now() + interval '15 seconds' and updated_at < now() - interval '20 seconds'`,
  )
}

/** The lists of returned and disputed invoices, which are read every hour, are due now. */
export async function makeReadingsDue(databaseUrl: string): Promise<void> {
  await sql(databaseUrl, `update fatura_reading set next_at = now() where started_at is null`)
}

/** Every invoice that is still looked after is due now, as if all its pauses were over, and so is the sweep through many open ones. */
export async function makeChecksDue(databaseUrl: string): Promise<void> {
  await sql(databaseUrl, `update fatura_account set swept_at = null`)
  await sql(databaseUrl, `update fatura_invoice set next_check_at = now() where next_check_at > now()`)
}

/**
 * A refund that a killed process left in Medusa's books counts as forsaken after two minutes. Nobody asks for
 * refunds any more, so that one which is half a minute old is as good as that; and so is its order's credit line.
 */
export async function ageForsakenRefunds(databaseUrl: string): Promise<void> {
  const aged = `created_at = created_at - interval '2 minutes' where created_at between now() - interval '130 seconds' and now() - interval '30 seconds'`
  await sql(databaseUrl, `update refund set ${aged}`)
  await sql(databaseUrl, `update order_change set ${aged} and status = 'pending' and change_type = 'credit_line'`)
}

/** As if a day had passed: all pages of the lists are read then. */
export async function makeWholeReadingsDue(databaseUrl: string): Promise<void> {
  await sql(databaseUrl, `update fatura_reading set next_at = now(), whole_at = null where started_at is null`)
}

/**
 * An order whose last attempt came to nothing (a denied card) is closed when a PIX code of that attempt would
 * have expired, so that its shopper can try again: as if that had been two hours ago.
 */
export async function letForsakenOrdersEnd(databaseUrl: string): Promise<void> {
  await sql(
    databaseUrl,
    `update fatura_invoice set created_at = created_at - interval '2 hours', canceled_at = canceled_at - interval '2 hours'
     where not is_live and paid_at is null and created_at > now() - interval '100 minutes'`,
  )
}

/**
 * An order whose payment was never begun (a process killed before its card was charged, a method switched off) is closed
 * after the same time: as if it and its session had been made two hours ago.
 */
export async function letNeverIssuedOrdersEnd(databaseUrl: string): Promise<void> {
  const untouched = `session.created_at > now() - interval '100 minutes' and session.status = 'pending' and session.provider_id like 'pp_%_fatura'
    and not exists (select 1 from fatura_invoice i where i.payment_collection_id = session.payment_collection_id)`
  const ofOrder = `o.id = link.order_id and o.status = 'pending' and link.payment_collection_id = session.payment_collection_id and link.deleted_at is null`
  await sql(databaseUrl, `update "order" o set created_at = o.created_at - interval '2 hours' from order_payment_collection link, payment_session session where ${ofOrder} and ${untouched}`)
  await sql(databaseUrl, `update payment_session session set created_at = session.created_at - interval '2 hours' from order_payment_collection link, "order" o where ${ofOrder} and ${untouched}`)
}

/**
 * What recovery could not do while calls failed is its turn again, as if its pauses (up to an hour) were over. What a
 * process is at now began less than half a minute ago.
 */
export async function letTurnsCome(databaseUrl: string): Promise<void> {
  await sql(databaseUrl, `update fatura_turn set next_at = now() where next_at > now() + interval '5 seconds' and updated_at < now() - interval '30 seconds'`)
}

/** A code whose cart never became an order is withdrawn half an hour later. */
export async function letOrderlessCodesEnd(databaseUrl: string): Promise<void> {
  await sql(databaseUrl, `update fatura_invoice i set issued_at = issued_at - interval '30 minutes' where issued_at > now() - interval '30 minutes' and ${ORDERLESS}`)
}

/** Of invoice `i`: it can be paid, and has no order. */
export const ORDERLESS = `i.is_live and i.paid_at is null and i.state = 'issued' and i.method <> 'card' and not exists (
  select 1 from order_payment_collection o where o.payment_collection_id = i.payment_collection_id and o.deleted_at is null)`

/** The time of every code that can be paid is over: its minutes, and the grace after them. @returns how many */
export async function letCodesExpire(databaseUrl: string, sessionId: string | null = null): Promise<number> {
  const rows = await sql(
    databaseUrl,
    `update fatura_invoice set expires_at = now() - interval '19 minutes', cancel_at = now() - interval '4 minutes', next_check_at = now()
     where is_live and state = 'issued' and status in ('awaiting_payment', 'overdue') and cancel_at > now() and ($1::text is null and method = 'pix' or session_id = $1)
     returning id`,
    [sessionId],
  )
  return rows.length
}
