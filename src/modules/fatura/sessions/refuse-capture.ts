import { MathBN } from "@medusajs/framework/utils"
import type { BigNumberInput, IPaymentModuleService } from "@medusajs/framework/types"
import { capturable } from "../../../domain/invoice-money"
import { type Cents, cents, reaisText, toCents } from "../../../domain/money"
import type { InvoiceRow } from "../ledger/row"
import { whyNotEnough } from "../ledger/why-not-enough"
import type { Refunds } from "../refunds/refunds"
import { StaffError } from "../texts/staff-error"
import type { Sessions } from "./sessions"

type Parts = { sessions: Pick<Sessions, "paidInvoice">; refunds: Pick<Refunds, "refuseWhileOpen"> }
type Captures = { payment?: { captures?: { amount: BigNumberInput }[] | null } | null }

/**
 * @param captureId Medusa's capture that is being made, where it tells one
 * @throws StaffError when Medusa would capture what did not come, or may be going back
 */
export async function refuseCapture({ sessions, refunds }: Parts, payments: IPaymentModuleService, sessionId: string, captureId: string | undefined): Promise<void> {
  const paid = await sessions.paidInvoice(sessionId)
  if (!paid) {
    throw new StaffError("capture_not_paid")
  }
  if (paid.captured_cents === 0) {
    await refunds.refuseWhileOpen(paid.id)
  }
  refuseCaptureOfMore(paid, await capturedWith(payments, captureId))
}

/** What Medusa has captured of a payment with the capture that is being made, in cents; null where it tells of none. */
export async function capturedWith(payments: IPaymentModuleService, captureId: string | undefined): Promise<Cents | null> {
  const [capture] = captureId ? await payments.listCaptures({ id: [captureId] }, { relations: ["payment", "payment.captures"] }) : []
  const captures = (capture as Captures | undefined)?.payment?.captures
  return captures ? toCents(MathBN.sum(0, ...captures.map(({ amount }) => amount)).toNumber()) : null
}

/**
 * Medusa's own button captures the amount of the payment, whatever came in: booked like that, the difference could be
 * refunded, and nothing would make the books right again.
 * @param captured what Medusa would have captured then, in cents; null where it is not told
 * @throws StaffError
 */
export function refuseCaptureOfMore(paid: InvoiceRow, captured: Cents | null): void {
  if (paid.captured_cents === 0 && whyNotEnough(paid)) {
    throw new StaffError("capture_undecided")
  }
  const most = paid.captured_cents > 0 ? cents(paid.captured_cents) : capturable(paid)
  if (captured !== null && captured > most) {
    throw new StaffError("capture_too_much", { left: reaisText(most) })
  }
}
