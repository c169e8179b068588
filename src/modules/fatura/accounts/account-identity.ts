import { type AccountProfile, type Credentials, GatewayError, isOtherIssuer, type Issuer, issuerOf } from "../../../gateway"
import type { KeyRing } from "../crypto/key-ring"
import { type Database, type Transaction, tables } from "../database"
import type { Problems } from "../problems/problems"
import type { Revision } from "../settings/revision"
import { type AccountRow, AccountRows, CREDENTIALS_PURPOSE } from "./account-rows"
import { hasInvoices } from "./account-use"
import { KeepBeside, type Kept } from "./keep-beside"

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
      return { of: row.issuer, kept: row.source === "configuration" ? await this.giveWay(trx, row, issuer) : null }
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

  private async giveWay(trx: Transaction, row: AccountRow, issuer: Issuer): Promise<Kept> {
    const kept = await new KeepBeside(this.db, this.ring).keep(trx, row, {
      which: (invoices) => invoices.andWhere((old) => old.whereNull("issuer").orWhereRaw("issuer <> ?::jsonb", [JSON.stringify(issuer)])),
      actor: "configuration",
    })
    await this.rows.update(trx, row.id, { issuer })
    await this.revision.raise(trx)
    return kept
  }
}
