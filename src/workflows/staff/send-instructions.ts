import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { cents, toReais } from "../../domain/money"
import type { FaturaModuleService } from "../../modules/fatura"
import type { Instructions, InvoiceRow, PaymentMethod } from "../../modules/fatura/ledger/row"
import { StaffError } from "../../modules/fatura/texts/staff-error"

/**
 * What a template of payment instructions needs. Amounts in decimal reais; whom to write to stands in the
 * order, so that nothing personal goes through the event bus.
 */
export type InstructionsEventData = {
  id: string
  invoice_id: string | null
  session_id: string
  order_id: string | null
  order_display_id: number | null
  method: PaymentMethod
  amount: number
  currency_code: string
  /** `YYYY-MM-DD` in São Paulo. */
  due_on: string | null
  /** When the code is no longer payable, ISO 8601. */
  expires_at: string | null
  pix: Instructions["pix"] | null
  boleto: Instructions["boleto"] | null
  action_url: string | null
}

/**
 * Has the shopper told once more how to pay: by the plugin's e-mail where they are on, and by an event for the store's own.
 * @throws StaffError when there is nothing to pay any more
 */
export async function sendInstructions(container: MedusaContainer, fatura: FaturaModuleService, invoice: InvoiceRow, by: { orderNumber: number | null; actor: string }): Promise<void> {
  if (!fatura.invoiceDesk.isPayable(invoice)) {
    throw new StaffError("nothing_to_pay")
  }
  const { instructions } = invoice
  const data: InstructionsEventData = {
    id: invoice.id,
    invoice_id: invoice.invoice_id,
    session_id: invoice.session_id,
    order_id: invoice.order_id,
    order_display_id: by.orderNumber,
    method: invoice.method,
    amount: toReais(cents(invoice.amount_cents)),
    currency_code: "brl",
    due_on: invoice.due_on,
    expires_at: invoice.expires_at?.toISOString() ?? null,
    pix: instructions?.pix ?? null,
    boleto: instructions?.boleto ?? null,
    action_url: instructions?.action_url ?? null,
  }
  await fatura.invoiceDesk.noteAccess(invoice, "instructions_requested", by.actor)
  await fatura.emails.again(invoice)
  await container.resolve(Modules.EVENT_BUS).emit({ name: "fatura.instructions.requested", data })
}
