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

/** When an invoice is looked at next: after a pause that grows, and at the latest when it can be cancelled. */
export function nextCheckAt(row: Pick<InvoiceRow, "method" | "checks" | "cancel_at">, now: Date): Date {
  const pauses = PAUSES_MINUTES[row.method]
  const next = now.getTime() + pauses[Math.min(row.checks, pauses.length - 1)]! * MINUTE
  const cancelAt = row.cancel_at?.getTime() ?? 0
  return new Date(cancelAt > now.getTime() ? Math.min(next, cancelAt) : next)
}
