import { type Database, type Transaction, newId, tables } from "../database"
import { isOpen } from "../../../domain/invoice-status"
import type { InvoiceRow } from "../ledger/row"
import type { FixedOptions } from "../options/schema"
import type { EmailKind } from "./email"
import { kindAfterSettling, reminderAt } from "./when"

export type EmailRow = { id: string; fatura_invoice_id: string; kind: EmailKind; key: string; attempts: number }

const LEASE_SECONDS = 120
const LONGEST_PAUSE_SECONDS = 3_600
/** Medusa is still placing the order when its invoice is issued. */
const AFTER_ISSUE_SECONDS = 10

/**
 * The shopper's e-mails that are to be sent: one row for each invoice, kind and cause, so that each is sent once
 * whatever is repeated or killed. Written with the change that calls for it. Nothing is written while they are off.
 */
export class Emails {
  constructor(private readonly db: Database, private readonly options: FixedOptions["emails"]) {}

  get enabled(): boolean {
    return this.options.enabled
  }

  /** An invoice was issued that waits for its payment: how to pay, and a word before the time is over. */
  async afterIssue(row: InvoiceRow, now: Date, trx: Transaction): Promise<void> {
    if (!row.status || !isOpen(row.status)) {
      return
    }
    await this.add(row.id, "instructions", "", { afterSeconds: AFTER_ISSUE_SECONDS }, trx)
    const at = reminderAt(row, this.options)
    if (at && at > now) {
      await this.add(row.id, "reminder", "", { at }, trx)
    }
  }

  /** Medusa's books have followed a change of the invoice. */
  async afterSettling(row: InvoiceRow): Promise<void> {
    const due = kindAfterSettling(row)
    if (due) {
      await this.add(row.id, due.kind, due.cause, { afterSeconds: 0 })
    }
  }

  /** Staff want the shopper told once more. */
  async again(row: InvoiceRow): Promise<void> {
    await this.add(row.id, "instructions", `:${newId("feml")}`, { afterSeconds: 0 })
  }

  /** The next e-mail that is due and that no other process sends. */
  async claim(): Promise<EmailRow | null> {
    const { rows } = await this.db.raw(
      `update ${tables.email} set attempts = attempts + 1, lease_until = now() + interval '${LEASE_SECONDS} seconds'
       where id = (
         select id from ${tables.email} where state = 'pending' and due_at <= now() and (lease_until is null or lease_until < now())
         order by due_at limit 1 for update skip locked
       ) returning id, fatura_invoice_id, kind, key, attempts`
    )
    return rows[0] ?? null
  }

  /** `skipped`: there is nothing to tell any more; `failed`: given up after many tries. */
  async end(row: EmailRow, state: "sent" | "skipped" | "failed", why: string | null = null): Promise<void> {
    await this.change(row, { state, last_error: why?.slice(0, 500) ?? null })
  }

  /** Tried again after 4, 8, 16 seconds and so on, up to an hour; or at a time that is known. */
  async later(row: EmailRow, why: string | null, at?: Date): Promise<void> {
    const pause = Math.min(2 ** (row.attempts + 1), LONGEST_PAUSE_SECONDS)
    await this.change(row, { due_at: at ?? this.db.raw("now() + make_interval(secs => ?)", [pause]), last_error: why?.slice(0, 500) ?? null })
  }

  async prune(days: number): Promise<void> {
    await this.db(tables.email).whereNot({ state: "pending" }).andWhere("updated_at", "<", this.db.raw("now() - make_interval(days => ?)", [days])).delete()
  }

  private async change(row: EmailRow, columns: Record<string, unknown>): Promise<void> {
    await this.db(tables.email).where({ id: row.id }).update({ ...columns, lease_until: null, updated_at: this.db.fn.now() })
  }

  private async add(invoiceId: string, kind: EmailKind, cause: string, due: { at: Date } | { afterSeconds: number }, trx?: Transaction): Promise<void> {
    if (!this.enabled) {
      return
    }
    const db = trx ?? this.db
    await db(tables.email)
      .insert({
        id: newId("feml"),
        fatura_invoice_id: invoiceId,
        kind,
        key: `${kind}:${invoiceId}${cause}`,
        state: "pending",
        due_at: "at" in due ? due.at : this.db.raw("now() + make_interval(secs => ?)", [due.afterSeconds]),
      })
      .onConflict("key")
      .ignore()
  }
}
