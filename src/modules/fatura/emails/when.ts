import { startOfDay } from "../../../domain/dates"
import type { InvoiceRow } from "../ledger/row"

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
