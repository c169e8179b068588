import { type Database, tables, type Transaction } from "../database"
import type { ArrivedNotice, NoticeRow, Notices } from "./notices"

/** Notices without a ticket that may wait for one invoice: a few are enough to have it looked at. */
const MOST_WAITING = 3
/** Those that may be stored for one invoice in an hour; the gateway sends two for each change. */
const MOST_IN_AN_HOUR = 30
/** What the address of one attempt may have in the inbox at a time: far more than the gateway sends in the weeks that it is kept. */
const MOST_OF_TICKET = 500
const MOST_BYTES_OF_TICKET = 4 * 1_024 * 1_024

/**
 * Whether an invoice's notices still have room in the inbox. Without a limit, who knows one id, or has read one
 * address in a log, could fill the database.
 */
export class NoticeRoom {
  /** Those that wait in this process for the same room; of each only the last, which waits for all before it. */
  private readonly turns = new Map<string, Promise<unknown>>()

  constructor(private readonly db: Database, private readonly notices: Notices) {}

  /**
   * Stores a notice, or notes that it found no room. Counted and written one after the other, or many at one moment would
   * all find the last place free. They queue in the process first: each that waits in the database holds a connection.
   * @returns null when there was no room, and the gateway will be asked instead
   */
  async store(arrived: ArrivedNotice): Promise<NoticeRow | null> {
    const name = `${tables.notice}:${arrived.door}:${arrived.invoiceId}`
    const stored = (this.turns.get(name) ?? Promise.resolve()).then(() => this.storeLocked(name, arrived))
    const turn = stored.then(() => undefined, () => undefined)
    this.turns.set(name, turn)
    try {
      return await stored
    } finally {
      if (this.turns.get(name) === turn) {
        this.turns.delete(name)
      }
    }
  }

  private async storeLocked(name: string, arrived: ArrivedNotice): Promise<NoticeRow | null> {
    return this.db.transaction(async (trx) => {
      await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [name])
      if (await this.isFull(arrived, trx)) {
        await this.notices.storeExcess(arrived, trx)
        return null
      }
      return this.notices.store(arrived, trx)
    })
  }

  async isFull({ invoiceId, door }: Pick<ArrivedNotice, "invoiceId" | "door">, db: Database | Transaction = this.db): Promise<boolean> {
    return door === "panel" ? this.isPanelFull(invoiceId, db) : this.isTicketFull(invoiceId, db)
  }

  private async isPanelFull(invoiceId: string, db: Database | Transaction): Promise<boolean> {
    const { rows } = await db.raw(
      `select count(*) filter (where state = 'pending')::int as waiting, count(*) filter (where created_at > now() - interval '1 hour')::int as hour
       from ${tables.notice} where fatura_invoice_id = ? and door = 'panel'`,
      [invoiceId]
    )
    return rows[0].waiting >= MOST_WAITING || rows[0].hour >= MOST_IN_AN_HOUR
  }

  private async isTicketFull(invoiceId: string, db: Database | Transaction): Promise<boolean> {
    const { rows } = await db.raw(
      `select count(*)::int as notices, coalesce(sum(octet_length(body_base64)), 0)::bigint as bytes from ${tables.notice} where fatura_invoice_id = ? and door = 'ticket'`,
      [invoiceId]
    )
    return rows[0].notices >= MOST_OF_TICKET || Number(rows[0].bytes) >= MOST_BYTES_OF_TICKET
  }
}
