import { type Database, tables } from "../database"
import type { ArrivedNotice } from "./notices"

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
  constructor(private readonly db: Database) {}

  async isFull({ invoiceId, door }: Pick<ArrivedNotice, "invoiceId" | "door">): Promise<boolean> {
    return door === "panel" ? this.isPanelFull(invoiceId) : this.isTicketFull(invoiceId)
  }

  private async isPanelFull(invoiceId: string): Promise<boolean> {
    const { rows } = await this.db.raw(
      `select count(*) filter (where state = 'pending')::int as waiting, count(*) filter (where created_at > now() - interval '1 hour')::int as hour
       from ${tables.notice} where fatura_invoice_id = ? and door = 'panel'`,
      [invoiceId]
    )
    return rows[0].waiting >= MOST_WAITING || rows[0].hour >= MOST_IN_AN_HOUR
  }

  private async isTicketFull(invoiceId: string): Promise<boolean> {
    const { rows } = await this.db.raw(
      `select count(*)::int as notices, coalesce(sum(octet_length(body_base64)), 0)::bigint as bytes from ${tables.notice} where fatura_invoice_id = ? and door = 'ticket'`,
      [invoiceId]
    )
    return rows[0].notices >= MOST_OF_TICKET || Number(rows[0].bytes) >= MOST_BYTES_OF_TICKET
  }
}
