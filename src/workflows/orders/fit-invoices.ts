import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { UnexpectedStateError } from "../../domain/words-of-error"
import { isSameAmount } from "../../domain/money"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { POLICIES } from "../../modules/fatura/methods/policy"
import { PROVIDER_ID_BY_METHOD } from "../../modules/fatura/sessions/provider-ids"
import { liveAttempts, readOrderToPay, type OrderToPay } from "./order-to-pay"
import { withOrderLock } from "./order-lock"
import { providersOfRegion } from "./region-providers"
import { renewInLock } from "./renew-payment"

/**
 * A payable code's amount is what its order owes now. Whatever changed the order (an edit, one taken back, an
 * exchange, a claim, a return, a credit line, a payment in another way), Medusa leaves the session and its code as
 * they were: an open invoice that no longer fits is cancelled, and renewed where something is still owed.
 */
export async function fitInvoices(container: MedusaContainer, orderId: string): Promise<void> {
  if (!(await findMisfits(container, orderId)).misfits.length) {
    return
  }
  await withOrderLock(container, orderId, async () => {
    const { order, misfits } = await findMisfits(container, orderId)
    if (order && misfits.length) {
      await replace(container, order, misfits)
    }
  })
}

type Found = { order: OrderToPay | null; misfits: InvoiceRow[] }

/** Compares, and notes at which state of the order's books an invoice was found to fit. */
async function findMisfits(container: MedusaContainer, orderId: string): Promise<Found> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const booksAt = await lastBooking(container, orderId)
  const order = await readOrderToPay(container, orderId)
  if (!order || order.status === "canceled") {
    return { order: null, misfits: [] }
  }
  const payable = (await liveAttempts(fatura, order)).filter(isPayable)
  const misfits = payable.filter((row) => !isSameAmount(row.amount_cents, order.exactPending))
  for (const row of payable) {
    if (!misfits.includes(row)) {
      await fatura.ledger.markFitting(row.id, booksAt)
    }
  }
  return { order, misfits }
}

/**
 * Money that is on its way (codes 2, 3 and 4) is not stopped: what comes above what is owed then is for staff.
 * Nor is one asked about twice whose end was asked for already.
 */
function isPayable(row: InvoiceRow): boolean {
  return row.state === "issued" && row.cancel_requested_at === null && (row.status === "awaiting_payment" || row.status === "overdue")
}

async function replace(container: MedusaContainer, order: OrderToPay, misfits: InvoiceRow[]): Promise<void> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  // A card's data is used once: only its shopper can pay with another one.
  const offered = await providersOfRegion(container, order.regionId)
  const renewed = order.pendingCents > 0 && misfits.some(({ method }) => POLICIES[method].replaceable && (offered?.includes(PROVIDER_ID_BY_METHOD[method]) ?? true))
  if (renewed) {
    await renewInLock(container, { orderId: order.id, actor: "system" })
    const { misfits: left } = await findMisfits(container, order.id)
    if (left.length) {
      throw new UnexpectedStateError(`the new code of order ${order.id} is not of what it owes`)
    }
    return
  }
  for (const row of misfits) {
    await fatura.canceling.cancel(row.id, "not_owed")
  }
}

/** The time of the newest entry of an order's books, to the microsecond; taken before they are read. */
async function lastBooking(container: MedusaContainer, orderId: string): Promise<string | null> {
  const db = container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await db.raw(`select max(updated_at)::text as at from order_summary where order_id = ? and deleted_at is null`, [orderId])
  return (rows[0] as { at: string | null } | undefined)?.at ?? null
}
