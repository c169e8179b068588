import { Database, tables } from "../database"

/** An account with so many under way lets the others go first. */
const AT_WORK = 2
/** How far into what is due is looked for another account. */
const WINDOW = 5_000

/**
 * Takes one piece of work that is due and that no other process works on: what has waited longest, but an account
 * that has some under way already comes after those that have none, so that a gateway which lets everybody wait
 * does not hold up the work of other accounts.
 * @param returning the columns to answer
 */
export async function claimFairly<Row>(db: Database, table: string, leaseSeconds: number, returning: string): Promise<Row | null> {
  const { rows } = await db.raw(
    `with busy as (
       select i.account_id from ${table} q join ${tables.invoice} i on i.id = q.fatura_invoice_id
       where q.state = 'pending' and q.lease_until is not null and q.lease_until > now() group by i.account_id having count(*) >= ${AT_WORK}
     ), due as (
       select q.id, q.next_try_at, q.fatura_invoice_id from ${table} q
       where q.state = 'pending' and q.next_try_at <= now() and (q.lease_until is null or q.lease_until < now())
       order by q.next_try_at limit ${WINDOW}
     )
     update ${table} set attempts = attempts + 1, lease_until = now() + make_interval(secs => ?)
     where id = (
       select q.id from ${table} q join due on due.id = q.id left join ${tables.invoice} i on i.id = due.fatura_invoice_id
       where q.state = 'pending' and q.next_try_at <= now() and (q.lease_until is null or q.lease_until < now())
       order by coalesce(i.account_id in (select account_id from busy), false), due.next_try_at limit 1 for update of q skip locked
     ) returning ${returning}`,
    [leaseSeconds]
  )
  return (rows[0] as Row | undefined) ?? null
}
