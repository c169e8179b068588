import { believablePaid } from "../../../domain/invoice-money"
import { moneyArrived } from "../../../domain/invoice-status"
import type { ProblemKind } from "../../../domain/problems"
import type { NewProblem } from "../problems/problems"
import type { Seen } from "./apply-change"
import type { InvoiceRow } from "./row"

export const UNCONFIRMED: ProblemKind = "payment_unconfirmed"

/** Whether the gateway, asked, says that the money came, and no less of it than Medusa has captured. */
export function isConfirmedBy(row: Pick<InvoiceRow, "amount_cents" | "captured_cents">, told: Seen): boolean {
  const paid = told.status === "paid" ? believablePaid(told.paidCents, row.amount_cents) : null
  return moneyArrived(told.status, true) && (paid === null || paid >= row.captured_cents)
}

/** A webhook says that an invoice is paid, and the gateway's list does not. `told` is null where it holds no such invoice. */
export function unconfirmedPayment(row: InvoiceRow, told: Seen | null): NewProblem {
  return {
    kind: UNCONFIRMED,
    subject: row.id,
    invoiceId: row.id,
    orderId: row.order_id,
    accountId: row.account_id,
    details: { told: told?.status ?? null, told_paid_cents: told?.paidCents ?? null, captured_cents: row.captured_cents },
  }
}
