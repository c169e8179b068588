import { detailOf, invoiceOfRequest } from "../../../../doors/staff"
import { forStaff } from "../../../../doors/staff-errors"

/**
 * `GET /admin/fatura/invoices/:id` -> `{ invoice }` with `order_display_id`, `timeline` (oldest first), `refunds`,
 * `problems`, `raw_answer`, the pictures of its code, and `actions`: why each is not possible, or null.
 */
export const GET = forStaff(async (req, res) => {
  res.json({ invoice: await detailOf(req, await invoiceOfRequest(req)) })
})
