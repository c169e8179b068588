import type { Assumptions } from "../assumptions"
import { brazilianText, reais } from "../money"
import { localTime } from "../sao-paulo"
import type { SandboxInvoice } from "../types"

export const NO_REFUNDS = { possbile: null, total: null, brl: null, data: null }

/** The `refunds` object (its first member is spelled so); the unit of its numbers is a switch. */
export const refundsMember = (invoice: SandboxInvoice, assumptions: Assumptions) => {
  if (invoice.refundedCents === 0 || !invoice.refundedAt) {
    return NO_REFUNDS
  }
  const inUnit = (cents: number): number => (assumptions.refund_unit === "cents" ? cents : reais(cents))
  return {
    possbile: inUnit(Math.max(0, (invoice.paidCents || invoice.dueCents) - invoice.refundedCents)),
    total: inUnit(invoice.refundedCents),
    brl: brazilianText(invoice.refundedCents),
    data: localTime(invoice.refundedAt),
  }
}
