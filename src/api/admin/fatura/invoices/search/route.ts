import { invoicePageSchema, sendInvoicePage } from "../../../../doors/invoice-page"
import { bodyOf, forStaff } from "../../../../doors/staff-errors"

export const bodySchema = invoicePageSchema

/**
 * `POST /admin/fatura/invoices/search` -> as `GET /admin/fatura/invoices`, with what is searched for in the body, so
 * that no log of an address names a person. Changes nothing, and needs the permission to read alone.
 */
export const POST = forStaff(async (req, res) => sendInvoicePage(req, res, bodyOf(bodySchema, req.body)))
