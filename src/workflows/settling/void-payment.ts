import { Modules } from "@medusajs/framework/utils"
import type { IPaymentModuleService } from "@medusajs/framework/types"
import { holdsMoney } from "../../modules/fatura/ledger/holds-money"
import { readMedusa } from "../medusa-view"
import type { Settling } from "./settling"

/** A collection counts as paid for in these, though a payment in it may be over. */
const HELD = ["authorized", "partially_authorized"]

/**
 * The gateway gave an authorised payment up: Medusa's payment is over as well. It would stand there as money that an
 * order has, which would never end and keep its stock, nor could its shopper have another code. Should the gateway
 * take the money all the same, the capture has the payment stand again. Safe to repeat; the payment is marked last.
 */
export async function voidPayment({ container, fatura, invoice }: Settling): Promise<void> {
  const medusa = await readMedusa(container, invoice)
  const attempts = await fatura.ledger.ofSession(invoice.session_id)
  const isOver = !attempts.some((row) => row.is_live || holdsMoney(row))
  if (!isOver || !medusa.paymentId || medusa.capturedCents > 0 || medusa.order?.status !== "pending") {
    return
  }
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const { status, payments: all } = await payments.retrievePaymentCollection(invoice.payment_collection_id, { relations: ["payments"] })
  const others = (all ?? []).filter(({ id, canceled_at }) => id !== medusa.paymentId && !canceled_at)
  if (HELD.includes(status) && !others.length) {
    await payments.updatePaymentCollections(invoice.payment_collection_id, { status: "not_paid" } as never)
  }
  if (!medusa.isVoided) {
    await payments.updatePayment({ id: medusa.paymentId, canceled_at: new Date() } as never)
  }
}
