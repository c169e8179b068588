import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { newAccountSchema } from "../../../../modules/fatura/accounts/account-schema"
import { permitOf } from "../../../doors/permissions"
import { bodyOf, forStaff } from "../../../doors/staff-errors"
import { faturaOf, staffOf } from "../../../doors/staff"

/**
 * `GET /admin/fatura/accounts` -> `{ accounts, sales_channels: [{ id, name }], count, limit, next_cursor }`;
 * there are few, so they are one page. The channels are those that accounts can be chosen by.
 */
export const GET = forStaff(async (req, res) => {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const [accounts, channels] = await Promise.all([
    faturaOf(req).staffDesk.accountViews(),
    query.graph({ entity: "sales_channel", fields: ["id", "name"] }),
  ])
  res.json({ accounts, sales_channels: channels.data.map(({ id, name }) => ({ id, name })), count: accounts.length, limit: accounts.length, next_cursor: null })
})

/**
 * `POST /admin/fatura/accounts` `{ name, base_url, token, secret_key, scopes?, merchant_webhook_token?,
 * sales_channel_ids?, is_default?, tokenization? }` -> `{ account }`; needs `fatura_account:credentials`, and
 * `fatura_account:redirect` where it will be paid.
 */
export const POST = forStaff(async (req, res) => {
  const { staffDesk } = faturaOf(req)
  const id = await staffDesk.accounts.add(bodyOf(newAccountSchema, req.body), staffOf(req), { permit: permitOf(req) })
  res.status(201).json({ account: await staffDesk.accountView(id) })
})
