import { detailOf, faturaOf } from "../../../../../doors/staff"
import { forStaff } from "../../../../../doors/staff-errors"

/** Attempts beyond these are found in the list of invoices. */
const LIMIT = 20

/** `GET /admin/fatura/orders/:id/invoices` -> `{ invoices }`, each in detail, newest first. */
export const GET = forStaff(async (req, res) => {
  const rows = await faturaOf(req).ledger.ofOrder(req.params.id!)
  res.json({ invoices: await Promise.all(rows.slice(0, LIMIT).map((row) => detailOf(req, row))) })
})
