import { type Database, tables } from "../database"

/** Longer than a year; the gateway does not say for how long it knows a token. */
const KEPT_DAYS = 400

/** What a token proves when it is bound: this body, about this invoice. */
type Bound = { fatura_invoice_id: string; body_hash: string }

/**
 * Which body each token came with first. The gateway binds a token to neither invoice nor amount, so whoever has seen
 * one could send it once more with another body, long after the webhook that it belonged to was forgotten.
 */
export class UsedTokens {
  constructor(private readonly db: Database) {}

  /** @param hashes of the token, by each way that it may have been hashed */
  async belongsToAnother(hashes: string[], { fatura_invoice_id, body_hash }: Bound): Promise<boolean> {
    const first: Bound | undefined = await this.db(tables.usedToken).whereIn("token_hash", hashes).first("fatura_invoice_id", "body_hash")
    return first !== undefined && (first.fatura_invoice_id !== fatura_invoice_id || first.body_hash !== body_hash)
  }

  /**
   * Binds a token to what it came with, if it is not bound yet.
   * @returns whether it is bound to this now
   */
  async bind(hash: string, { fatura_invoice_id, body_hash }: Bound): Promise<boolean> {
    await this.db(tables.usedToken).insert({ token_hash: hash, fatura_invoice_id, body_hash }).onConflict("token_hash").ignore()
    return !(await this.belongsToAnother([hash], { fatura_invoice_id, body_hash }))
  }

  async prune(): Promise<void> {
    await this.db(tables.usedToken).where("created_at", "<", this.db.raw(`now() - interval '${KEPT_DAYS} days'`)).delete()
  }
}
