import type { InvoicePage, ListedInvoice } from "../invoice"
import { readMethod, type PaymentTypes } from "../methods"
import { asRecord, loose, part } from "./loose"

/** The list's own shape (observation: List (A)): prices in decimal reais, a status with nothing but a code. */
const wirePage = part({
  pages: part({ now: loose.integer, total: loose.integer }),
  total: part({ invoices: loose.integer, per_page: loose.integer }),
  invoices: loose.records,
})

const wireListed = part({
  id: loose.id,
  referrer: loose.id,
  status: loose.raw,
  prices: part({
    total: loose.reais,
    refund: loose.reais,
    refound: loose.reais,
    discount: loose.reais,
    taxs: part({ others: loose.reais, shipping: loose.reais }),
  }),
  type: loose.raw,
  date: loose.time,
  data: loose.time,
  payment: part({ date: loose.time, due: loose.day }),
})

/**
 * A page of the list, or null when the answer holds no list at all. An entry without an id is left out:
 * it names no invoice.
 */
export function readInvoicePage(json: unknown, asked: { page: number; types: PaymentTypes }): InvoicePage | null {
  const wire = wirePage.parse(json)
  const records = wire.invoices ?? (wire.total.invoices === 0 ? [] : null)
  if (records === null) {
    return null
  }
  const page = wire.pages.now ?? asked.page
  return {
    page,
    pages: wire.pages.total ?? page,
    totalInvoices: wire.total.invoices,
    perPage: wire.total.per_page,
    invoices: records.map((record) => readListed(record, asked.types)).filter((item) => item !== null),
  }
}

function readListed(record: Record<string, unknown>, types: PaymentTypes): ListedInvoice | null {
  const wire = wireListed.parse(record)
  if (wire.id === null) {
    return null
  }
  return {
    id: wire.id,
    reference: wire.referrer,
    statusCode: readStatusCode(wire.status),
    amountCents: wire.prices.total,
    refundedCents: wire.prices.refund ?? wire.prices.refound,
    othersCents: wire.prices.taxs.others,
    discountCents: wire.prices.discount,
    shippingCents: wire.prices.taxs.shipping,
    method: readMethod(asRecord(wire.type)?.["id"] ?? wire.type, types),
    createdAt: wire.date ?? wire.data,
    paidAt: wire.payment.date,
    dueOn: wire.payment.due,
  }
}

/** `status` as an object with a code, or the bare code. */
export function readStatusCode(status: unknown): number | null {
  return loose.integer.parse(asRecord(status)?.["code"] ?? status)
}
