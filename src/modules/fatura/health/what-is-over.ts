import type { ProblemKind } from "../../../domain/problems"
import { NEEDS_ACCOUNT } from "../accounts/account-use"
import { Database, tables } from "../database"
import { REFUND_ENDED } from "../refunds/stuck-refunds"

/** When a problem `p` of a kind is over, as a condition on what the tables hold by now. */
const OVER: Partial<Record<ProblemKind, string>> = {
  card_outcome_unknown: `exists (select 1 from ${tables.invoice} i where i.id = p.fatura_invoice_id and i.state not in ('issuing', 'unknown'))`,
  attempt_outcome_unknown: `exists (select 1 from ${tables.invoice} i where i.id = p.fatura_invoice_id and (i.state not in ('issuing', 'unknown') or not i.is_live))`,
  refund_not_finished: REFUND_ENDED,
  account_unusable: `not exists (select 1 from ${tables.invoice} i where i.account_id = p.account_id and ${NEEDS_ACCOUNT})`,
  other_merchant: `not exists (select 1 from ${tables.invoice} i where i.account_id = coalesce(p.details->>'kept_account', p.account_id) and ${NEEDS_ACCOUNT})`,
  // The gateway's notices can be read again: a later one of the same account was, and its token was genuine.
  unreadable_notice: `exists (
    select 1 from ${tables.notice} n join ${tables.invoice} i on i.id = n.fatura_invoice_id
    where n.verified and n.created_at > p.last_seen_at
      and i.account_id = (select account_id from ${tables.invoice} where id = p.fatura_invoice_id))`,
  dead_letter: `not exists (select 1 from ${tables.notice} n where n.id = p.details->>'notice' and n.state <> 'done')
    and not exists (select 1 from ${tables.outbox} t where t.id = p.details->>'task' and t.state <> 'done')`,
  // The locks themselves are removed when they are found; a day without another crash ends it.
  expired_locks: `p.last_seen_at < now() - interval '1 day'`,
}

/** Closes what ended without the work that raised it being done again. */
export async function clearWhatIsOver(db: Database): Promise<void> {
  for (const [kind, condition] of Object.entries(OVER)) {
    await db.raw(
      `update ${tables.problem} p set resolved_at = now(), resolution = 'cause_gone', updated_at = now()
       where p.kind = ? and p.resolved_at is null and ${condition}`,
      [kind]
    )
  }
}
