import type { Issuer } from "../../../gateway"
import { currentShopper } from "../texts/shopper-context"
import { Database, isUniqueViolation, newId, tables } from "../database"
import { hashOfTicket, referenceOf, writeTicket } from "../crypto/tickets"
import type { KeyRing } from "../crypto/key-ring"
import type { InvoiceRow, PaymentMethod } from "../ledger/row"
import type { Payer } from "./payer"
import type { Purchase } from "./purchase"
import type { Terms } from "../methods/policy"

export const PAYER_PURPOSE = "payer"

/**
 * Stores the intent to have an invoice issued, before the gateway is called. The unique index on the
 * live attempt of a collection, and the one of the purchase, decide who may call when several try at once.
 */
export class Attempts {
  constructor(private readonly db: Database, private readonly ring: KeyRing) {}

  /** @returns the new attempt, or null when the purchase has a live one already */
  async claim(input: { purchase: Purchase; payer: Payer; method: PaymentMethod; accountId: string; issuer?: Issuer | null; terms: Terms; installments: number }): Promise<InvoiceRow | null> {
    const { purchase, payer, terms } = input
    const attempt = (await this.lastAttempt(purchase.sessionId)) + 1
    try {
      const [row] = await this.db(tables.invoice)
        .insert({
          id: newId("finv"),
          account_id: input.accountId,
          issuer: input.issuer ? JSON.stringify(input.issuer) : null,
          payment_collection_id: purchase.collectionId,
          session_id: purchase.sessionId,
          attempt,
          reference: referenceOf({ sessionId: purchase.sessionId, attempt }),
          ticket_hashes: JSON.stringify([hashOfTicket(writeTicket(this.ring, { sessionId: purchase.sessionId, attempt }))]),
          method: input.method,
          state: "issuing",
          amount_cents: purchase.amount,
          issuing_started_at: this.db.fn.now(),
          due_on: terms.dueOn,
          expires_at: terms.expiresAt,
          cancel_at: terms.cancelAt,
          installments: input.installments,
          shopper_ip_hash: shopperHash(this.ring, payer.ip ?? currentShopper().ip),
          payer_sealed: this.ring.seal(JSON.stringify(payer), PAYER_PURPOSE),
          document_masked: payer.document?.masked ?? null,
          payer_name: payer.name,
          cart_id: purchase.cartId,
          order_id: purchase.orderId,
          purchase_key: purchase.key,
        })
        .returning("*")
      return row
    } catch (error) {
      if (isUniqueViolation(error)) {
        return null
      }
      throw error
    }
  }

  /**
   * Card attempts that came to nothing, of a cart and of an internet address in the last hour: card
   * testers try many cards, shoppers a few.
   */
  async failedCardAttempts(cartId: string | null, ip: string | null): Promise<{ ofCart: number; ofAddress: number }> {
    const failed = () => this.db(tables.invoice).where({ method: "card" }).whereNull("paid_at").whereNull("authorized_at")
    const hashes = ip ? this.ring.fingerprints(ipText(ip)) : []
    const [ofCart, ofAddress] = await Promise.all([
      cartId ? failed().andWhere({ cart_id: cartId }).count("* as count").first() : null,
      hashes.length ? failed().whereIn("shopper_ip_hash", hashes).andWhere("created_at", ">", this.db.raw("now() - interval '1 hour'")).count("* as count").first() : null,
    ])
    return { ofCart: Number(ofCart?.count ?? 0), ofAddress: Number(ofAddress?.count ?? 0) }
  }

  private async lastAttempt(sessionId: string): Promise<number> {
    const row = await this.db(tables.invoice).where({ session_id: sessionId }).max("attempt as last").first()
    return Number(row?.last ?? 0)
  }
}

/** An internet address says who somebody is; for counting, its keyed hash is enough. */
function shopperHash(ring: KeyRing, ip: string | null): string | null {
  return ip ? ring.fingerprint(ipText(ip)) : null
}

function ipText(ip: string): string {
  return `ip:${ip}`
}
