import { z } from "zod"
import { DEFAULT_SCOPES, httpAddress, limits } from "../options/limits"
import { accountGatewayOptions } from "../options/schema"

/** What is pasted often brings a space or a line break along. */
const token = z.string().trim().min(1).max(1_000).regex(/^[\x21-\x7e]+$/, "must have no spaces or special characters inside")
/** Exactly as it was made: it can begin and end in anything. */
const secretKey = z.string().min(1).max(1_000)
const { endpoints, paymentTypes, productTypes } = accountGatewayOptions.shape
const gatewayOptions = z.strictObject({
  endpoints,
  payment_types: paymentTypes,
  product_types: productTypes,
  ecommerce: z.strictObject({ store_id: z.number().int(), checkout: z.number().int() }).optional(),
})
const tokenization = z.strictObject({ script_url: httpAddress, attributes: z.record(z.string().min(1).max(200), z.string().max(500)) })

const fields = {
  name: z.string().trim().min(1).max(100),
  base_url: z.string().trim().pipe(httpAddress),
  token,
  secret_key: secretKey,
  scopes: limits.scopes,
  /** The merchant's own token of notices registered in the panel (spec 6); `null` forgets it. */
  merchant_webhook_token: token.nullable(),
  sales_channel_ids: z.array(z.string().min(1)).max(500),
  is_default: z.boolean(),
  /** In place of the one for all accounts; `null` follows that again. */
  tokenization: tokenization.nullable(),
  /** What this account's installation of the gateway needs otherwise than the plugin's options say; `null` follows those again. */
  gateway_options: gatewayOptions.nullable(),
}

export const newAccountSchema = z.strictObject({
  ...fields,
  scopes: fields.scopes.default([...DEFAULT_SCOPES]),
  merchant_webhook_token: fields.merchant_webhook_token.optional(),
  sales_channel_ids: fields.sales_channel_ids.default([]),
  is_default: fields.is_default.default(false),
  tokenization: fields.tokenization.optional(),
  gateway_options: fields.gateway_options.optional(),
})
export type NewAccount = z.output<typeof newAccountSchema>

/** What is missing stays as it is. Token and secret key are demanded with another base URL. */
export const accountChangeSchema = z.strictObject(fields).partial()
export type AccountChange = z.output<typeof accountChangeSchema>
