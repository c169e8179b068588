import { type Cents, cents } from "../../../domain/money"
import type { ChangeTaker } from "../ledger/apply-change"
import type { InvoiceRow } from "../ledger/row"
import { StaffError } from "../texts/staff-error"

/**
 * A refund that was made outside the gateway, as by bank transfer for a boleto.
 * @param amount all that is left when missing
 * @throws StaffError when it is more than what is left of the payment
 */
export async function recordExternalRefund(changes: ChangeTaker, row: InvoiceRow, amount: Cents | undefined, by: { reason: string; actor: string }): Promise<void> {
  const paid = Math.max(row.paid_cents ?? 0, row.settled_at ? row.amount_cents : 0)
  const refunded = cents(amount ?? paid - row.refunded_cents)
  if (refunded <= 0 || row.refunded_cents + refunded > paid) {
    throw new StaffError("external_refund_amount")
  }
  const total = row.refunded_cents + refunded
  await changes.take(row.id, { status: total >= paid ? "refunded" : "partially_refunded", refundedCents: total, paidCents: null }, "staff", { external_refund_cents: refunded, ...by })
}
