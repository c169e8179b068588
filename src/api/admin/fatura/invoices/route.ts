import { invoiceForStaff } from "../../../../modules/fatura/view/staff-view"
import { filtersOf, filtersSchema } from "../../../doors/invoice-filters"
import { faturaOf, orderNumbers, pageSchema } from "../../../doors/staff"
import { bodyOf, forStaff } from "../../../doors/staff-errors"

const querySchema = filtersSchema.extend(pageSchema.shape)

/**
 * `GET /admin/fatura/invoices` -> `{ invoices, count, count_capped, limit, next_cursor }`, newest first.
 * Query: `q` (gateway id, order number, session id, nosso número, end-to-end id, payer's name), `status` and
 * `method` (several), `account_id`, `order_id`, `session_id`, `invoice_id`, `from`, `to` (São Paulo days
 * on which it was made, both included), `limit`, `after`.
 * Counting stops at 1,000; `count_capped` then says that there are more.
 */
export const GET = forStaff(async (req, res) => {
  const { limit, after, ...filters } = bodyOf(querySchema, req.query)
  const { invoices, ...page } = await faturaOf(req).invoiceList.page(await filtersOf(req, filters), { limit, after })
  const numbers = await orderNumbers(req, invoices.map(({ order_id }) => order_id))
  res.json({ invoices: invoices.map((row) => ({ ...invoiceForStaff(row), order_display_id: numbers.get(row.order_id ?? "") ?? null })), limit, ...page })
})
