import { endOfDay, nextBankingDay } from "../../../domain/dates"
import type { InvoiceStatus } from "../../../domain/invoice-status"
import type { ProblemKind } from "../../../domain/problems"
import { type Database, tables } from "../database"
import type { InvoiceRow } from "../ledger/row"
import type { Problems } from "../problems/problems"

const DAY = 86_400_000

/** Under these codes money is under way: nothing is cancelled, and nothing moves on by itself. */
const KIND_OF: Partial<Record<InvoiceStatus, ProblemKind>> = {
  processing: "payment_not_decided",
  scheduled: "payment_not_decided",
  authorized: "authorized_not_captured",
}

/** Tells staff of payments that the gateway neither finishes nor gives up: their orders wait for as long, with their stock. */
export class StuckPayments {
  constructor(private readonly db: Database, private readonly problems: Problems) {}

  /** A day after it began; of a scheduled one a day after the last day on which banks carry it out, if that is later. */
  async raise(row: InvoiceRow, now: Date): Promise<void> {
    const kind = row.status && KIND_OF[row.status]
    if (!kind || row.settled_at) {
      return
    }
    const expected = Math.max(await this.since(row), lastDayOf(row)) + DAY
    if (now.getTime() > expected) {
      await this.problems.raise({ kind, subject: row.id, invoiceId: row.id, orderId: row.order_id, accountId: row.account_id, details: { status: row.status } })
    }
  }

  /** When it came to its present status; one that was issued with it, when it was issued. */
  private async since(row: InvoiceRow): Promise<number> {
    if (row.status === "authorized") {
      return row.authorized_at?.getTime() ?? Infinity
    }
    const told = await this.db(tables.event).where({ fatura_invoice_id: row.id, kind: "status_changed", to_status: row.status }).max({ at: "created_at" }).first()
    return ((told?.at as Date | null) ?? row.issued_at ?? row.created_at).getTime()
  }
}

function lastDayOf({ status, due_on }: InvoiceRow): number {
  return status === "scheduled" && due_on ? endOfDay(nextBankingDay(due_on)).getTime() : 0
}
