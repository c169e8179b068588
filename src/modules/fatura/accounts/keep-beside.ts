import { isOtherIssuer, isSameIssuer, type Issuer } from "../../../gateway"
import type { KeyRing } from "../crypto/key-ring"
import { placeOfCredentials } from "../crypto/sealed-columns"
import { type Database, newId, tables, type Transaction } from "../database"
import { Audit } from "../settings/audit"
import { ACCESS_TOKEN_PURPOSE, type AccountRow, AccountRows, CREDENTIALS_PURPOSE } from "./account-rows"

export type Kept = { id: string; invoices: number; credentials: boolean }
type Invoices = ReturnType<Transaction>
type Which = (invoices: Invoices) => Invoices

/**
 * Other credentials take the place of those that issued invoices. The present ones are kept as an archived account
 * beside, with the invoices that they speak for.
 */
export class KeepBeside {
  private readonly rows: AccountRows

  constructor(db: Database, private readonly ring: KeyRing) {
    this.rows = new AccountRows(db, ring)
  }

  /**
   * @param row the account as it is in this transaction, locked
   * @param which of its invoices go with the present credentials
   */
  async keep(trx: Transaction, row: AccountRow, { which, actor }: { which: Which; actor: string }): Promise<Kept> {
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
    const invoices: number = await which(trx(tables.invoice).where({ account_id: row.id }))
      .update({ account_id: id, issuer: trx.raw("coalesce(issuer, ?::jsonb)", [JSON.stringify(row.issuer)]), updated_at: trx.fn.now() })
    // Positions in the other account's lists, and what was found out about its installation.
    await trx(tables.reading).where({ account_id: row.id }).delete()
    await this.rows.update(trx, row.id, { calibration: null, sweep_started_at: null, swept_at: null })
    await new Audit(trx).add(trx, { action: "account_archived", subject: id, actor, changes: { name: { from: row.name, to: name } } })
    return { id, invoices, credentials: secrets !== null }
  }

  /**
   * Keeps the credentials that a change brought, where they issued invoices that those put back may not speak for:
   * of another merchant, of one that nobody knows to be the same, or of another gateway, which says of itself what it likes.
   * @param restored whose the credentials are that are put back; null where nobody knows
   */
  async keepIssued(trx: Transaction, row: AccountRow, { restored, since, moves, actor }: { restored: Issuer | null; since: Date; moves: boolean; actor: string }): Promise<void> {
    if (isSameIssuer(row.issuer, restored) && !moves) {
      return
    }
    const isOther = isOtherIssuer(row.issuer, restored)
    const which: Which = (invoices) => {
      const issued = invoices.where("created_at", ">=", since)
      // One that was under way at that moment was still issued by those that are put back.
      return isOther ? issued.whereRaw("issuer is distinct from ?::jsonb", [JSON.stringify(restored)]) : issued
    }
    if (await which(trx(tables.invoice).where({ account_id: row.id })).first("id")) {
      await this.keep(trx, row, { which, actor })
    }
  }

  /** The access token lasts a year, also when its credentials are withdrawn. */
  private accessTokenFor(id: string, row: AccountRow): string | null {
    const token = row.access_token_sealed && this.ring.openOrNull(row.access_token_sealed, ACCESS_TOKEN_PURPOSE, [row.id])
    return token ? this.ring.seal(token, ACCESS_TOKEN_PURPOSE, [id]) : null
  }
}
