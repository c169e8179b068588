import { Modules } from "@medusajs/framework/utils"
import type { IPaymentModuleService } from "@medusajs/framework/types"
import { toCents } from "../../domain/money"
import { forMoneyThatCame } from "../../modules/fatura/sessions/adoption"
import { METHOD_BY_PROVIDER_ID, PROVIDER_ID_BY_METHOD } from "../../modules/fatura/sessions/provider-ids"
import { hasEndedUncaptured } from "../../modules/fatura/ledger/holds-money"
import { readMedusa } from "../medusa-view"
import type { Settling } from "./settling"
import { whyNotEnough } from "../../modules/fatura/ledger/why-not-enough"

/** To which a payment can still be added. */
const UNPAID_COLLECTIONS = ["not_paid", "awaiting"]

/**
 * An old code of a waiting order was paid after it was replaced: Medusa has deleted its session. The
 * session that replaced it takes the paid invoice over, after its own code was cancelled. Where none did, since
 * the new one was refused while the old one was thrown away already, one is made. Money that is not
 * enough, or that may be on its way back, leaves the newer code as it is.
 */
export async function adoptBySession(settling: Settling): Promise<Settling> {
  const { container, fatura, invoice } = settling
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const canBeCaptured = invoice.paid_at && !invoice.settled_at && !hasEndedUncaptured(invoice) && !whyNotEnough(invoice)
  if (!canBeCaptured || (await fatura.refundRows.openOf(invoice.id)) || (await payments.listPaymentSessions({ id: [invoice.session_id] })).length) {
    return settling
  }
  const sessions = await payments.listPaymentSessions({ payment_collection_id: invoice.payment_collection_id }, { relations: ["payment"] })
  const heir = sessions.length
    ? sessions.find((session) => METHOD_BY_PROVIDER_ID[session.provider_id] && !session.payment && toCents(session.amount as never) === invoice.amount_cents)
    : await makeSession(settling)
  if (!heir) {
    return settling
  }
  const rivals = (await fatura.ledger.ofCollection(invoice.payment_collection_id)).filter((row) => row.id !== invoice.id && row.is_live)
  for (const rival of rivals) {
    if ((await fatura.canceling.cancel(rival.id, "replaced")) !== "canceled") {
      return settling
    }
  }
  const adopted = await fatura.ledger.update(invoice.id, { session_id: heir.id })
  await fatura.ledger.addEvent(invoice.id, { kind: "adopted", cause: "system", details: { session_id: heir.id } })
  return { ...settling, invoice: adopted }
}

/** In the order's own collection, while that is still to be paid with the invoice's amount. */
async function makeSession({ container, invoice }: Settling): Promise<{ id: string } | null> {
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const [collection] = await payments.listPaymentCollections({ id: [invoice.payment_collection_id] })
  const { order } = await readMedusa(container, invoice)
  const isToBePaid = order && order.status !== "canceled" && collection && UNPAID_COLLECTIONS.includes(collection.status)
  if (!isToBePaid || toCents(collection.amount as never) !== invoice.amount_cents) {
    return null
  }
  const { amount, currency_code } = collection
  return forMoneyThatCame(() => payments.createPaymentSession(collection.id, { provider_id: PROVIDER_ID_BY_METHOD[invoice.method], amount, currency_code, data: {} }))
}
