import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import type { Cents } from "../../domain/money"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { Draft } from "../../modules/fatura/drafts/drafts"
import { holdsMoney, waitsForCapture } from "../../modules/fatura/ledger/holds-money"
import type { InvoiceRow, PaymentMethod } from "../../modules/fatura/ledger/row"
import { METHOD_BY_PROVIDER_ID, PROVIDER_ID_BY_METHOD } from "../../modules/fatura/sessions/provider-ids"
import { ShopperError } from "../../modules/fatura/texts/shopper-error"
import { settleNow } from "../settle-invoice"
import { endAttempts } from "./end-attempts"
import { collectionToPay, isHeld, liveAttempts, readOrderToPay, type OrderToPay } from "./order-to-pay"
import { withOrderLock } from "./order-lock"
import { providersOfRegion } from "./region-providers"

export type RenewInput = { orderId: string; providerId?: string; draft?: Draft; actor: "shopper" | "system" }

/**
 * A second chance on a placed order: a new code, or another method. The old invoice is cancelled first,
 * with a definite answer, so that at most one can be paid; then a new session is made on the order's own
 * collection and authorised by us, since Medusa authorises nothing for a placed order.
 * @returns the session that is to be paid, or the one that turned out to be paid
 * @throws ShopperError
 */
export async function renewPayment(container: MedusaContainer, input: RenewInput): Promise<string> {
  return withOrderLock(container, input.orderId, () => renewInLock(container, input))
}

/** The same for who holds the order's lock already. */
export async function renewInLock(container: MedusaContainer, input: RenewInput): Promise<string> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const seen = await readOrderToPay(container, input.orderId)
  const unbooked = seen && seen.status !== "canceled" ? await unbookedPayment(fatura, seen) : null
  if (unbooked) {
    await settleNow(container, unbooked.id)
  }
  // Read again: where the ledger says that a payment is captured, the order's books hold it by now.
  const order = standing(await readOrderToPay(container, input.orderId))
  const live = await liveAttempts(fatura, order)
  if (live.some(isHeld) || order.collections.some(({ holdsPayment }) => holdsPayment)) {
    // Medusa would give the authorised payment up for the new one, while the gateway may be capturing it.
    throw new ShopperError("conflict", "already_covered")
  }
  const collection = await collectionToPay(container, order)
  if (!collection && unbooked) {
    return unbooked.session_id
  }
  if (!collection) {
    throw new ShopperError("conflict", "nothing_to_pay")
  }
  const own = await fatura.ledger.ofCollection(collection.id)
  const attempts = [...own, ...live.filter((row) => row.payment_collection_id !== collection.id)]
  // A difference after an edit has a collection of its own: the payer is known from the order.
  const previous = attempts[0] ?? (await fatura.ledger.ofOrder(order.id))[0] ?? null
  const method = input.providerId ? METHOD_BY_PROVIDER_ID[input.providerId]! : previous?.method ?? "pix"
  const typed = fatura.draftForRenewal(input.draft ?? {}, previous)
  if (input.actor === "shopper" && !attempts.some(mayHoldMoney)) {
    await refuseOutsideRegion(container, order, method)
    await refuseBeforehand(fatura, { attempts, method, draft: typed, amountCents: collection.amountCents, salesChannelId: order.salesChannelId })
  }
  const paid = await endAttempts(container, fatura, attempts)
  if (paid) {
    return paid.session_id
  }
  const providerId = PROVIDER_ID_BY_METHOD[method]
  const draft = await fatura.drafts.store(typed)
  await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: collection.id, provider_id: providerId, data: { draft }, customer_id: order.customerId ?? undefined },
  })
  return authoriseNewest(container, collection.id)
}

/** @throws ShopperError when there is no such order, or it was cancelled */
function standing(order: OrderToPay | null): OrderToPay {
  if (!order) {
    throw new ShopperError("not_found", "order_not_found")
  }
  if (order.status === "canceled") {
    throw new ShopperError("conflict", "order_canceled")
  }
  return order
}

/**
 * Money of the order that Medusa has not booked yet. Its collection counts as paid from the capture on, the order
 * only when the transaction is there: in between, the whole order looks like a difference that is still to be paid.
 */
async function unbookedPayment(fatura: FaturaModuleService, order: OrderToPay): Promise<InvoiceRow | null> {
  for (const { id } of order.collections) {
    const rows = await fatura.ledger.ofCollection(id)
    const paid = rows.find(waitsForCapture)
    if (paid && !rows.some((row) => row.settled_at !== null)) {
      return paid
    }
  }
  return null
}

/** Paid, or it can't be told: that is answered first, whatever was asked for. */
function mayHoldMoney(row: InvoiceRow): boolean {
  return row.status ? holdsMoney(row) : row.is_live
}

/** What can't come to anything is refused while the shopper still has the old code. */
async function refuseBeforehand(
  fatura: FaturaModuleService,
  wanted: { attempts: InvoiceRow[]; method: PaymentMethod; draft: Draft; amountCents: Cents; salesChannelId: string | null }
): Promise<void> {
  if (new Set(wanted.attempts.map((row) => row.session_id)).size > fatura.options.renewalsPerOrder) {
    throw new ShopperError("conflict", "too_many_renewals")
  }
  await fatura.issuing.refuseUnfit(wanted.method, { amount: wanted.amountCents, currency: "brl", salesChannelId: wanted.salesChannelId, cartId: wanted.attempts[0]?.cart_id ?? null }, wanted.draft)
}

/** Staff take a provider out of a region for good reason; Medusa asks it for carts alone. */
async function refuseOutsideRegion(container: MedusaContainer, { regionId }: OrderToPay, method: PaymentMethod): Promise<void> {
  const offered = await providersOfRegion(container, regionId)
  if (offered && !offered.includes(PROVIDER_ID_BY_METHOD[method])) {
    throw new ShopperError("conflict", "method_unavailable")
  }
}

async function authoriseNewest(container: MedusaContainer, collectionId: string): Promise<string> {
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const [session] = await payments.listPaymentSessions({ payment_collection_id: collectionId }, { order: { created_at: "DESC" }, take: 1 })
  if (!session) {
    throw new ShopperError("conflict", "method_unavailable")
  }
  await payments.authorizePaymentSession(session.id, {})
  return session.id
}
