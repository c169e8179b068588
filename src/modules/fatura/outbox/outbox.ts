import { Database, Transaction, newId, tables } from "../database"
import { claimFairly } from "../queue/claim-fairly"

/**
 * What is left to do about an invoice.
 * `settle`: bring Medusa's payment to what the ledger says. `cancel`: have the gateway cancel it.
 * `return_late_money`: refund at the gateway what was paid for a cancelled order.
 * `resolve_attempt`: find out whether an attempt without an answer made an invoice.
 * `send_tracking`: tell the gateway the tracking codes that wait.
 */
export type OutboxKind = "settle" | "cancel" | "resolve_attempt" | "return_late_money" | "send_tracking"

export type OutboxRow = {
  id: string
  kind: OutboxKind
  fatura_invoice_id: string
  /** How often it was asked for; a request that comes during the work must not be lost. */
  requests: number
  attempts: number
  created_at: Date
}

const FIRST_PAUSE_SECONDS = 2
const LONGEST_PAUSE_SECONDS = 300
const LEASE_SECONDS = 120
const RETURNED = "id, kind, fatura_invoice_id, requests, attempts, created_at"

/** Work that survives the process: an intent is stored with the change that calls for it, and done after it. */
export class Outbox {
  constructor(private readonly db: Database) {}

  /** Adds a task, once per kind and invoice; an existing one is made due as well. */
  async add(kind: OutboxKind, invoiceId: string, trx?: Transaction, afterSeconds = 0): Promise<void> {
    await (trx ?? this.db).raw(
      `insert into ${tables.outbox} (id, kind, fatura_invoice_id, state, next_try_at)
       values (?, ?, ?, 'pending', now() + make_interval(secs => ?))
       on conflict (kind, fatura_invoice_id) where state = 'pending'
       do update set next_try_at = excluded.next_try_at, requests = ${tables.outbox}.requests + 1, updated_at = now()`,
      [newId("fout"), kind, invoiceId, afterSeconds]
    )
  }

  /** Takes one task that is due, so that no other process takes it meanwhile; accounts take turns. */
  async claim(): Promise<OutboxRow | null> {
    return claimFairly<OutboxRow>(this.db, tables.outbox, LEASE_SECONDS, RETURNED)
  }

  /** Takes the task of an invoice at once, whenever it is due. */
  async claimOf(kind: OutboxKind, invoiceId: string): Promise<OutboxRow | null> {
    const { rows } = await this.db.raw(
      `update ${tables.outbox} set attempts = attempts + 1, lease_until = now() + interval '${LEASE_SECONDS} seconds'
       where id = (
         select id from ${tables.outbox} where state = 'pending' and kind = ? and fatura_invoice_id = ? and (lease_until is null or lease_until < now())
         order by next_try_at limit 1 for update skip locked
       ) returning ${RETURNED}`,
      [kind, invoiceId]
    )
    return rows[0] ?? null
  }

  /** Ends a task, unless it was asked for again while it was being done: then it stays, due now. */
  async done(task: OutboxRow): Promise<void> {
    await this.db(tables.outbox)
      .where({ id: task.id })
      .update({
        state: this.db.raw(`case when requests = ? then 'done' else 'pending' end`, [task.requests]),
        lease_until: null,
        last_error: null,
        updated_at: this.db.fn.now(),
      })
  }

  /** Puts a task back, to be tried after a pause that doubles up to five minutes or the longest one given; at once when it was asked for again meanwhile. */
  async retry(task: OutboxRow, why: string, longestPauseSeconds = LONGEST_PAUSE_SECONDS): Promise<void> {
    await this.db(tables.outbox)
      .where({ id: task.id })
      .update({
        lease_until: null,
        last_error: why.slice(0, 500),
        next_try_at: this.db.raw(`case when requests = ? then now() + make_interval(secs => ?) else now() end`, [task.requests, pauseSeconds(task.attempts, longestPauseSeconds)]),
        updated_at: this.db.fn.now(),
      })
  }

  /** Forgets finished tasks after a while. */
  async prune(days: number): Promise<void> {
    await this.db(tables.outbox)
      .where({ state: "done" })
      .andWhere("updated_at", "<", this.db.raw(`now() - make_interval(days => ?)`, [days]))
      .delete()
  }
}

/** 2, 4, 8 ... 300 seconds, or the longest pause given. */
export function pauseSeconds(attempts: number, longest = LONGEST_PAUSE_SECONDS): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.max(0, attempts - 1), longest)
}
