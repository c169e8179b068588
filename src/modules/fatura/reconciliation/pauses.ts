import type { InvoiceRow, PaymentMethod } from "../ledger/row"

const MINUTE = 60_000

/**
 * Pauses between look-ups of an invoice that is open or watched, in minutes. A card is decided soon;
 * what is paid by PIX or boleto is announced, so that looking is for lost notices only.
 */
const PAUSES_MINUTES: Record<PaymentMethod, number[]> = {
  pix: [15, 60, 240, 720],
  boleto: [240, 720, 1_440],
  card: [5, 10, 30, 60, 240, 720],
}

/** The same after a cancel, whose first look comes an hour later: money on its way arrives soon, if at all. */
const WATCH_PAUSES_MINUTES = [300, 1_080, 1_440]

/** The same for a refund that is accepted or unknown and does not show yet; banks take days, and its notice comes by itself. */
const REFUND_PAUSES_MINUTES = [2, 10, 30, 60, 240, 720, 1_440]

/** When an open refund is asked for next, after so many look-ups in vain. */
export function nextRefundCheckAt(checks: number, now: Date): Date {
  return new Date(now.getTime() + REFUND_PAUSES_MINUTES[Math.min(checks, REFUND_PAUSES_MINUTES.length - 1)]! * MINUTE)
}

/** When a cancelled invoice is looked at next; null when nothing is expected of it any more. */
export function nextWatchAt(row: Pick<InvoiceRow, "checks" | "watch_until">, now: Date): Date | null {
  const minutes = WATCH_PAUSES_MINUTES[Math.min(row.checks, WATCH_PAUSES_MINUTES.length - 1)]!
  return row.watch_until && row.watch_until > now ? new Date(now.getTime() + minutes * MINUTE) : null
}

/** When an invoice is looked at next: after a pause that grows, and at the latest when it can be cancelled. */
export function nextCheckAt(row: Pick<InvoiceRow, "method" | "checks" | "cancel_at">, now: Date): Date {
  const pauses = PAUSES_MINUTES[row.method]
  const next = now.getTime() + pauses[Math.min(row.checks, pauses.length - 1)]! * MINUTE
  const cancelAt = row.cancel_at?.getTime() ?? 0
  return new Date(cancelAt > now.getTime() ? Math.min(next, cancelAt) : next)
}
