import { createHash } from "node:crypto"
import type { Assumptions } from "../assumptions"
import { reais } from "../money"
import { payableCents } from "../transitions"
import { METHOD_CODES, type SandboxInvoice } from "../types"

/** Seen in the vendor's own sample: a boleto whose referrer in the list is not the one it was made with. */
const listedReferrer = (invoice: SandboxInvoice, assumptions: Assumptions): string | null =>
  assumptions.list_referrer === "other_for_boleto" && invoice.method === "boleto"
    ? createHash("md5").update(invoice.id).digest("hex")
    : invoice.referrer

const listed = (invoice: SandboxInvoice, assumptions: Assumptions) => ({
  id: Number(invoice.id),
  data: invoice.createdAt.toISOString(),
  referrer: listedReferrer(invoice, assumptions),
  date: invoice.createdAt.toISOString(),
  status: { code: invoice.status.code },
  prices: {
    total: reais(invoice.paidCents || payableCents(invoice)),
    discount: reais(invoice.discountCents),
    taxs: { others: invoice.paidAt ? reais(invoice.feesCents) : 0, shipping: reais(invoice.shippingCents) },
    refund: invoice.refundedCents ? reais(invoice.refundedCents) : null,
  },
  type: { id: METHOD_CODES[invoice.method] },
  payment: {
    date: invoice.paidAt?.toISOString() ?? null,
    card: null,
    ...(assumptions.list_due && { due: `${invoice.dueOn} 00:00:00` }),
  },
})

/** One page of the list (observation: List (A)); `pages.total` is a string, `id` an integer, prices are reais. */
export const listAnswer = (invoices: SandboxInvoice[], page: number, assumptions: Assumptions) => {
  const size = assumptions.page_size
  const ordered = assumptions.list_order === "oldest_first" ? invoices : [...invoices].reverse()
  return {
    pages: { now: page, total: String(Math.max(1, Math.ceil(ordered.length / size))) },
    total: { invoices: ordered.length, per_page: size },
    invoices: ordered.slice((page - 1) * size, page * size).map((invoice) => listed(invoice, assumptions)),
  }
}
