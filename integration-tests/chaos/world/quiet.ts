import { sql } from "../../support"
import { pause } from "../stories/patience"
import { ageForsakenRefunds, hasten, letCodesExpire, letForsakenOrdersEnd, letNeverIssuedOrdersEnd, letOrderlessCodesEnd, letTurnsCome, makeChecksDue, makeRefundsDue, makeWholeReadingsDue, ORDERLESS } from "./hasten"

/** What the plugin still has to do. */
export type Pending = Record<"notices" | "tasks" | "attempts" | "refunds" | "checks" | "lists" | "forgotten refunds" | "forgotten credit lines" | "forgotten orders" | "codes without an order", number>

/** Each invoice is looked at as often as this before the books are compared: what the first look changes, the next one sees. */
const ROUNDS = 2
const LOOK_EVERY_MS = 1_000

/**
 * A card whose outcome the gateway can't tell waits for staff, and so does a refund that it has not made.
 * A second chance that was killed before it began leaves its session as it was; its order goes on by the code that can still be paid, or was.
 * Only these may be left, once the gateway was asked about them after the last fault ($1) and staff were told.
 */
const PENDING = `
  select (select count(*) from fatura_notice where state = 'pending') as notices,
         (select count(*) from fatura_outbox t where state = 'pending' and not exists (
            select 1 from fatura_problem p where p.fatura_invoice_id = t.fatura_invoice_id and p.resolved_at is null and p.kind = 'card_outcome_unknown' and p.last_seen_at > $1)) as tasks,
         (select count(*) from fatura_invoice where state = 'issuing') as attempts,
         (select count(*) from fatura_refund r where state in ('sending', 'unknown', 'pending', 'accepted') and (not exists (
            select 1 from fatura_problem p where p.fatura_invoice_id = r.fatura_invoice_id and p.resolved_at is null and p.kind = 'refund_outcome_unknown')
            or not exists (select 1 from fatura_invoice i where i.id = r.fatura_invoice_id and i.looked_up_at > $1))) as refunds,
         (select count(*) from fatura_invoice where next_check_at <= now() and not (state = 'unknown' and method = 'card')) as checks,
         (select count(*) from fatura_reading where started_at is not null or next_at <= now()) as lists,
         (select count(*) from refund r join payment p on p.id = r.payment_id where r.deleted_at is null and not exists (
            select 1 from order_transaction t where t.reference = 'refund' and t.reference_id in (r.id, p.id) and t.deleted_at is null)) as "forgotten refunds",
         (select count(distinct o.id) from "order" o join order_summary s on s.order_id = o.id and s.version = o.version and s.deleted_at is null
            join order_transaction t on t.order_id = o.id and t.reference = 'refund' and t.deleted_at is null
            where o.status <> 'canceled' and (s.totals->>'pending_difference')::numeric >= 0.005) as "forgotten credit lines",
         (select count(*) from "order" o
            join order_payment_collection l on l.order_id = o.id and l.deleted_at is null
            join payment_session s on s.payment_collection_id = l.payment_collection_id and s.deleted_at is null
            where o.status = 'pending' and o.deleted_at is null and s.status = 'pending' and s.provider_id like 'pp_%_fatura'
              and not exists (select 1 from fatura_invoice i where i.payment_collection_id = l.payment_collection_id and (i.is_live or i.paid_at is not null))) as "forgotten orders",
         (select count(*) from fatura_invoice i where ${ORDERLESS}) as "codes without an order"`

/**
 * Lets time pass until nothing is left to do: codes that nobody paid expire, and every invoice that is still
 * looked after is looked at.
 * @returns null when it is quiet, or what is left at the time limit
 */
export async function untilQuiet(databaseUrl: string, timeoutMs: number): Promise<Pending | null> {
  const since = new Date()
  const limit = Date.now() + timeoutMs
  let rounds = 0
  for (;;) {
    const pending = await pendingIn(databaseUrl, since)
    const isQuiet = Object.values(pending).every((count) => count === 0)
    if (isQuiet && rounds === ROUNDS) return null
    if (Date.now() > limit) return pending
    if (isQuiet) {
      await letCodesExpire(databaseUrl)
      await makeChecksDue(databaseUrl)
      rounds += 1
      if (rounds === ROUNDS) await makeWholeReadingsDue(databaseUrl)
    } else if (isOnly(pending, ["forgotten orders", "codes without an order"])) {
      await letForsakenOrdersEnd(databaseUrl)
      await letNeverIssuedOrdersEnd(databaseUrl)
      await letOrderlessCodesEnd(databaseUrl)
      await letTurnsCome(databaseUrl)
    } else {
      await hasten(databaseUrl)
      await makeRefundsDue(databaseUrl)
      await ageForsakenRefunds(databaseUrl)
      await letTurnsCome(databaseUrl)
    }
    await pause(LOOK_EVERY_MS)
  }
}

const isOnly = (pending: Pending, some: (keyof Pending)[]): boolean => Object.entries(pending).every(([name, count]) => some.includes(name as keyof Pending) || count === 0)

async function pendingIn(databaseUrl: string, since: Date): Promise<Pending> {
  const [row] = await sql<Record<keyof Pending, string>>(databaseUrl, PENDING, [since])
  return Object.fromEntries(Object.entries(row!).map(([name, count]) => [name, Number(count)])) as Pending
}
