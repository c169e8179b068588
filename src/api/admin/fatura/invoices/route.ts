import { invoicePageSchema, sendInvoicePage } from "../../../doors/invoice-page"
import { bodyOf, forStaff } from "../../../doors/staff-errors"

export const querySchema = invoicePageSchema

/**
 * `GET /admin/fatura/invoices` -> `{ invoices, count, count_capped, limit, next_cursor }`, newest first.
 * Query: `q` (gateway id, order number, session id, nosso número, end-to-end id, payer's name), `status` and
 * `method` (several), `account_id`, `order_id`, `session_id`, `invoice_id`, `from`, `to` (São Paulo days
 * on which it was made, both included), `limit`, `after`.
 * `disputed_at` is when we learnt of a dispute that is still open.
 * Counting stops at 1,000; `count_capped` then says that there are more.
 * Words that name a person belong into `POST /admin/fatura/invoices/search`: logs on the way print addresses.
 */
export const GET = forStaff(async (req, res) => sendInvoicePage(req, res, bodyOf(querySchema, req.query)))
