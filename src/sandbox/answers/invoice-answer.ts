import type { Assumptions } from "../assumptions"
import { decimalText, reais } from "../money"
import { localTime } from "../sao-paulo"
import { statusMember } from "../status-texts"
import type { SandboxInvoice } from "../types"
import { SECONDS } from "./envelope"
import { refundsMember } from "./refunds"

/** What `amount.gross` holds, in cents: no source tells, so it is a switch. */
export const grossCents = (invoice: SandboxInvoice, assumptions: Assumptions): number =>
  assumptions.gross_includes_discount_and_shipping ? invoice.dueCents : invoice.itemsCents

const cardMember = (invoice: SandboxInvoice) => {
  const card = invoice.card
  return {
    type: card ? "credit" : null,
    tid: card?.tid ?? null,
    token: card?.token ?? null,
    bin: card?.bin ?? null,
    last4: card?.last4 ?? null,
    number: card ? `${card.bin}******${card.last4}` : null,
    brand: card?.brand ?? null,
    acquirer: card ? "ACQ" : null,
    expire: card?.expires ?? null,
    holder: { name: card?.holder ?? null, document: null },
  }
}

/** The PIX member that both shapes share. */
export const pixMember = (invoice: SandboxInvoice, url: string) => ({
  image: invoice.pixPayload ? `${url}/invoices/qrcode/${invoice.id}` : null,
  payload: invoice.pixPayload,
  status: invoice.pixPayload ? "qr_code_created" : null,
  ete: { id: invoice.endToEndId, refund_id: null },
})

/** The `invoice` object of spec 2.2: money here is decimal reais, except `price_cents`. */
export const invoiceMember = (invoice: SandboxInvoice, assumptions: Assumptions, url: string) => {
  const paidAt = invoice.paidAt ? localTime(invoice.paidAt) : null
  return {
    currency: "BRL",
    id: invoice.id,
    uuid: invoice.uuid,
    invoice_id: invoice.invoiceId,
    token: invoice.token,
    referrer: invoice.referrer,
    card: cardMember(invoice),
    created_at: localTime(invoice.createdAt),
    due_at: { day: `${invoice.dueOn} 00:00:00`, original: `${invoice.originalDueOn} 00:00:00` },
    links: { url: invoice.boleto ? `https://gateway.example/fatura/${invoice.id}` : null },
    installments: String(invoice.installments),
    products: invoice.products.map((product) => ({
      image: product.image,
      description: product.description,
      quantity: product.quantity,
      discount: decimalText(product.discountCents),
      price_cents: product.priceCents,
    })),
    customer: { id: String(invoice.customer.id) },
    subscription: { id: null },
    secure: invoice.secure,
    amount: {
      gross: reais(grossCents(invoice, assumptions)),
      net: reais(invoice.dueCents - invoice.feesCents),
      fees: reais(invoice.feesCents),
      discount: reais(invoice.discountCents),
      shipping: decimalText(invoice.shippingCents),
    },
    pix: pixMember(invoice, url),
    billet: invoice.boleto,
    payment: {
      total: paidAt ? reais(invoice.paidCents) : null,
      fees: paidAt ? reais(invoice.feesCents) : null,
      dates: { system: paidAt, customer: paidAt, captured: paidAt },
    },
    split: { id: null, rules: null },
    refunds: refundsMember(invoice, assumptions),
    webhook: invoice.webhook,
    status: { ...statusMember(invoice.status), details: null },
  }
}

/** The answer to create in the shape of spec 2.2. */
export const invoiceAnswer = (invoice: SandboxInvoice, assumptions: Assumptions, url: string, now: Date) => ({
  date: localTime(now),
  success: true,
  error: false,
  type: "invoice",
  api: { by: "GATEWAY", version: "1.9", updated: "2026-10-05" },
  __seconds: SECONDS,
  invoice: invoiceMember(invoice, assumptions, url),
})
