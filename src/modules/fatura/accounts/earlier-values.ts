import type { AccountRow, AccountRows } from "./account-rows"
import type { AccountChange } from "./account-schema"

/** Every field that an account is made of. */
export const EVERYTHING = ["name", "base_url", "token", "secret_key", "scopes", "merchant_webhook_token", "gateway_options", "sales_channel_ids", "tokenization"]

/** Another address demands the credentials again, so they are kept with it; the two credentials belong together. */
const WITH_CREDENTIALS = ["base_url", "token", "secret_key"]

/** What stood in an account, in the form of a change that puts it back; secrets in the clear, to be sealed at once. */
export function earlierValues(row: AccountRow, fields: string[], rows: AccountRows): AccountChange {
  const has = (name: string) => fields.includes(name)
  const secrets = fields.some((name) => WITH_CREDENTIALS.includes(name)) ? rows.secretsOf(row) : null
  return {
    ...(has("name") && { name: row.name }),
    ...(has("base_url") && { base_url: row.base_url }),
    ...(secrets && { token: secrets.token, secret_key: secrets.secretKey }),
    ...(has("scopes") && row.scopes && { scopes: row.scopes }),
    ...(has("merchant_webhook_token") && merchantToken(row, rows)),
    ...(has("gateway_options") && { gateway_options: row.gateway_options as AccountChange["gateway_options"] }),
    ...(has("sales_channel_ids") && { sales_channel_ids: row.sales_channel_ids ?? [] }),
    ...(has("tokenization") && { tokenization: row.tokenization }),
  }
}

/** One that can't be read any more is not taken for one that was not there. */
function merchantToken(row: AccountRow, rows: AccountRows): AccountChange {
  const merchant_webhook_token = rows.merchantTokenOf(row)
  return row.merchant_token_sealed && !merchant_webhook_token ? {} : { merchant_webhook_token }
}
