import type { Case } from "./ledger-of-books"

const SWEEP = "the sweep of refunded and disputed invoices"

/**
 * What happens to an invoice after it was captured (a refund in the gateway's panel, a dispute) and is told
 * by no notice is not looked for yet.
 */
export function knownGapOf({ invoice, row }: Pick<Case, "invoice" | "row">): string | null {
  const isForgotten = row !== null && row.settled_at !== null && row.next_check_at === null
  const isNews = [8, 9, 10].includes(Number(invoice.code)) || row?.status === "disputed"
  const isUntold = row !== null && (invoice.refundedCents > row.refunded_cents || STATUS_WORDS[Number(invoice.code)] !== row.status)
  return isForgotten && isNews && isUntold ? SWEEP : null
}

/** The gateway's codes (spec 3) in the words of the plugin's ledger. */
export const STATUS_WORDS: Record<number, string> = {
  1: "awaiting_payment",
  2: "processing",
  3: "scheduled",
  4: "authorized",
  5: "paid",
  6: "canceled",
  7: "refund_pending",
  8: "partially_refunded",
  9: "refunded",
  10: "disputed",
  12: "denied",
  15: "overdue",
  16: "failed",
}
