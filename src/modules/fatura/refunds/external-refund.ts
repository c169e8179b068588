import { type Cents, cents, reaisText } from "../../../domain/money"
import type { InvoiceStatus } from "../../../domain/invoice-status"
import type { Emails } from "../emails/emails"
import { held, returned } from "../../../domain/invoice-money"
import type { ChangeTaker } from "../ledger/apply-change"
import type { Ledger } from "../ledger/ledger"
import type { InvoiceRow } from "../ledger/row"
import type { Outbox } from "../outbox/outbox"
import { StaffError } from "../texts/staff-error"
import type { Refunds } from "./refunds"

type Parts = { ledger: Ledger; outbox: Outbox; refunds: Pick<Refunds, "withNoneUnderWay">; emails: Pick<Emails, "afterRecordedRefund"> }
type By = { reason: string; actor: string }

/** Statuses that say no more than that the money came; any other one is the gateway's word and stays. */
const SAYS_PAID: (InvoiceStatus | null)[] = ["paid", "partially_refunded"]

/**
 * A refund that was made outside the gateway, as by bank transfer for a boleto. It has a counter of its own: what
 * the gateway itself returns is told as a total that knows nothing of it.
 * @param amount in cents; all that is held when missing; or how much, told of the invoice when its turn has come
 * @throws StaffError when it is more than what is held of the payment, or the gateway may be returning it as well
 */
export async function recordExternalRefund({ refunds, ...parts }: Parts, id: string, amount: Cents | undefined | ((row: InvoiceRow) => Promise<Cents | undefined>), by: By): Promise<void> {
  await refunds.withNoneUnderWay(id, async (row) => record(parts, id, typeof amount === "function" ? await amount(row) : amount, by))
}

async function record({ ledger, outbox, emails }: Omit<Parts, "refunds">, id: string, amount: Cents | undefined, by: By): Promise<void> {
  await ledger.locked(id, async (row, trx) => {
    const refunded = withinHeld(row, amount)
    const total = row.external_refunded_cents + refunded
    const status = SAYS_PAID.includes(row.status) ? (refunded === held(row) ? "refunded" : "partially_refunded") : row.status
    const recorded = await ledger.update(id, { external_refunded_cents: total, status }, trx)
    await ledger.addEvent(id, { kind: "status_changed", cause: "staff", actor: by.actor, from: row.status, to: status, details: { external_refund_cents: refunded, ...by } }, trx)
    await outbox.add("settle", id, trx)
    await emails.afterRecordedRefund(row, recorded, trx)
  })
}

/**
 * The amount of a refund that the gateway made and did not tell, as staff read it in its panel. It counts with
 * the gateway's own, so that it is not counted again when the gateway tells it.
 * @throws StaffError when it is more than what is held of the payment
 */
export async function recordUntoldRefund({ changes }: { changes: ChangeTaker }, row: InvoiceRow, amount: Cents | undefined, by: By): Promise<void> {
  const refunded = withinHeld(row, amount)
  const total = row.refunded_cents + refunded
  await changes.take(row.id, { status: refunded === held(row) ? "refunded" : "partially_refunded", refundedCents: total, paidCents: null }, "staff", { untold_refund_cents: refunded, ...by })
}

function withinHeld(row: InvoiceRow, amount: Cents | undefined): Cents {
  const left = held(row)
  const refunded = amount ?? left
  if (refunded <= 0 || refunded > left) {
    throw new StaffError("external_refund_amount", { left: reaisText(left), refunded: reaisText(cents(returned(row))) })
  }
  return refunded
}
