import type { AccountProfile, Issuer } from "../../../gateway"
import type { KeyRing } from "../crypto/key-ring"
import { type AccountPlace, placeOfCredentials } from "../crypto/sealed-columns"
import { Database, type Transaction, tables } from "../database"
import type { Calibrated, GatewayOptionsView } from "./gateway-options"

export const CREDENTIALS_PURPOSE = "account-credentials"
export const ACCESS_TOKEN_PURPOSE = "access-token"
export const MERCHANT_TOKEN_PURPOSE = "merchant-token"

/** A secret shorter than this is not hinted at: four characters would be too much of it. */
const LONG_ENOUGH = 12

/** The last four characters of a secret, or null where they would tell too much of it. */
export function lastFour(secret: string): string | null {
  return secret.length < LONG_ENOUGH ? null : secret.slice(-4)
}

/** `baseUrl` and `scopes` stand with the configuration's credentials alone, whose row follows the configuration. */
export type Secrets = { token: string; secretKey: string; baseUrl?: string; scopes?: string[] }

export type AccountRow = {
  id: string
  name: string
  source: "configuration" | "admin"
  base_url: string
  is_default: boolean
  credentials_sealed: string | null
  secret_last4: string | null
  scopes: string[] | null
  sales_channel_ids: string[] | null
  merchant_token_sealed: string | null
  tokenization: { script_url: string; attributes: Record<string, string> } | null
  archived_at: Date | null
  /** The gateway account that the credentials belong to; null before the gateway first told. */
  issuer: Issuer | null
  /** When the gateway last refused the credentials; null while it takes them. */
  refused_at: Date | null
  gateway_options: GatewayOptionsView | null
  access_token_sealed: string | null
  credentials_fingerprint: string | null
  environment: "PRODUCTION" | "SANDBOX" | null
  profile: AccountProfile | null
  access_token_expires_at: Date | null
  blocked_until: Date | null
  block_level: number
  sweep_started_at: Date | null
  swept_at: Date | null
  calibration: { calibrated_at: string; settings?: Calibrated } | null
  created_at: Date
  updated_at: Date
}

/** The table of accounts: those that staff added, and what processes share about every one. */
export class AccountRows {
  constructor(private readonly db: Database, private readonly ring: KeyRing) {}

  /** Oldest first. */
  async all(): Promise<AccountRow[]> {
    return this.db(tables.account).orderBy([{ column: "created_at" }, { column: "id" }])
  }

  async find(id: string): Promise<AccountRow | null> {
    return (await this.db(tables.account).where({ id }).first()) ?? null
  }

  /** @param place the account's row as it will be: the secrets open nowhere else, and with no other address */
  seal({ token, secretKey }: Pick<Secrets, "token" | "secretKey">, place: AccountPlace): Pick<AccountRow, "credentials_sealed" | "secret_last4"> {
    return { credentials_sealed: this.ring.seal(JSON.stringify({ token, secretKey }), CREDENTIALS_PURPOSE, placeOfCredentials(place)), secret_last4: lastFour(secretKey) }
  }

  sealMerchantToken(token: string | null, id: string): string | null {
    return token ? this.ring.seal(token, MERCHANT_TOKEN_PURPOSE, [id]) : null
  }

  /** Null when they were forgotten, or were sealed with a key that is gone. */
  secretsOf(row: AccountRow): Secrets | null {
    const text = row.credentials_sealed && this.ring.openOrNull(row.credentials_sealed, CREDENTIALS_PURPOSE, placeOfCredentials(row))
    return text ? (JSON.parse(text) as Secrets) : null
  }

  /** Null when there is none, or when it was sealed with a key that is gone. */
  merchantTokenOf(row: AccountRow): string | null {
    return row.merchant_token_sealed && this.ring.openOrNull(row.merchant_token_sealed, MERCHANT_TOKEN_PURPOSE, [row.id])
  }

  async insert(trx: Transaction, row: Partial<AccountRow>): Promise<void> {
    await trx(tables.account).insert(jsonColumns(row))
  }

  async update(trx: Transaction, id: string, change: Partial<AccountRow>): Promise<void> {
    await trx(tables.account).where({ id }).update({ ...jsonColumns(change), updated_at: trx.fn.now() })
  }

  async remove(trx: Transaction, id: string): Promise<void> {
    await trx(tables.account).where({ id }).delete()
  }

  /**
   * The credentials of an account that is archived, or that stands in the configuration no more, are kept as long
   * as its payments may be refunded or disputed, and forgotten then.
   * @param configured ids of the accounts that the configuration has now
   */
  async forgetArchived(days: number, configured: readonly string[]): Promise<void> {
    await this.db.raw(
      `update ${tables.account} a set credentials_sealed = null, access_token_sealed = null, merchant_token_sealed = null, updated_at = now()
       where (a.archived_at < now() - make_interval(days => :days)
           or (a.source = 'configuration' and not a.id = any(:configured) and a.updated_at < now() - make_interval(days => :days)))
         and a.credentials_sealed is not null and not exists (
         select 1 from ${tables.invoice} i where i.account_id = a.id and i.updated_at > now() - make_interval(days => :days))`,
      { days, configured: [...configured] }
    )
  }
}

/** What an account is that serves its old invoices only. */
export function archived(): Pick<AccountRow, "archived_at" | "is_default" | "sales_channel_ids"> {
  return { archived_at: new Date(), is_default: false, sales_channel_ids: [] }
}

/** Arrays would be taken for PostgreSQL's own. */
function jsonColumns(row: Partial<AccountRow>): Record<string, unknown> {
  const { scopes, sales_channel_ids, tokenization } = row
  const objects = (["issuer", "profile", "gateway_options", "calibration"] as const).filter((name) => row[name] !== undefined)
  return {
    ...row,
    ...Object.fromEntries(objects.map((name) => [name, row[name] && JSON.stringify(row[name])])),
    ...(scopes !== undefined && { scopes: JSON.stringify(scopes) }),
    ...(sales_channel_ids !== undefined && { sales_channel_ids: JSON.stringify(sales_channel_ids) }),
    ...(tokenization !== undefined && { tokenization: tokenization && JSON.stringify(tokenization) }),
  }
}
