import { invoiceForStaff } from "../../../../modules/fatura/view/staff-view"
import { filtersOf, filtersSchema } from "../../../doors/invoice-filters"
import { faturaOf, orderNumbers, pageSchema } from "../../../doors/staff"
import { bodyOf, forStaff } from "../../../doors/staff-errors"

export const querySchema = filtersSchema.extend(pageSchema.shape)

/**
 * `GET /admin/fatura/invoices` -> `{ invoices, count, count_capped, limit, next_cursor }`, newest first.
 * Query: `q` (gateway id, order number, session id, nosso número, end-to-end id, payer's name), `status` and
 * `method` (several), `account_id`, `order_id`, `session_id`, `invoice_id`, `from`, `to` (São Paulo days
 * on which it was made, both included), `limit`, `after`.
 * `disputed_at` is when we learnt of a dispute that is still open.
 * Counting stops at 1,000; `count_capped` then says that there are more.
 */
export const GET = forStaff(async (req, res) => {
  const { limit, after, ...filters } = bodyOf(querySchema, req.query)
  const { invoiceList } = faturaOf(req)
  const { invoices, ...page } = await invoiceList.page(await filtersOf(req, filters), { limit, after })
  const [numbers, disputed] = await Promise.all([orderNumbers(req, invoices.map(({ order_id }) => order_id)), invoiceList.disputedSince(invoices)])
  res.json({
    invoices: invoices.map((row) => ({ ...invoiceForStaff(row), order_display_id: numbers.get(row.order_id ?? "") ?? null, disputed_at: disputed.get(row.id) ?? null })),
    limit,
    ...page,
  })
})
