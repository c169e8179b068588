import { reais } from "../money"
import { localTime } from "../sao-paulo"
import { noticeStatusMember } from "../status-texts"
import { payableCents } from "../transitions"
import type { Method, SandboxInvoice } from "../types"

export type NoticeEvent = "invoice.update" | "webhook.update"

const TYPES: Record<Method, string> = { pix: "PIX", boleto: "BOLETO", card: "CREDIT_CARD" }

/**
 * The body of a notice (wire: notice-paid-pix). `prices` are reais; `total` is what was paid, and before
 * that what is due. The second event of a change has neither token nor details.
 */
export const noticeBody = (invoice: SandboxInvoice, event: NoticeEvent, now: Date) => {
  const full = event === "invoice.update"
  const paidAt = invoice.paidAt ? localTime(invoice.paidAt) : null
  return {
    event: { type: event, date: localTime(now) },
    invoices: {
      id: invoice.id,
      external_id: invoice.externalId,
      token: full ? invoice.token : null,
      date: localTime(invoice.createdAt),
      status: noticeStatusMember(invoice.status),
      customer: invoice.customer.id,
      prices: {
        total: reais(invoice.paidCents || payableCents(invoice)),
        discount: reais(invoice.discountCents),
        taxs: { others: 0 },
        refound: invoice.refundedCents ? reais(invoice.refundedCents) : null,
      },
      type: TYPES[invoice.method],
      payment: {
        gateway: "GW",
        date: paidAt,
        due: `${invoice.dueOn} 00:00:00`,
        card: null,
        payId: null,
        payDate: paidAt,
        details: {
          barcode: full ? (invoice.boleto?.barcode ?? null) : null,
          pix_code: null,
          qrcode: full ? invoice.pixPayload : null,
          url: full ? (invoice.boleto?.url ?? null) : null,
        },
      },
    },
  }
}

/** The older form (wire: notice-legacy): integer id, lower-case type, `refund`, neither details nor status text. */
export const legacyNoticeBody = (invoice: SandboxInvoice, event: NoticeEvent, now: Date) => {
  const current = noticeBody(invoice, event, now)
  const { text: _text, ...status } = current.invoices.status
  const { refound, ...prices } = current.invoices.prices
  const { date, due } = current.invoices.payment
  return {
    event: current.event,
    invoices: {
      ...current.invoices,
      id: Number(invoice.id),
      status,
      prices: { ...prices, refund: refound },
      type: TYPES[invoice.method].toLowerCase(),
      payment: { gateway: "acquirer", date, due, card: null, payId: invoice.paidAt ? "E001" : null },
    },
  }
}
