import type { AccountProfile } from "../../../gateway"
import type { AccountOptions, FixedOptions } from "../options/schema"
import { type AccountRow, AccountRows, lastFour } from "./account-rows"
import { type GatewayOptionsView, gatewayOptionsView } from "./gateway-options"
import { isHostAllowed } from "../options/allowed-hosts"
import { configuredId } from "../options/configured-id"
import { defaultOf } from "./account-registry"

/**
 * `ready` - it can be used; `refused` - the gateway refuses its credentials; `sealed` - its secrets were sealed with a key that is gone; `no_key` - there is no
 * key at all; `archived` - it serves old invoices only; `not_allowed` - nothing is sent to its host, which is not in `allowedGatewayHosts`; `removed` - it stands in the configuration no more.
 */
export type AccountState = "ready" | "refused" | "sealed" | "no_key" | "archived" | "not_allowed" | "removed"

/** An account as staff see it. Of its secrets only the last four characters of one. */
export type AccountView = {
  id: string
  name: string
  source: "configuration" | "admin"
  state: AccountState
  base_url: string
  is_default: boolean
  scopes: string[]
  sales_channel_ids: string[]
  secret_last4: string | null
  has_merchant_webhook_token: boolean
  tokenization: { script_url: string; attributes: Record<string, string> } | null
  /** What it has in place of the plugin's options; null where those hold. */
  gateway_options: GatewayOptionsView | null
  /** As the gateway said last; null before the first answer. */
  environment: "PRODUCTION" | "SANDBOX" | null
  company: CompanyView | null
  token_expires_at: Date | null
  /** When `doctor --calibrate` last found out how the gateway reads what is sent; null when never. */
  calibrated_at: string | null
  created_at: Date
  updated_at: Date
}

export type CompanyView = {
  legal_name: string | null
  trade_name: string | null
  document_masked: string | null
  statement_descriptor: string | null
}

/** Every account of the table, in the order of their making, those of the configuration first. */
export function accountViews(rows: AccountRow[], accounts: { rows: AccountRows; options: FixedOptions; keyMissing: boolean }): AccountView[] {
  const configured = new Map(accounts.options.accounts.map((account) => [configuredId(account.name), account]))
  const states = new Map(rows.map((row) => [row.id, stateOf(row, configured, accounts)]))
  const usable = rows.filter((row) => states.get(row.id) !== "removed")
  const defaultId = defaultOf(usable.map((row) => ({ id: row.id, source: row.source, isDefault: row.is_default, archived: ["archived", "not_allowed"].includes(states.get(row.id)!) })))
  return [...rows]
    .sort((a, b) => Number(a.source === "admin") - Number(b.source === "admin"))
    .map((row) => view(row, { state: states.get(row.id)!, isDefault: row.id === defaultId, configured: configured.get(row.id) }))
}

function stateOf(row: AccountRow, configured: Map<string, AccountOptions>, { rows, options, keyMissing }: { rows: AccountRows; options: FixedOptions; keyMissing: boolean }): AccountState {
  if (row.source === "configuration" && !configured.has(row.id)) {
    return "removed"
  }
  if (row.archived_at) {
    return "archived"
  }
  if (row.source === "admin" && !isHostAllowed(row.base_url, options.allowedGatewayHosts)) {
    return "not_allowed"
  }
  if (keyMissing) {
    return "no_key"
  }
  if (row.source === "admin" && !rows.secretsOf(row)) {
    return "sealed"
  }
  return row.refused_at ? "refused" : "ready"
}

function view(row: AccountRow, { state, isDefault, configured }: { state: AccountState; isDefault: boolean; configured: AccountOptions | undefined }): AccountView {
  return {
    id: row.id,
    name: row.name,
    source: row.source,
    state,
    base_url: configured?.baseUrl ?? row.base_url,
    is_default: isDefault,
    scopes: configured?.scopes ?? row.scopes ?? [],
    sales_channel_ids: configured?.salesChannelIds ?? row.sales_channel_ids ?? [],
    secret_last4: configured ? lastFour(configured.secretKey) : row.secret_last4,
    has_merchant_webhook_token: configured ? configured.merchantWebhookToken !== undefined : row.merchant_token_sealed !== null,
    tokenization: row.tokenization,
    gateway_options: configured ? gatewayOptionsView(configured) : row.gateway_options,
    environment: row.environment,
    company: row.profile && companyOf(row.profile),
    token_expires_at: row.access_token_expires_at,
    calibrated_at: row.calibration?.calibrated_at ?? null,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function companyOf(profile: AccountProfile): CompanyView {
  return {
    legal_name: profile.legalName,
    trade_name: profile.tradeName,
    document_masked: profile.documentMasked,
    statement_descriptor: profile.statementDescriptor,
  }
}
