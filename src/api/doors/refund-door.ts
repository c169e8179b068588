import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { METHOD_BY_PROVIDER_ID } from "../../modules/fatura/sessions/provider-ids"
import { hasActiveChange, readOrder } from "../../workflows/medusa-view"

const ACTIVE_CHANGE = "The order has a change in progress (an edit, return, exchange or claim). Confirm or cancel it first: Medusa would pay the money back and then fail to book it."
const CANCELED = "The order is cancelled, so Medusa could not book this refund. Refund it from the invoice in Fatura instead."

/**
 * Before `POST /admin/payments/:id/refund`: Medusa pays out and then fails when the order is cancelled or
 * has a change in progress. The provider refuses as well; here staff get to read why.
 */
export async function refundDoor(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "payment", fields: ["id", "provider_id", "payment_collection_id"], filters: { id: req.params.id } })
  const payment = data[0] as { provider_id: string; payment_collection_id: string } | undefined
  if (!payment || !METHOD_BY_PROVIDER_ID[payment.provider_id]) {
    return next()
  }
  const links = await query.graph({ entity: "order_payment_collection", fields: ["order_id"], filters: { payment_collection_id: payment.payment_collection_id } })
  const orderId = (links.data[0] as { order_id: string } | undefined)?.order_id
  const order = orderId ? await readOrder(req.scope, orderId) : null
  if (order?.status === "canceled") {
    return conflict(res, "order_canceled", CANCELED)
  }
  return order && (await hasActiveChange(req.scope, order.id)) ? conflict(res, "order_change_active", ACTIVE_CHANGE) : next()
}

/** Before `POST /admin/orders/:id/cancel` of an order that was paid through us. */
export async function cancelOrderDoor(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order", fields: ["id", "payment_collections.payments.provider_id", "payment_collections.payments.captured_at"], filters: { id: req.params.id } })
  const order = data[0] as unknown as { payment_collections?: { payments?: { provider_id: string; captured_at: unknown }[] }[] } | undefined
  const payments = (order?.payment_collections ?? []).flatMap((collection) => collection.payments ?? [])
  const ours = payments.some((payment) => METHOD_BY_PROVIDER_ID[payment.provider_id] && payment.captured_at)
  return ours && (await hasActiveChange(req.scope, req.params.id!)) ? conflict(res, "order_change_active", ACTIVE_CHANGE) : next()
}

function conflict(res: MedusaResponse, code: string, message: string): void {
  res.status(409).json({ type: "not_allowed", code, message })
}
