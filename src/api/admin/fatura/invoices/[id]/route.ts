import { faturaOf, invoiceOfRequest, orderNumbers } from "../../../../doors/staff"
import { forStaff } from "../../../../doors/staff-errors"

/**
 * `GET /admin/fatura/invoices/:id` -> `{ invoice }` with `order_display_id`, `timeline` (oldest first), `refunds`,
 * `problems`, `raw_answer`, the pictures of its code, and `actions`: why each is not possible, or null.
 */
export const GET = forStaff(async (req, res) => {
  const row = await invoiceOfRequest(req)
  const [detail, numbers] = await Promise.all([faturaOf(req).invoiceDetail.of(row), orderNumbers(req, [row.order_id])])
  res.json({ invoice: { ...detail, order_display_id: numbers.get(row.order_id ?? "") ?? null } })
})
