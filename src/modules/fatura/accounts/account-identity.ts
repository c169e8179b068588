import { type AccountProfile, type Credentials, GatewayError, isOtherIssuer, type Issuer, issuerOf } from "../../../gateway"
import type { KeyRing } from "../crypto/key-ring"
import { placeOfCredentials } from "../crypto/sealed-columns"
import { type Database, type Transaction, newId, tables } from "../database"
import type { Problems } from "../problems/problems"
import { Audit } from "../settings/audit"
import type { Revision } from "../settings/revision"
import { type AccountRow, AccountRows, ACCESS_TOKEN_PURPOSE, CREDENTIALS_PURPOSE } from "./account-rows"
import { hasInvoices } from "./account-use"

/** Not used: with these credentials every call would be another merchant's. */
export class OtherMerchantError extends GatewayError {
  constructor() {
    super({
      operation: "auth", kind: "credentials", outcome: "not_sent",
      reason: "not used, these credentials belong to another account at the gateway than the one that issued this account's invoices",
    })
    this.name = "OtherMerchantError"
  }
}

/** Of the configuration's credentials, all that is needed to use them when another merchant's stand in their place. */
export type KeptCredentials = Pick<Credentials, "baseUrl" | "token" | "secretKey" | "scopes">

/**
 * Sees to it that an account stays one account at the gateway while invoices were issued by it. What decides is
 * what the gateway says to the credentials (specification 2.1), before any other call is sent with them.
 */
export class AccountIdentity {
  private readonly rows: AccountRows

  constructor(
    private readonly db: Database,
    private readonly ring: KeyRing,
    private readonly accountId: string,
    private readonly problems: Problems,
    private readonly revision: Revision
  ) {
    this.rows = new AccountRows(db, ring)
  }

  /**
   * To be asked before an access token is kept. With another merchant's credentials of the configuration, the
   * account that they take the place of is kept beside, archived, with its invoices and its credentials.
   * @throws OtherMerchantError for another merchant's credentials that staff entered
   */
  async admit(profile: AccountProfile): Promise<void> {
    const issuer = issuerOf(profile)
    const other = await this.db.transaction(async (trx) => {
      const row: AccountRow | undefined = await trx(tables.account).where({ id: this.accountId }).forUpdate().first()
      if (!row || !isOtherIssuer(row.issuer, issuer) || !(await hasInvoices(trx, row.id))) {
        return null
      }
      return { of: row.issuer, kept: row.source === "configuration" ? await this.keepBeside(trx, row, issuer) : null }
    })
    if (!other) {
      return
    }
    const { kept } = other
    await this.problems.raise({
      kind: "other_merchant",
      subject: this.accountId,
      accountId: this.accountId,
      details: { issued_by: other.of, credentials_of: issuer, ...(kept && { kept_account: kept.id, invoices: kept.invoices, credentials_kept: kept.credentials }) },
    })
    if (!kept) {
      throw new OtherMerchantError()
    }
  }

  /** What the configuration's credentials are kept as; null for what staff entered, which is kept already. */
  async sealed(credentials: Credentials): Promise<string | null> {
    const row = await this.db(tables.account).where({ id: this.accountId }).first("source")
    const { baseUrl, token, secretKey, scopes } = credentials
    const kept: KeptCredentials = { baseUrl, token, secretKey, scopes }
    return row?.source === "configuration" ? this.ring.seal(JSON.stringify(kept), CREDENTIALS_PURPOSE, [this.accountId]) : null
  }

  /** The access token lasts a year, also when its credentials are withdrawn. */
  private accessTokenFor(id: string, row: AccountRow): string | null {
    const token = row.access_token_sealed && this.ring.openOrNull(row.access_token_sealed, ACCESS_TOKEN_PURPOSE, [row.id])
    return token ? this.ring.seal(token, ACCESS_TOKEN_PURPOSE, [id]) : null
  }

  private async keepBeside(trx: Transaction, row: AccountRow, issuer: Issuer): Promise<{ id: string; invoices: number; credentials: boolean }> {
    const id = newId("facc")
    const secrets = this.rows.secretsOf(row)
    const base_url = secrets?.baseUrl ?? row.base_url
    const name = `${row.name} (${row.profile?.tradeName ?? row.issuer?.account ?? row.id})`
    await this.rows.insert(trx, {
      id,
      name,
      source: "admin",
      base_url,
      is_default: false,
      archived_at: new Date(),
      scopes: secrets?.scopes ?? row.scopes ?? [],
      sales_channel_ids: [],
      credentials_sealed: secrets && this.ring.seal(JSON.stringify(secrets), CREDENTIALS_PURPOSE, placeOfCredentials({ id, source: "admin", base_url })),
      merchant_token_sealed: this.rows.sealMerchantToken(this.rows.merchantTokenOf(row), id),
      issuer: row.issuer,
      environment: row.environment,
      profile: row.profile,
      access_token_sealed: this.accessTokenFor(id, row),
      access_token_expires_at: row.access_token_expires_at,
      credentials_fingerprint: row.credentials_fingerprint,
      gateway_options: row.gateway_options,
      calibration: row.calibration,
    })
    const invoices = await trx(tables.invoice)
      .where({ account_id: row.id })
      .andWhere((old) => old.whereNull("issuer").orWhereRaw("issuer <> ?::jsonb", [JSON.stringify(issuer)]))
      .update({ account_id: id, issuer: trx.raw("coalesce(issuer, ?::jsonb)", [JSON.stringify(row.issuer)]), updated_at: trx.fn.now() })
    // Positions in the other account's lists, and what was found out about its installation.
    await trx(tables.reading).where({ account_id: row.id }).delete()
    await this.rows.update(trx, row.id, { issuer, calibration: null, sweep_started_at: null, swept_at: null })
    await new Audit(trx).add(trx, { action: "account_archived", subject: id, actor: "configuration", changes: { name: { from: row.name, to: name } } })
    await this.revision.raise(trx)
    return { id, invoices, credentials: secrets !== null }
  }
}
