import { z } from "zod"
import { KeyRing } from "../crypto/key-ring"
import { Database, newId, tables, type Transaction } from "../database"
import { ShopperError } from "../texts/shopper-error"

const PURPOSE = "draft"
const DAYS_KEPT = 7

/** What the storefront may say about the payer and the card. Everything else is refused or dropped. */
export const draftSchema = z.object({
  payer: z
    .object({ document: z.string().max(40), name: z.string().max(200).optional(), phone: z.string().max(40).optional(), id: z.string().max(100).optional(), save: z.boolean().optional() })
    .partial({ document: true })
    .optional(),
  card: z
    .object({ token: z.string().trim().min(1).max(500), holder_name: z.string().trim().min(1).max(200), expires: z.string().max(7), installments: z.number().int().min(1).max(12) })
    .optional(),
  ip: z.string().max(64).nullish(),
})
export type Draft = z.infer<typeof draftSchema>

/**
 * What was said later put over what is known, member by member. Nothing is taken back by not saying it again, in
 * whichever way a storefront leaves it out: missing, `undefined`, `null` or an empty text.
 */
export function mergedDraft(known: Draft, more: Draft): Draft {
  const payer = { ...known.payer, ...said(more.payer) }
  const merged = { ...known, ...said(more) }
  return Object.keys(payer).length ? { ...merged, payer } : merged
}

/** The members that say something. */
export function said<T extends object>(members: T | null | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(members ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== "")) as Partial<T>
}

/** What the shopper typed, sealed, from the moment of the request until the invoice is issued. */
export class Drafts {
  constructor(private readonly db: Database, private readonly ring: KeyRing) {}

  /**
   * Seals and stores; returns the draft's id, which may stand in public session data.
   * @throws ShopperError in a store without a key, which can take no payment
   */
  async store(draft: Draft): Promise<string> {
    return this.insert(draft, null, this.db)
  }

  private async insert(draft: Draft, sessionId: string | null, db: Database | Transaction): Promise<string> {
    if (this.ring.isEmpty) {
      throw new ShopperError("conflict", "method_unavailable")
    }
    const id = newId("fdra")
    await db(tables.draft).insert({
      id,
      session_id: sessionId,
      sealed: this.ring.seal(JSON.stringify(draft), PURPOSE),
      expires_at: this.db.raw(`now() + interval '${DAYS_KEPT} days'`),
    })
    return id
  }

  /** Binds a draft to the session that was made with it. A draft that is bound already stays where it is. */
  async bind(id: string, sessionId: string): Promise<void> {
    await this.db(tables.draft).where({ id }).whereNull("session_id").update({ session_id: sessionId, updated_at: this.db.fn.now() })
  }

  /** Adds to what is known for a session, as when the payer is typed after the method was chosen. */
  async merge(sessionId: string, more: Draft): Promise<void> {
    await this.db.transaction(async (trx) => {
      // Payer and card may be sent at the same moment, and neither may lose the other; there may be no row yet to lock.
      await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`${tables.draft}:${sessionId}`])
      const merged = mergedDraft(await this.ofSession(sessionId, trx), more)
      await trx(tables.draft).where({ session_id: sessionId }).delete()
      await this.insert(merged, sessionId, trx)
    })
  }

  async ofSession(sessionId: string, db: Database | Transaction = this.db): Promise<Draft> {
    const row = await db(tables.draft).where({ session_id: sessionId }).orderBy("created_at", "desc").first()
    const text = row && (this.ring.isEmpty ? this.ring.open(row.sealed, PURPOSE) : this.ring.openOrNull(row.sealed, PURPOSE))
    return text ? draftSchema.parse(JSON.parse(text)) : {}
  }

  /** Forgets the card of a session, whose token has been used. */
  async forgetCard(sessionId: string): Promise<void> {
    const { card: _used, ...rest } = await this.ofSession(sessionId)
    await this.db(tables.draft).where({ session_id: sessionId }).update({ sealed: this.ring.seal(JSON.stringify(rest), PURPOSE), updated_at: this.db.fn.now() })
  }

  /** Forgets drafts that nothing came of. */
  async prune(): Promise<void> {
    await this.db(tables.draft).where("expires_at", "<", this.db.fn.now()).delete()
  }
}
