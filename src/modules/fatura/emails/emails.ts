import { type Database, type Transaction, newId, tables } from "../database"
import { isOpen } from "../../../domain/invoice-status"
import type { InvoiceRow } from "../ledger/row"
import type { FixedOptions } from "../options/schema"
import type { EmailFacts, EmailKind } from "./email"
import { type Told, toldOfCapture, toldOfChange, toldOfRefund } from "./what-is-told"
import { reminderAt } from "./when"

export type EmailRow = {
  id: string
  fatura_invoice_id: string
  kind: EmailKind
  key: string
  attempts: number
  facts: EmailFacts | null
  stale_at: Date | null
  handed: number
  /** Handed over under this key, and the end of that is not known. */
  handed_key: string | null
  /** Whether that was so long ago that no answer will come. */
  is_overdue: boolean
}

export type EmailEnd = "sent" | "skipped" | "failed" | "unknown"

const LEASE_SECONDS = 120
const LONGEST_PAUSE_SECONDS = 3_600
/** Medusa is still placing the order when its invoice is issued. */
const AFTER_ISSUE_SECONDS = 10
/** Medusa's books follow the change first, as the order that ends with its code. */
const AFTER_CHANGE_SECONDS = 10
/** What tells of a moment is old news after it, as after a longer failure of the provider, or when e-mails were off. */
const TOLD_FOR_DAYS = 3
/** In the key of what staff asked for. */
const ASKED_FOR = ":again:"
/** A provider that has not answered by then has died, or its answer was lost. */
const ANSWER_WITHIN_MINUTES = 10

/**
 * The shopper's e-mails that are to be sent: one row for each invoice, kind and cause, so that each is sent once
 * whatever is repeated or killed. Written in the transaction of the change that calls for it, with the facts of that
 * moment. Nothing is written while they are off.
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

  /** A change of the invoice was taken into the ledger. */
  async afterChange(before: InvoiceRow, after: InvoiceRow, now: Date, trx: Transaction): Promise<void> {
    if (!this.enabled) {
      return
    }
    const told = toldOfChange({ row: after, toldRefundCents: await this.toldRefundCents(before, trx), now })
    if (told) {
      await this.tell(after, told, trx)
    }
  }

  /** Staff have recorded a refund that was made outside the gateway, whatever the gateway says of the invoice. */
  async afterRecordedRefund(before: InvoiceRow, after: InvoiceRow, trx: Transaction): Promise<void> {
    if (!this.enabled) {
      return
    }
    const told = toldOfRefund({ row: after, toldRefundCents: await this.toldRefundCents(before, trx) })
    if (told) {
      await this.tell(after, told, trx)
    }
  }

  /** Medusa has captured the invoice's payment. */
  async afterCapture(row: InvoiceRow, trx: Transaction): Promise<void> {
    await this.tell(row, toldOfCapture(row), trx)
  }

  /** Staff want the shopper told once more. */
  async again(row: InvoiceRow): Promise<void> {
    await this.add(row.id, "instructions", `${ASKED_FOR}${newId("feml")}`, { afterSeconds: 0 })
  }

  /** Whether staff wait for it. */
  wasAskedFor({ key }: EmailRow): boolean {
    return key.includes(ASKED_FOR)
  }

  /** The next e-mail that is due and that no other process sends. */
  async claim(): Promise<EmailRow | null> {
    const { rows } = await this.db.raw(
      `update ${tables.email} set attempts = attempts + 1, lease_until = now() + interval '${LEASE_SECONDS} seconds'
       where id = (
         select id from ${tables.email} where state = 'pending' and due_at <= now() and (lease_until is null or lease_until < now())
         order by due_at limit 1 for update skip locked
       ) returning id, fatura_invoice_id, kind, key, attempts, facts, stale_at, handed, handed_key,
         coalesce(handed_at < now() - interval '${ANSWER_WITHIN_MINUTES} minutes', false) as is_overdue`
    )
    return rows[0] ?? null
  }

  /**
   * Notes that the e-mail is about to be handed over, before it is: whoever finds the mark after a kill asks what
   * became of it, and does not hand it over again. Each time has a key of its own, since Medusa sends one of the
   * same key once and can't be told of a second try (its failed one is kept, and its update is of another row).
   */
  async markHanded(row: EmailRow): Promise<EmailRow & { handed_key: string }> {
    // Under a mark that stands nothing was handed over: Medusa has nothing under its key.
    const handed = row.handed_key ? row.handed : row.handed + 1
    const handed_key = handed === 1 ? `fatura-email:${row.key}` : `fatura-email:${row.key}:try-${handed}`
    await this.db(tables.email).where({ id: row.id }).update({ handed, handed_key, handed_at: this.db.fn.now(), updated_at: this.db.fn.now() })
    return { ...row, handed, handed_key, is_overdue: false }
  }

  /** The handing over has ended without the e-mail having gone out; it can be tried again. */
  async unmarkHanded(row: EmailRow): Promise<void> {
    await this.db(tables.email).where({ id: row.id }).update({ handed_key: null, handed_at: null })
  }

  /** `skipped`: there is nothing to tell any more; `failed`: given up after many tries; `unknown`: handed over, and no more is known. */
  async end(row: EmailRow, state: EmailEnd, why: string | null = null): Promise<void> {
    await this.change(row, { state, last_error: why?.slice(0, 500) ?? null })
  }

  /** Tried again after 4, 8, 16 seconds and so on, up to an hour; or at a time that is known. */
  async later(row: EmailRow, why: string | null, at?: Date): Promise<void> {
    const pause = Math.min(2 ** (row.attempts + 1), LONGEST_PAUSE_SECONDS)
    await this.change(row, { due_at: at ?? this.db.raw("now() + make_interval(secs => ?)", [pause]), last_error: why?.slice(0, 500) ?? null })
  }

  async prune(days: number): Promise<void> {
    const longAgo = this.db.raw("now() - make_interval(days => ?)", [days])
    // What waits for so long was put down before e-mails were switched off.
    await this.db(tables.email).where("updated_at", "<", longAgo).andWhere((over) => over.whereNot({ state: "pending" }).orWhere("due_at", "<", longAgo)).delete()
  }

  private async change(row: EmailRow, columns: Record<string, unknown>): Promise<void> {
    await this.db(tables.email).where({ id: row.id }).update({ ...columns, lease_until: null, updated_at: this.db.fn.now() })
  }

  /** What the shopper was told of as returned; before the first e-mail, what the ledger had as returned. */
  private async toldRefundCents(before: InvoiceRow, trx: Transaction): Promise<number> {
    const told = await trx(tables.email)
      .where({ fatura_invoice_id: before.id, kind: "refunded" })
      .max({ cents: trx.raw("(facts->>'refunded_cents')::bigint") })
      .first()
    // What is on its way is told when it has arrived, also when it was counted before.
    const known = before.external_refunded_cents + (before.status === "refund_pending" ? 0 : before.refunded_cents)
    return Math.max(Number(told?.cents ?? 0), known)
  }

  private async tell(row: InvoiceRow, { kind, cause, facts }: Told, trx: Transaction): Promise<void> {
    await this.add(row.id, kind, cause, { afterSeconds: AFTER_CHANGE_SECONDS, facts }, trx)
  }

  private async add(invoiceId: string, kind: EmailKind, cause: string, due: ({ at: Date } | { afterSeconds: number }) & { facts?: EmailFacts }, trx?: Transaction): Promise<void> {
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
        ...(due.facts && { facts: JSON.stringify(due.facts), stale_at: this.db.raw("now() + make_interval(days => ?)", [TOLD_FOR_DAYS]) }),
      })
      .onConflict("key")
      .ignore()
  }
}
