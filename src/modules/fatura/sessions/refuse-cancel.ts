import type { IPaymentModuleService } from "@medusajs/framework/types"
import { type OrderQuery, refuseDuringChange } from "../refunds/order-guard"
import { StaffError } from "../texts/staff-error"
import { type CollectionPayment, holdsCapture } from "./covered"

type Payment = CollectionPayment & { payment_collection_id: string }

/**
 * A captured payment that Medusa marks as cancelled can be captured for no order any more, though its money is there.
 * And of an order with an active change Medusa ends the payments first and refuses the cancel afterwards: the order
 * would go on, its hold released or its code withdrawn. Medusa itself goes on when a payment is not ended.
 * @throws StaffError when the payment must stay
 */
export async function refuseCancel(query: OrderQuery, payments: IPaymentModuleService, paymentId: string): Promise<void> {
  const found = (await payments.listPayments({ id: [paymentId] }, { relations: ["captures", "refunds"] })) as unknown as Payment[]
  if (holdsCapture(found)) {
    throw new StaffError("captured_is_refunded")
  }
  for (const { payment_collection_id } of found) {
    const { data } = await query.graph({ entity: "order_payment_collection", fields: ["order_id"], filters: { payment_collection_id } })
    for (const { order_id } of data as { order_id: string }[]) {
      await refuseDuringChange(query, order_id)
    }
  }
}
