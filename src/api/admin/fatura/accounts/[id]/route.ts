import { accountChangeSchema } from "../../../../../modules/fatura/accounts/account-schema"
import { permitOf } from "../../../../doors/permissions"
import { bodyOf, forStaff } from "../../../../doors/staff-errors"
import { faturaOf, staffOf } from "../../../../doors/staff"

/** `GET /admin/fatura/accounts/:id` -> `{ account }`. */
export const GET = forStaff(async (req, res) => {
  res.json({ account: await faturaOf(req).staffDesk.accountView(req.params.id!) })
})

/** `POST /admin/fatura/accounts/:id` with what changes -> `{ account }`; another base URL demands token and secret key. */
export const POST = forStaff(async (req, res) => {
  const { staffDesk } = faturaOf(req)
  await staffDesk.accounts.edit(req.params.id!, bodyOf(accountChangeSchema, req.body), staffOf(req), { permit: permitOf(req) })
  res.json({ account: await staffDesk.accountView(req.params.id!) })
})

/** `DELETE /admin/fatura/accounts/:id` -> `{ id, object, deleted, archived }`; 409 while invoices that are not over need it. */
export const DELETE = forStaff(async (req, res) => {
  const id = req.params.id!
  const outcome = await faturaOf(req).staffDesk.accounts.remove(id, staffOf(req), { permit: permitOf(req) })
  res.json({ id, object: "fatura_account", deleted: outcome === "removed", archived: outcome === "archived" })
})
