import type { MedusaContainer } from "@medusajs/framework/types"
import type { FaturaModuleService } from "../../modules/fatura"
import { StaffError } from "../../modules/fatura/texts/staff-error"
import { OrderBusyError } from "./cancel-order"
import { type Ended, endUnpaidOrder } from "./end-unpaid-order"

const REFUSED: Record<Ended, "order_goes_on" | "order_fulfilled" | null> = { ended: null, already: null, kept: "order_goes_on", blocked: "order_fulfilled" }

/**
 * Staff have an unpaid order cancelled, with whatever change was begun on it.
 * @throws StaffError when it can't be
 */
export async function endOrderForStaff(container: MedusaContainer, fatura: FaturaModuleService, orderId: string): Promise<void> {
  const ended = await endUnpaidOrder(container, fatura, { orderId, byStaff: true }).catch((error) => {
    throw error instanceof OrderBusyError ? new StaffError("changed_meanwhile") : error
  })
  const refused = REFUSED[ended]
  if (refused) {
    throw new StaffError(refused)
  }
}
