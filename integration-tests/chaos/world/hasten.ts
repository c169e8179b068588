import { sql } from "../../support"

/**
 * Shortens pauses that would be minutes or hours. Only columns that say when something is tried again are
 * moved; what has happened to an invoice, and what is known of it, stays as it is.
 */
const DURING_THE_RUN = [
  // The breaker after a 429 or a web page: a minute, then five times as long each time.
  `update fatura_account set blocked_until = null, block_level = 0 where blocked_until is not null`,
  `update fatura_notice set next_try_at = now() where state = 'pending' and next_try_at > now() + interval '5 seconds'`,
  `update fatura_outbox set next_try_at = now() where state = 'pending' and next_try_at > now() + interval '5 seconds'`,
  // A lost attempt or refund is looked for some minutes later.
  `update fatura_invoice set next_check_at = now() where state = 'unknown' and next_check_at > now() + interval '15 seconds'`,
  `update fatura_refund set updated_at = now() - interval '3 minutes' where state in ('unknown', 'pending') and updated_at between now() - interval '2 minutes' and now() - interval '20 seconds'`,
]

export async function hasten(databaseUrl: string): Promise<void> {
  for (const statement of DURING_THE_RUN) {
    await sql(databaseUrl, statement)
  }
}

/** Every invoice that is still looked after is due now, as if all its pauses were over. @returns how many */
export async function makeChecksDue(databaseUrl: string): Promise<number> {
  const rows = await sql(databaseUrl, `update fatura_invoice set next_check_at = now() where next_check_at > now() returning id`)
  return rows.length
}

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
