/**
 * Our vocabulary for the state of an invoice, one name for each code of the gateway (spec 3).
 * `unknown` is everything else: codes 11, 13 and 14, which the gateway does not list, and whatever
 * it may invent. An unknown status is kept and raised, and moves nothing.
 */
export const INVOICE_STATUSES = [
  "awaiting_payment",
  "processing",
  "scheduled",
  "authorized",
  "paid",
  "canceled",
  "refund_pending",
  "partially_refunded",
  "refunded",
  "disputed",
  "denied",
  "overdue",
  "failed",
  "unknown",
] as const

export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

type Facts = {
  /** The gateway's code (spec 3). */
  code: number | null
  /** The gateway's definite answer that no money came and none is on its way. */
  definitelyUnpaid: boolean
  /** Can still become paid without anybody's mistake. */
  open: boolean
  /** The shopper's money reached the merchant, whatever became of it later. */
  moneyArrived: "yes" | "no" | "if_paid_before"
}

const FACTS: Record<InvoiceStatus, Facts> = {
  awaiting_payment: { code: 1, definitelyUnpaid: true, open: true, moneyArrived: "no" },
  processing: { code: 2, definitelyUnpaid: false, open: true, moneyArrived: "no" },
  scheduled: { code: 3, definitelyUnpaid: false, open: true, moneyArrived: "no" },
  authorized: { code: 4, definitelyUnpaid: false, open: true, moneyArrived: "no" },
  paid: { code: 5, definitelyUnpaid: false, open: false, moneyArrived: "yes" },
  canceled: { code: 6, definitelyUnpaid: true, open: false, moneyArrived: "no" },
  refund_pending: { code: 7, definitelyUnpaid: false, open: false, moneyArrived: "yes" },
  partially_refunded: { code: 8, definitelyUnpaid: false, open: false, moneyArrived: "yes" },
  refunded: { code: 9, definitelyUnpaid: false, open: false, moneyArrived: "if_paid_before" },
  disputed: { code: 10, definitelyUnpaid: false, open: false, moneyArrived: "yes" },
  denied: { code: 12, definitelyUnpaid: true, open: false, moneyArrived: "no" },
  overdue: { code: 15, definitelyUnpaid: true, open: true, moneyArrived: "no" },
  failed: { code: 16, definitelyUnpaid: true, open: false, moneyArrived: "no" },
  unknown: { code: null, definitelyUnpaid: false, open: false, moneyArrived: "no" },
}

const STATUS_BY_CODE = new Map<number, InvoiceStatus>(
  INVOICE_STATUSES.flatMap((status) => {
    const { code } = FACTS[status]
    return code === null ? [] : [[code, status] as const]
  })
)

/**
 * The gateway's `status.code` -> our status. The code may come as a number or as its text ("5").
 * Only the code decides, never the status text (spec 2.4: it varies with the acquirer).
 */
export function statusFromCode(code: unknown): InvoiceStatus {
  const number =
    typeof code === "string" && /^\s*\d{1,3}\s*$/.test(code) ? Number(code) : code
  return (typeof number === "number" ? STATUS_BY_CODE.get(number) : undefined) ?? "unknown"
}

/** The gateway's code for a status; null for `unknown`. */
export function codeOfStatus(status: InvoiceStatus): number | null {
  return FACTS[status].code
}

/**
 * True for exactly the codes 1, 6, 12, 15 and 16: only these allow that an order is treated as
 * unpaid. Codes 2, 3 and 4 postpone, and an unknown status is no answer.
 */
export function isDefinitelyUnpaid(status: InvoiceStatus): boolean {
  return FACTS[status].definitelyUnpaid
}

/** True while the invoice can still become paid without anybody's mistake: codes 1, 2, 3, 4, 15. */
export function isOpen(status: InvoiceStatus): boolean {
  return FACTS[status].open
}

/**
 * True when the shopper's money reached the merchant: codes 5, 7, 8 and 10. Code 9 says so only of
 * an invoice that was known as paid before (`paidBefore`): a 9 without a 5 captures nothing.
 */
export function moneyArrived(status: InvoiceStatus, paidBefore = false): boolean {
  const { moneyArrived: arrived } = FACTS[status]
  return arrived === "yes" || (arrived === "if_paid_before" && paidBefore)
}
