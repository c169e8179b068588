import type { InvoiceStatus } from "../../../domain/invoice-status"
import { startOfDay } from "../../../domain/dates"
import type { InvoiceRow } from "../ledger/row"
import type { EmailKind } from "./email"

const MINUTE_MS = 60_000
const REMINDER_HOUR_MS = 9 * 60 * MINUTE_MS

/** When to remind: minutes before a PIX code ceases, or at nine in the morning some days before a boleto is due. Null: not at all. */
export function reminderAt(row: Pick<InvoiceRow, "method" | "expires_at" | "due_on">, options: { pixReminderMinutes: number; boletoReminderDays: number }): Date | null {
  if (row.method === "pix" && row.expires_at && options.pixReminderMinutes > 0) {
    return new Date(row.expires_at.getTime() - options.pixReminderMinutes * MINUTE_MS)
  }
  if (row.method === "boleto" && row.due_on && options.boletoReminderDays > 0) {
    return new Date(startOfDay(row.due_on, -options.boletoReminderDays).getTime() + REMINDER_HOUR_MS)
  }
  return null
}

type Due = { kind: EmailKind; /** Tells apart what may be told more than once. */ cause: string }

const paid: Due = { kind: "paid", cause: "" }

/** What a settled change of the invoice is told as; most changes are told as nothing. */
const AFTER_SETTLING: Record<InvoiceStatus, (row: InvoiceRow) => Due | null> = {
  awaiting_payment: () => null,
  processing: () => null,
  scheduled: () => null,
  authorized: () => null,
  // Money that Medusa has not captured is a problem for staff, and no confirmation for the shopper.
  paid: (row) => (row.settled_at ? paid : null),
  // What was replaced, or followed from the order's own cancel, is told by whoever did that.
  canceled: (row) => (row.cancel_reason === null || row.cancel_reason === "expired" ? { kind: "expired", cause: "" } : null),
  refund_pending: () => null,
  partially_refunded: refunded,
  refunded,
  disputed: () => null,
  denied: () => null,
  overdue: () => null,
  failed: () => null,
  unknown: () => null,
}

function refunded(row: InvoiceRow): Due {
  return { kind: "refunded", cause: `:${row.refunded_cents}` }
}

export function kindAfterSettling(row: InvoiceRow): Due | null {
  return row.status && AFTER_SETTLING[row.status](row)
}
