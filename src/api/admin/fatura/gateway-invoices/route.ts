import { z } from "zod"
import { statusFromCode } from "../../../../domain/invoice-status"
import { reaisOrNull } from "../../../doors/amounts"
import { faturaOf } from "../../../doors/staff"
import { bodyOf, forStaff } from "../../../doors/staff-errors"

export const querySchema = z.strictObject({
  account_id: z.string().max(100).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  /** The gateway's code. */
  status: z.coerce.number().int().min(1).max(99).optional(),
})

/**
 * `GET /admin/fatura/gateway-invoices?account_id&page&status` -> `{ gateway_invoices: [{ id, ledger_id,
 * reference, status_code, status, method, amount, refunded, others, discount, shipping, created_at, paid_at }],
 * account_id, page, pages, count, per_page }`: a page of what the gateway has (spec 4.7), also of what is not
 * in the ledger. It is one look-up of the account's budget. Amounts in decimal reais.
 */
export const GET = forStaff(async (req, res) => {
  const { account_id, page: asked, status } = bodyOf(querySchema, req.query)
  const { account, page, known } = await faturaOf(req).invoiceDesk.gatewayInvoices(account_id, { page: asked, status })
  const invoices = page.invoices.map((invoice) => ({
    id: invoice.id,
    ledger_id: known.get(invoice.id) ?? null,
    reference: invoice.reference,
    status_code: invoice.statusCode,
    status: statusFromCode(invoice.statusCode),
    method: invoice.method,
    amount: reaisOrNull(invoice.amountCents),
    refunded: reaisOrNull(invoice.refundedCents),
    others: reaisOrNull(invoice.othersCents),
    discount: reaisOrNull(invoice.discountCents),
    shipping: reaisOrNull(invoice.shippingCents),
    created_at: invoice.createdAt,
    paid_at: invoice.paidAt,
  }))
  res.json({ gateway_invoices: invoices, account_id: account.id, page: page.page, pages: page.pages, count: page.totalInvoices, per_page: page.perPage })
})
