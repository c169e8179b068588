import type { IPaymentModuleService } from "@medusajs/framework/types"
import { StaffError } from "../texts/staff-error"
import { type CollectionPayment, holdsCapture } from "./covered"

/**
 * A captured payment that Medusa marks as cancelled can be captured for no order any more, though its money is there.
 * @throws StaffError when the payment holds captured money
 */
export async function refuseCancelOfCaptured(payments: IPaymentModuleService, paymentId: string): Promise<void> {
  const found = await payments.listPayments({ id: [paymentId] }, { relations: ["captures", "refunds"] })
  if (holdsCapture(found as unknown as CollectionPayment[])) {
    throw new StaffError("captured_is_refunded")
  }
}
