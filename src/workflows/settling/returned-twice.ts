import { returnedTooMuch } from "../../domain/invoice-money"
import type { Settling } from "./settling"

/**
 * The gateway returns what staff have recorded as returned elsewhere: the shopper has more back than was paid, and
 * neither book lacks anything. Each amount is raised once.
 */
export async function raiseReturnedTwice({ fatura, invoice }: Settling): Promise<void> {
  const excess = returnedTooMuch(invoice)
  const subject = `${invoice.id}:${excess}`
  if (excess === 0 || (await fatura.problems.decidedAt("returned_twice", subject))) {
    return
  }
  await fatura.problems.raise({
    kind: "returned_twice",
    subject,
    invoiceId: invoice.id,
    orderId: invoice.order_id,
    accountId: invoice.account_id,
    details: { paid_cents: invoice.paid_cents, returned_cents: invoice.refunded_cents, external_refunded_cents: invoice.external_refunded_cents, excess_cents: excess },
  })
}
