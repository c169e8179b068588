import { z } from "zod"
import { KeyRing } from "../crypto/key-ring"
import { Database, newId, tables, type Transaction } from "../database"
import { ShopperError } from "../texts/shopper-error"

const PURPOSE = "draft"
const CARD_PURPOSE = "draft-card"
const DAYS_KEPT = 7
/** As long as a shopper takes from the card to the order; a token that lies about longer could only be charged unasked. */
const CARD_MINUTES_KEPT = 20

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

type DraftRow = { id: string; sealed: string; card_sealed: string | null; card_expires_at: Date | null }

/** What the shopper typed, sealed, from the moment of the request until the invoice is issued; a card for minutes. */
export class Drafts {
  constructor(private readonly db: Database, private readonly ring: KeyRing) {}

  /**
   * Seals and stores; returns the draft's id, which may stand in public session data.
   * @throws ShopperError in a store without a key, which can take no payment
   */
  async store(draft: Draft): Promise<string> {
    return this.insert(draft, null, this.db)
  }

  /** Binds a draft to the session that was made with it. A draft that is bound already stays where it is. */
  async bind(id: string, sessionId: string): Promise<void> {
    await this.db(tables.draft).where({ id }).whereNull("session_id").update({ session_id: sessionId, updated_at: this.db.fn.now() })
  }

  /** Adds to what is known for a session, as when the payer is typed after the method was chosen. A card that is not said again keeps its time. */
  async merge(sessionId: string, more: Draft): Promise<void> {
    await this.db.transaction(async (trx) => {
      // Payer and card may be sent at the same moment, and neither may lose the other; there may be no row yet to lock.
      await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`${tables.draft}:${sessionId}`])
      const row: DraftRow | undefined = await newestOf(trx, sessionId)
      const known = row ? this.open(row) : {}
      const merged = mergedDraft(known, more)
      await trx(tables.draft).where({ session_id: sessionId }).delete()
      const id = await this.insert(merged, sessionId, trx)
      if (merged.card && merged.card.token === known.card?.token) {
        await trx(tables.draft).where({ id }).update({ card_expires_at: row!.card_expires_at })
      }
    })
  }

  async ofSession(sessionId: string): Promise<Draft> {
    const row: DraftRow | undefined = await newestOf(this.db, sessionId)
    return row ? this.open(row) : {}
  }

  /** Forgets what was typed for sessions, as when their customer is deleted. */
  async forgetSessions(sessionIds: string[]): Promise<void> {
    await this.db(tables.draft).whereIn("session_id", sessionIds).delete()
  }

  /** Forgets the card of a session, whose token has been used. */
  async forgetCard(sessionId: string): Promise<void> {
    await this.db(tables.draft).where({ session_id: sessionId }).update({ card_sealed: null, card_expires_at: null, updated_at: this.db.fn.now() })
  }

  /** Forgets the cards whose minutes are over. */
  async pruneCards(): Promise<void> {
    await this.db(tables.draft).where("card_expires_at", "<", this.db.fn.now()).update({ card_sealed: null, card_expires_at: null, updated_at: this.db.fn.now() })
  }

  /** Forgets drafts that nothing came of. */
  async prune(): Promise<void> {
    await this.db(tables.draft).where("expires_at", "<", this.db.fn.now()).delete()
  }

  private async insert({ card, ...rest }: Draft, sessionId: string | null, db: Database | Transaction): Promise<string> {
    if (this.ring.isEmpty) {
      throw new ShopperError("conflict", "method_unavailable")
    }
    const id = newId("fdra")
    await db(tables.draft).insert({
      id,
      session_id: sessionId,
      sealed: this.ring.seal(JSON.stringify(rest), PURPOSE, [id]),
      card_sealed: card ? this.ring.seal(JSON.stringify(card), CARD_PURPOSE, [id]) : null,
      card_expires_at: card ? this.db.raw(`now() + interval '${CARD_MINUTES_KEPT} minutes'`) : null,
      expires_at: this.db.raw(`now() + interval '${DAYS_KEPT} days'`),
    })
    return id
  }

  /** A card whose minutes are over is none, though its column may not be emptied yet; nor is what no key opens any more. */
  private open({ id, sealed, card_sealed, card_expires_at }: DraftRow): Draft {
    const { card: _ofOldDrafts, ...rest } = JSON.parse(this.readable(sealed, PURPOSE, id) ?? "{}") as Draft
    const kept = card_sealed !== null && card_expires_at !== null && card_expires_at > new Date()
    const card = kept ? this.readable(card_sealed, CARD_PURPOSE, id) : null
    return draftSchema.parse({ ...rest, ...(card && { card: JSON.parse(card) }) })
  }

  /** @throws SealError in a store without any key */
  private readable(sealed: string, purpose: string, id: string): string | null {
    return this.ring.isEmpty ? this.ring.open(sealed, purpose, [id]) : this.ring.openOrNull(sealed, purpose, [id])
  }
}

function newestOf(db: Database | Transaction, sessionId: string) {
  return db(tables.draft).where({ session_id: sessionId }).orderBy("created_at", "desc").first()
}
