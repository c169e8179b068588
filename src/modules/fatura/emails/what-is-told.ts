import { endOfDay, nextBankingDay } from "../../../domain/dates"
import type { InvoiceStatus } from "../../../domain/invoice-status"
import type { InvoiceRow } from "../ledger/row"
import type { EmailFacts, EmailKind, Ending } from "./email"

/** An e-mail that a change calls for. `cause` tells apart what may be told more than once of an invoice. */
export type Told = { kind: EmailKind; cause: string; facts: EmailFacts }

type Change = { row: InvoiceRow; /** What the shopper was told of already. */ toldRefundCents: number; now: Date }
type Teller = (change: Change) => Told | null

const nothing: Teller = () => null

/** What a change of the invoice is told as, when it is taken into the ledger; most are told as nothing. */
const OF_CHANGE: Record<InvoiceStatus, Teller> = {
  awaiting_payment: nothing,
  processing: nothing,
  scheduled: nothing,
  authorized: nothing,
  // Money that Medusa has not captured is for staff to decide on, and no confirmation; the capture tells of it.
  paid: toldOfRefund,
  // What was replaced, or followed from the order's own cancel, is told by whoever did that.
  canceled: ({ row, now }) =>
    row.cancel_reason === null || row.cancel_reason === "expired" ? { kind: "expired", cause: "", facts: { ...factsOf(row), ended: endingOf(row, now) } } : null,
  refund_pending: toldOfRefund,
  partially_refunded: toldOfRefund,
  refunded: toldOfRefund,
  disputed: toldOfRefund,
  denied: nothing,
  overdue: nothing,
  failed: nothing,
  unknown: nothing,
}

/** @param change the row as the change leaves it */
export function toldOfChange(change: Change): Told | null {
  return change.row.status && OF_CHANGE[change.row.status](change)
}

/** Medusa has captured the invoice's payment. */
export function toldOfCapture(row: InvoiceRow): Told {
  return { kind: "paid", cause: "", facts: factsOf(row) }
}

/** How an unpaid invoice ended, as far as the shopper is concerned. */
export function endingOf(row: Pick<InvoiceRow, "method" | "authorized_at" | "cancel_reason" | "expires_at" | "due_on">, now: Date): Ending {
  if (row.method === "card") {
    return row.authorized_at ? "card_released" : "card_closed"
  }
  const codeIsOver = row.expires_at !== null && row.expires_at <= now
  const dayIsOver = row.method === "boleto" && row.due_on !== null && endOfDay(nextBankingDay(row.due_on)) < now
  return row.cancel_reason === "expired" || codeIsOver || dayIsOver ? "expired" : "closed"
}

/** The statuses in which what the gateway counts as returned is not still on its way, or claimed by a bank. */
const IS_RETURNED: readonly (InvoiceStatus | null)[] = ["partially_refunded", "refunded"]

/** What is back with the payer, through the gateway or, as staff recorded it, outside of it. */
export function returnedCents({ status, refunded_cents, external_refunded_cents }: Pick<InvoiceRow, "status" | "refunded_cents" | "external_refunded_cents">): number {
  return external_refunded_cents + (IS_RETURNED.includes(status) ? refunded_cents : 0)
}

/** A total that did not grow since it was last told is no news. */
export function toldOfRefund({ row, toldRefundCents }: Pick<Change, "row" | "toldRefundCents">): Told | null {
  const refund_cents = returnedCents(row) - toldRefundCents
  return refund_cents > 0 ? { kind: "refunded", cause: `:${returnedCents(row)}`, facts: { ...factsOf(row), refund_cents } } : null
}

function factsOf(row: InvoiceRow): EmailFacts {
  return {
    // What a new due date added is asked for by the code, too.
    amount_cents: row.amount_cents + row.interest_cents,
    // Nothing was paid by an amount that can't be.
    paid_cents: row.paid_cents !== null && row.paid_cents > 0 ? row.paid_cents : null,
    refunded_cents: returnedCents(row),
    refund_cents: 0,
    due_on: row.due_on,
    expires_at: row.expires_at?.toISOString() ?? null,
    ended: null,
  }
}
