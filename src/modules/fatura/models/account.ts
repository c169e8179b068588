import { model } from "@medusajs/framework/utils"

/**
 * A merchant account at the gateway, with what all processes share about it: the sealed access
 * token, the calls used of the look-up budget, and whether the gateway is refusing us.
 */
export const FaturaAccount = model.define("fatura_account", {
  id: model.id({ prefix: "facc" }).primaryKey(),
  name: model.text(),
  source: model.enum(["configuration", "admin"]),
  base_url: model.text(),
  is_default: model.boolean().default(false),
  credentials_sealed: model.text().nullable(),
  secret_last4: model.text().nullable(),
  scopes: model.json().nullable(),
  sales_channel_ids: model.json().nullable(),
  merchant_token_sealed: model.text().nullable(),
  tokenization: model.json().nullable(),
  archived_at: model.dateTime().nullable(),
  environment: model.text().nullable(),
  /** The gateway account that the credentials belong to: no call is sent with those of another. */
  issuer: model.json().nullable(),
  /** Since when the gateway refuses the credentials. */
  refused_at: model.dateTime().nullable(),
  /** What this account's installation of the gateway needs otherwise than the options for all. */
  gateway_options: model.json().nullable(),
  profile: model.json().nullable(),
  credentials_fingerprint: model.text().nullable(),
  access_token_sealed: model.text().nullable(),
  access_token_expires_at: model.dateTime().nullable(),
  auth_lease_until: model.dateTime().nullable(),
  blocked_until: model.dateTime().nullable(),
  block_level: model.number().default(0),
  sweep_started_at: model.dateTime().nullable(),
  swept_at: model.dateTime().nullable(),
  sweep_status: model.text().nullable(),
  sweep_page: model.number().default(0),
  /** What `doctor --calibrate` last found out. */
  calibration: model.json().nullable(),
})
