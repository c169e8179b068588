import { type Database, tables } from "../database"

/** One thing that happened to an invoice, as staff read it. */
export type TimelineEntry = {
  id: string
  /** What was done or learnt; `notice_received` is an entry of the inbox. */
  kind: string
  /** `notice`, `look_up`, `own_call`, `staff`, `system` or `shopper`. */
  cause: string
  from_status: string | null
  to_status: string | null
  actor: string | null
  details: Record<string, unknown> | null
  created_at: Date
}

/** Everything that happened to an invoice, with the notices that came for it, oldest first. */
export async function timelineOf(db: Database, invoiceId: string): Promise<TimelineEntry[]> {
  const [events, notices] = await Promise.all([
    db(tables.event).where({ fatura_invoice_id: invoiceId }).select("id", "kind", "cause", "from_status", "to_status", "actor", "details", "created_at"),
    db(tables.notice).where({ fatura_invoice_id: invoiceId }).select("id", "door", "state", "outcome", "verified", "attempts", "last_error", "created_at"),
  ])
  const received = notices.map(({ id, created_at, ...details }): TimelineEntry => ({
    id,
    kind: "notice_received",
    cause: "notice",
    from_status: null,
    to_status: null,
    actor: null,
    details,
    created_at,
  }))
  const entries: TimelineEntry[] = [...events, ...received]
  return entries.sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1))
}
