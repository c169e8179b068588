import { type Database, tables, type Transaction } from "../database"

/** Longer than a year; the gateway does not say for how long it knows a token. */
const KEPT_DAYS = 400

/** Of one invoice: far more than the gateway makes, and no more than a stranger may have remembered of what found no room. */
const MOST_OF_INVOICE = 1_000

/** What a token proves when it is bound: this body, about this invoice. */
type Bound = { fatura_invoice_id: string; body_hash: string }

/**
 * Which body each token came with first. The gateway binds a token to neither invoice nor amount, so whoever has seen
 * one could send it once more with another body, long after the webhook that it belonged to was forgotten.
 */
export class UsedTokens {
  constructor(private readonly db: Database) {}

  /** @param hashes of the token, by each way that it may have been hashed */
  async belongsToAnother(hashes: string[], { fatura_invoice_id, body_hash }: Bound, db: Database | Transaction = this.db): Promise<boolean> {
    const first: Bound | undefined = await db(tables.usedToken).whereIn("token_hash", hashes).first("fatura_invoice_id", "body_hash")
    return first !== undefined && (first.fatura_invoice_id !== fatura_invoice_id || first.body_hash !== body_hash)
  }

  /**
   * Binds a token to what it came with, if it is not bound yet.
   * @returns whether it is bound to this now
   */
  async bind(hash: string, { fatura_invoice_id, body_hash }: Bound, db: Database | Transaction = this.db): Promise<boolean> {
    await db(tables.usedToken).insert({ token_hash: hash, fatura_invoice_id, body_hash }).onConflict("token_hash").ignore()
    return !(await this.belongsToAnother([hash], { fatura_invoice_id, body_hash }, db))
  }

  /** Whether an invoice may have more tokens remembered of what is not stored itself. */
  async haveRoom(invoiceId: string, db: Database | Transaction): Promise<boolean> {
    const counted = await db(tables.usedToken).where({ fatura_invoice_id: invoiceId }).count("* as count").first()
    return Number(counted?.count ?? 0) < MOST_OF_INVOICE
  }

  async prune(): Promise<void> {
    await this.db(tables.usedToken).where("created_at", "<", this.db.raw(`now() - interval '${KEPT_DAYS} days'`)).delete()
  }
}
