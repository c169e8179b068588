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
