import {
  cancelBeginOrderClaimWorkflow, cancelBeginOrderEditWorkflow, cancelBeginOrderExchangeWorkflow, cancelOrderTransferRequestWorkflow, cancelReturnReceiveWorkflow,
  cancelReturnRequestWorkflow,
} from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import type { IOrderModuleService, MedusaContainer } from "@medusajs/framework/types"
import { blockOfChange, type OrderBlock } from "../../domain/order-blocks"
import type { ActiveChange } from "./read-order-to-end"

export const TRANSFER = "transfer"
export const CREDIT_LINE = "credit_line"

type End = (container: MedusaContainer, orderId: string, change: ActiveChange) => Promise<unknown>

/** Nothing else hangs on it, as far as is known. */
const alone: End = (container, _orderId, { id }) => (container.resolve(Modules.ORDER) as IOrderModuleService).cancelOrderChange(id)

/** As the buttons of Medusa's own pages do, so that what was begun with a change (a return, an exchange, a delivery) goes with it. */
const ENDS: Record<Exclude<OrderBlock, "fulfillment" | "completed">, End> = {
  edit: (container, order_id) => cancelBeginOrderEditWorkflow(container).run({ input: { order_id } }),
  return_request: (container, _orderId, { return_id }) => cancelReturnRequestWorkflow(container).run({ input: { return_id: return_id! } }),
  return_receive: (container, _orderId, { return_id }) => cancelReturnReceiveWorkflow(container).run({ input: { return_id: return_id! } }),
  exchange: (container, _orderId, { exchange_id }) => cancelBeginOrderExchangeWorkflow(container).run({ input: { exchange_id: exchange_id! } }),
  claim: (container, _orderId, { claim_id }) => cancelBeginOrderClaimWorkflow(container).run({ input: { claim_id: claim_id! } }),
  other_change: alone,
}

/** A customer's wish to take an order over, which holds up everything else as long as nobody answers it. */
export async function endTransfer(container: MedusaContainer, orderId: string): Promise<void> {
  await cancelOrderTransferRequestWorkflow(container).run({ input: { order_id: orderId, logged_in_user_id: "", actor_type: "user" } })
}

/** Ends what staff have begun, by staff's own decision. */
export async function endChange(container: MedusaContainer, orderId: string, change: ActiveChange): Promise<void> {
  const block = blockOfChange(change.change_type)
  if (block !== "fulfillment" && block !== "completed") {
    await ENDS[block](container, orderId, change)
  }
}
