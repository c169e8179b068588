import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { readableDay, readableTime } from "../../domain/dates"
import { cents, toReais } from "../../domain/money"
import type { FaturaModuleService } from "../../modules/fatura"
import type { EmailData, EmailFacts, EmailKind } from "../../modules/fatura/emails/email"
import { orderUrl } from "../../modules/fatura/issuing/order-url"
import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { isPaidCollection } from "../medusa-view"

/** Whom an e-mail goes to, and what of the order it depends on. */
export type Addressee = { orderId: string; number: number | null; email: string; isCanceled: boolean; /** Otherwise than by this invoice. */ wasPaidBefore: boolean }

type OrderRow = { id: string; display_id: number | null; email: string | null; status: string; payment_collections?: { id: string; status: string }[] }

/**
 * The order of an invoice, by the collection: a later attempt is entered before its order is known.
 * @returns null when the order has no e-mail address, or can't be read
 */
export async function readAddressee(container: MedusaContainer, invoice: InvoiceRow): Promise<Addressee | "no_order" | null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: links } = await query.graph({ entity: "order_payment_collection", fields: ["order_id"], filters: { payment_collection_id: invoice.payment_collection_id } })
  const orderId = (links[0] as { order_id: string } | undefined)?.order_id
  if (!orderId) {
    return "no_order"
  }
  const { data } = await query.graph({ entity: "order", fields: ["id", "display_id", "email", "status", "payment_collections.id", "payment_collections.status"], filters: { id: orderId } })
  const order = data[0] as unknown as OrderRow | undefined
  if (!order?.email) {
    return null
  }
  const others = (order.payment_collections ?? []).filter(({ id }) => id !== invoice.payment_collection_id)
  return { orderId: order.id, number: order.display_id, email: order.email, isCanceled: order.status === "canceled", wasPaidBefore: others.some(isPaidCollection) }
}

/**
 * @param told the moment that the e-mail tells of; null where it tells how to pay now
 */
export async function emailData(
  fatura: FaturaModuleService,
  { invoice, kind, told, addressee }: { invoice: InvoiceRow; kind: EmailKind; told: EmailFacts | null; addressee: Addressee }
): Promise<EmailData> {
  const { language } = fatura.options.emails
  const money = new Intl.NumberFormat(language, { style: "currency", currency: "BRL" })
  const facts = told ?? factsOfNow(invoice)
  const [amount, paid, refund, refunded] = [facts.amount_cents, facts.paid_cents, facts.refund_cents, facts.refunded_cents].map((given) => (given === null ? null : toReais(cents(given)))) as [number, number | null, number, number]
  const payable = !told && fatura.invoiceDesk.isPayable(invoice) ? invoice.instructions : null
  const profile = await (await fatura.accounts.find(invoice.account_id))?.tokens.profile()
  return {
    kind,
    language,
    id: invoice.id,
    invoice_id: invoice.invoice_id,
    session_id: invoice.session_id,
    order_id: addressee.orderId,
    order_display_id: addressee.number,
    method: invoice.method,
    amount,
    amount_text: money.format(amount),
    currency_code: "brl",
    paid_amount: paid,
    paid_amount_text: paid === null ? null : money.format(paid),
    refund_amount: refund,
    refund_amount_text: money.format(refund),
    refunded_amount: refunded,
    refunded_amount_text: money.format(refunded),
    ended: facts.ended,
    is_difference: addressee.wasPaidBefore,
    due_on: facts.due_on,
    due_on_text: facts.due_on && readableDay(facts.due_on, language),
    expires_at: facts.expires_at,
    expires_at_text: facts.expires_at && readableTime(new Date(facts.expires_at), language),
    pix: payable?.pix ?? null,
    boleto: payable?.boleto ?? null,
    action_url: payable?.action_url ?? null,
    pay_url: orderUrl(fatura.options, { orderId: addressee.orderId, cartId: invoice.cart_id, sessionId: invoice.session_id }),
    payee_name: profile?.tradeName ?? profile?.legalName ?? null,
    payee_document_masked: profile?.documentMasked ?? null,
  }
}

function factsOfNow(invoice: InvoiceRow): EmailFacts {
  return {
    amount_cents: invoice.amount_cents + invoice.interest_cents,
    paid_cents: null,
    refunded_cents: invoice.refunded_cents + invoice.external_refunded_cents,
    refund_cents: 0,
    due_on: invoice.due_on,
    expires_at: invoice.expires_at?.toISOString() ?? null,
    ended: null,
  }
}
