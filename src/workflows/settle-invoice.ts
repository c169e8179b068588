import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { wordsOfError } from "../domain/words-of-error"
import { FATURA_MODULE, type FaturaModuleService } from "../modules/fatura"
import { announce } from "./settling/announce"
import { settle } from "./settling/settle"
import type { Settled } from "./settling/settling"

export type SettleInvoiceInput = { invoice_id: string }

const settleInvoiceStep = createStep("fatura-settle-invoice-step", async (input: SettleInvoiceInput, { container }) => {
  const fatura: FaturaModuleService = container.resolve(FATURA_MODULE)
  const settled = await fatura.ledger.withLease(input.invoice_id, (invoice) => settle(container, fatura, invoice))
  await announce(container, fatura, input.invoice_id)
  return new StepResponse<Settled>(settled)
})

/**
 * Brings Medusa's payment and order to what the ledger says of an invoice. Idempotent: it looks at what
 * Medusa has, does what is missing, and reads back. Run it by itself and not as a step, since Medusa's
 * own locks are skipped inside another workflow.
 *
 * @example
 * await settleInvoiceWorkflow(container).run({ input: { invoice_id: "finv_01..." } })
 */
export const settleInvoiceWorkflow = createWorkflow("fatura-settle-invoice", (input: SettleInvoiceInput) => {
  return new WorkflowResponse(settleInvoiceStep(input))
})

/** Settles at once what is in the outbox anyway; what fails here is done from there. */
export async function settleNow(container: MedusaContainer, invoiceId: string): Promise<void> {
  try {
    await settleInvoiceWorkflow(container).run({ input: { invoice_id: invoiceId } })
  } catch (error) {
    container.resolve(ContainerRegistrationKeys.LOGGER).warn(`Fatura: invoice ${invoiceId} is settled later (${wordsOfError(error)})`)
  }
}
