import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { moneyArrived } from "../../domain/invoice-status"
import { FATURA_MODULE, type FaturaModuleService } from "../../modules/fatura"
import type { Draft } from "../../modules/fatura/drafts/drafts"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { METHOD_BY_PROVIDER_ID, PROVIDER_ID_BY_METHOD } from "../../modules/fatura/sessions/provider-ids"
import { ShopperError } from "../../modules/fatura/texts/shopper-error"
import { workOffOf } from "../work-off"
import { collectionToPay, readOrderToPay } from "./order-to-pay"

export type RenewInput = { orderId: string; providerId?: string; draft?: Draft; actor: "shopper" | "system" }

const LOCK_SECONDS = 60

/**
 * A second chance on a placed order: a new code, or another method. The old invoice is cancelled first,
 * with a definite answer, so that at most one can be paid; then a new session is made on the order's own
 * collection and authorised by us, since Medusa authorises nothing for a placed order.
 * @returns the session that is to be paid, or the one that turned out to be paid
 * @throws ShopperError
 */
export async function renewPayment(container: MedusaContainer, input: RenewInput): Promise<string> {
  const locking = container.resolve(Modules.LOCKING)
  return locking.execute(`fatura-renew:${input.orderId}`, () => renew(container, input), { timeout: LOCK_SECONDS })
}

async function renew(container: MedusaContainer, input: RenewInput): Promise<string> {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const order = await readOrderToPay(container, input.orderId)
  if (!order) {
    throw new ShopperError("not_found", "order_not_found")
  }
  if (order.status === "canceled") {
    throw new ShopperError("conflict", "order_canceled")
  }
  const collection = await collectionToPay(container, order)
  if (!collection) {
    throw new ShopperError("conflict", "nothing_to_pay")
  }
  const attempts = await fatura.ledger.ofCollection(collection.id)
  const previous = attempts[0] ?? null
  const providerId = input.providerId ?? PROVIDER_ID_BY_METHOD[previous?.method ?? "pix"]
  const draft = fatura.draftForRenewal(input.draft ?? {}, previous)
  await checkFirst(container, fatura, collection.id, providerId, draft)
  const paid = await endAttempts(container, fatura, attempts)
  if (paid) {
    return paid.session_id
  }
  if (input.actor === "shopper" && new Set(attempts.map((row) => row.session_id)).size > fatura.options.renewalsPerOrder) {
    throw new ShopperError("conflict", "too_many_renewals")
  }
  await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id: collection.id, provider_id: providerId, data: { draft: await fatura.drafts.store(draft) }, customer_id: order.customerId ?? undefined },
  })
  return authoriseNewest(container, collection.id)
}

/** What is missing or false must not cost the shopper a code that can still be paid. */
async function checkFirst(container: MedusaContainer, fatura: FaturaModuleService, collectionId: string, providerId: string, draft: Draft): Promise<void> {
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const [session] = await payments.listPaymentSessions({ payment_collection_id: collectionId }, { take: 1 })
  if (session) {
    await fatura.issuing.check(session.id, METHOD_BY_PROVIDER_ID[providerId]!, draft)
  }
}

/** Ends whatever could still take money; answers the attempt that has been paid meanwhile. */
async function endAttempts(container: MedusaContainer, fatura: FaturaModuleService, attempts: InvoiceRow[]): Promise<InvoiceRow | null> {
  for (const row of attempts) {
    if (row.status && moneyArrived(row.status)) {
      await workOffOf(container, "settle", row.id)
      return row
    }
    if (!row.is_live) {
      continue
    }
    const result = row.state === "issued" ? await fatura.canceling.cancel(row.id, "replaced") : "unresolved"
    if (result === "paid") {
      await workOffOf(container, "settle", row.id)
      return row
    }
    if (result === "unresolved") {
      throw new ShopperError("conflict", "outcome_unknown")
    }
  }
  return null
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
