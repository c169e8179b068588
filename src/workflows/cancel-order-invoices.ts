import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { heldOfCapture, returned } from "../domain/invoice-money"
import { moneyArrived } from "../domain/invoice-status"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"
import type { InvoiceRow } from "../modules/fatura/ledger/row"

export type CancelOrderInvoicesInput = { order_id: string }

const cancelOrderInvoicesStep = createStep("fatura-cancel-order-invoices-step", async (input: CancelOrderInvoicesInput, { container }) => {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order_payment_collection", fields: ["payment_collection_id"], filters: { order_id: input.order_id } })
  const collections = (data as { payment_collection_id: string }[]).map((link) => link.payment_collection_id)
  const rows = (await Promise.all(collections.map((id) => fatura.ledger.ofCollection(id)))).flat()
  for (const row of rows) {
    await endInvoice(fatura, row, input.order_id)
  }
  return new StepResponse(rows.map((row) => row.id))
})

async function endInvoice(fatura: FaturaModuleService, row: InvoiceRow, orderId: string): Promise<void> {
  if (row.status && moneyArrived(row.status)) {
    // Medusa cancels the order even when the provider refuses the refund, and books it as refunded.
    if (heldOfCapture(row, await fatura.refundRows.askedInMedusa(row.id)) > 0) {
      await fatura.problems.raise({
        kind: "refund_failed_on_cancel",
        subject: row.id,
        invoiceId: row.id,
        orderId,
        details: { captured_cents: row.captured_cents, refunded_cents: returned(row) },
      })
    }
    return
  }
  if (row.is_live) {
    await fatura.canceling.cancel(row.id, "order_canceled")
  }
}

/**
 * A cancelled order's open code is cancelled at the gateway. Medusa itself never tells the provider
 * about an order that was cancelled before it was paid. What the gateway does not confirm at once stays
 * in the outbox.
 */
export const cancelOrderInvoicesWorkflow = createWorkflow("fatura-cancel-order-invoices", (input: CancelOrderInvoicesInput) => {
  return new WorkflowResponse(cancelOrderInvoicesStep(input))
})
