import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { readableDay, readableTime } from "../../domain/dates"
import { cents, toReais } from "../../domain/money"
import type { FaturaModuleService } from "../../modules/fatura"
import type { EmailData, EmailKind } from "../../modules/fatura/emails/email"
import { orderUrl } from "../../modules/fatura/issuing/order-url"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"

/** Whom an e-mail goes to. */
export type Addressee = { orderId: string; number: number | null; email: string }

/** The order of an invoice, by the collection: a later attempt is entered before its order is known. */
export async function readAddressee(container: MedusaContainer, invoice: InvoiceRow): Promise<Addressee | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: links } = await query.graph({ entity: "order_payment_collection", fields: ["order_id"], filters: { payment_collection_id: invoice.payment_collection_id } })
  const orderId = (links[0] as { order_id: string } | undefined)?.order_id
  if (!orderId) {
    return null
  }
  const { data } = await query.graph({ entity: "order", fields: ["id", "display_id", "email"], filters: { id: orderId } })
  const order = data[0] as { id: string; display_id: number | null; email: string | null } | undefined
  return order?.email ? { orderId: order.id, number: order.display_id, email: order.email } : null
}

export async function emailData(fatura: FaturaModuleService, invoice: InvoiceRow, kind: EmailKind, { orderId, number }: Addressee): Promise<EmailData> {
  const { language } = fatura.options.emails
  const money = new Intl.NumberFormat(language, { style: "currency", currency: "BRL" })
  const amount = toReais(cents(invoice.amount_cents))
  const refunded = toReais(cents(invoice.refunded_cents))
  const payable = fatura.invoiceDesk.isPayable(invoice) ? invoice.instructions : null
  const profile = await (await fatura.accounts.find(invoice.account_id))?.tokens.profile()
  return {
    kind,
    language,
    id: invoice.id,
    invoice_id: invoice.invoice_id,
    session_id: invoice.session_id,
    order_id: orderId,
    order_display_id: number,
    method: invoice.method,
    amount,
    amount_text: money.format(amount),
    currency_code: "brl",
    refunded_amount: refunded,
    refunded_amount_text: money.format(refunded),
    due_on: invoice.due_on,
    due_on_text: invoice.due_on && readableDay(invoice.due_on, language),
    expires_at: invoice.expires_at?.toISOString() ?? null,
    expires_at_text: invoice.expires_at && readableTime(invoice.expires_at, language),
    pix: payable?.pix ?? null,
    boleto: payable?.boleto ?? null,
    action_url: payable?.action_url ?? null,
    pay_url: orderUrl(fatura.options, { orderId, cartId: invoice.cart_id, sessionId: invoice.session_id }),
    payee_name: profile?.tradeName ?? profile?.legalName ?? null,
    payee_document_masked: profile?.documentMasked ?? null,
  }
}
