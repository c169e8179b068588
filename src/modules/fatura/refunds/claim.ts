import type { IPaymentModuleService } from "@medusajs/framework/types"
import { StaffError } from "../texts/staff-error"
import type { RefundRows } from "./refund-rows"

/** A refund as Medusa keeps it. */
export type MedusaRefund = { id: string; payment_id?: string | null; created_at: string | Date; metadata?: { fatura_refund?: unknown } | null }

/** Null when Medusa does not know it. */
export async function readMedusaRefund(payments: IPaymentModuleService, refundId: string): Promise<MedusaRefund | null> {
  const [refund] = await payments.listRefunds({ id: [refundId] }, { select: ["id", "payment_id", "created_at", "metadata"] as never })
  return (refund as MedusaRefund | undefined) ?? null
}

/**
 * Whether a refund of Medusa books what the gateway has already returned. Its metadata only points to
 * our row, which is claimed once; then nothing is sent.
 * @throws StaffError when another refund has claimed it
 */
export async function claimGatewayRefund(rows: RefundRows, refund: MedusaRefund | null): Promise<boolean> {
  const pointer = refund?.metadata?.fatura_refund
  if (!refund || typeof pointer !== "string") {
    return false
  }
  if (!(await rows.claim(pointer, refund.id))) {
    throw new StaffError("refund_claimed")
  }
  return true
}
