import { z } from "zod"
import { DEFAULT_SCOPES, httpAddress, limits } from "../options/limits"

/** What is pasted often brings a space or a line break along; what else is no visible ASCII would fail in a header. */
const secret = z.string().trim().min(1).max(1_000).regex(/^[\x21-\x7e]+$/, "must have no spaces or special characters inside")
const tokenization = z.strictObject({ script_url: httpAddress, attributes: z.record(z.string().min(1).max(200), z.string().max(500)) })

const fields = {
  name: z.string().trim().min(1).max(100),
  base_url: z.string().trim().pipe(httpAddress),
  token: secret,
  secret_key: secret,
  scopes: limits.scopes,
  /** The merchant's own token of notices registered in the panel (spec 6); `null` forgets it. */
  merchant_webhook_token: secret.nullable(),
  sales_channel_ids: z.array(z.string().min(1)).max(500),
  is_default: z.boolean(),
  /** In place of the one for all accounts; `null` follows that again. */
  tokenization: tokenization.nullable(),
}

export const newAccountSchema = z.strictObject({
  ...fields,
  scopes: fields.scopes.default([...DEFAULT_SCOPES]),
  merchant_webhook_token: fields.merchant_webhook_token.optional(),
  sales_channel_ids: fields.sales_channel_ids.default([]),
  is_default: fields.is_default.default(false),
  tokenization: fields.tokenization.optional(),
})
export type NewAccount = z.output<typeof newAccountSchema>

/** What is missing stays as it is. Token and secret key are demanded with another base URL. */
export const accountChangeSchema = z.strictObject(fields).partial()
export type AccountChange = z.output<typeof accountChangeSchema>
