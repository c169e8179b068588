import { MedusaError, Modules } from "@medusajs/framework/utils"
import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import type { RefundRows } from "./refund-rows"

/**
 * Whether a refund of Medusa books what the gateway has already returned. Its metadata only points to
 * our row, which is claimed once; then nothing is sent.
 * @throws MedusaError when another refund has claimed it
 */
export async function claimGatewayRefund(container: MedusaContainer, rows: RefundRows, refundId: string): Promise<boolean> {
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const [refund] = await payments.listRefunds({ id: [refundId] }, { select: ["id", "metadata"] })
  const pointer = (refund as { metadata?: { fatura_refund?: unknown } | null } | undefined)?.metadata?.fatura_refund
  if (typeof pointer !== "string") {
    return false
  }
  if (!(await rows.claim(pointer, refundId))) {
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This refund of the gateway is booked already.")
  }
  return true
}
