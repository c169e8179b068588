import type { Issuer } from "../../../gateway"
import { currentShopper } from "../texts/shopper-context"
import { Database, isUniqueViolation, newId, tables, type Transaction } from "../database"
import { hashOfTicket, referenceOf, writeTicket } from "../crypto/tickets"
import type { KeyRing } from "../crypto/key-ring"
import type { InvoiceRow, PaymentMethod } from "../ledger/row"
import type { Payer } from "./payer"
import type { Purchase } from "./purchase"
import type { Terms } from "../methods/policy"
import { addressText, UnpaidLimiter } from "./unpaid-limits"

export const PAYER_PURPOSE = "payer"

type NewAttempt = {
  purchase: Purchase
  payer: Payer
  method: PaymentMethod
  accountId: string
  issuer?: Issuer | null
  terms: Terms
  installments: number
  guard?: (trx: Transaction) => Promise<void>
}

/**
 * Stores the intent to have an invoice issued, before the gateway is called. The unique index on the
 * live attempt of a collection, and the one of the purchase, decide who may call when several try at once.
 */
export class Attempts {
  readonly limiter: UnpaidLimiter

  constructor(private readonly db: Database, private readonly ring: KeyRing) {
    this.limiter = new UnpaidLimiter(ring)
  }

  /**
   * @param input.guard looks at the other attempts of the same shopper and throws when there are too many. One at a
   *   time for an address and a customer: of many that come at the same moment each sees those before it
   * @returns the new attempt, or null when the purchase has a live one already
   */
  async claim(input: NewAttempt): Promise<InvoiceRow | null> {
    const { purchase, payer, terms } = input
    const attempt = (await this.lastAttempt(purchase.sessionId)) + 1
    const ip = payer.ip ?? currentShopper().ip
    const { addresses, customers } = this.limiter.askerOf(purchase, ip)
    try {
      const id = newId("finv")
      const row = {
        id,
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
        shopper_ip_hash: currentShopper().isPresent || ip !== null ? this.ring.fingerprint(addressText(ip)) : null,
        shopper_customer_hash: customers[0] ?? null,
        payer_sealed: this.ring.seal(JSON.stringify(payer), PAYER_PURPOSE, [id]),
        document_masked: payer.document?.masked ?? null,
        payer_name: payer.name,
        cart_id: purchase.cartId,
        order_id: purchase.orderId,
        purchase_key: purchase.key,
      }
      return await this.db.transaction(async (trx) => {
        if (input.guard) {
          const unknown = input.method === "card" ? [addressText(null)] : []
          await lockAll(trx, [...(addresses.length ? addresses.slice(0, 1) : unknown), ...customers.slice(0, 1)])
          await input.guard(trx)
        }
        const [stored] = await trx(tables.invoice).insert(row).returning("*")
        return stored as InvoiceRow
      })
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
  async failedCardAttempts(cartId: string | null, ip: string | null, db: Database | Transaction = this.db): Promise<{ ofCart: number; ofAddress: number }> {
    const failed = () => db(tables.invoice).where({ method: "card" }).whereNull("paid_at").whereNull("authorized_at")
    const hashes = this.ring.fingerprints(addressText(ip))
    const [ofCart, ofAddress] = [
      cartId ? await failed().andWhere({ cart_id: cartId }).count("* as count").first() : null,
      await failed().whereIn("shopper_ip_hash", hashes).andWhere("created_at", ">", this.db.raw("now() - interval '1 hour'")).count("* as count").first(),
    ]
    return { ofCart: Number(ofCart?.count ?? 0), ofAddress: Number(ofAddress?.count ?? 0) }
  }

  private async lastAttempt(sessionId: string): Promise<number> {
    const row = await this.db(tables.invoice).where({ session_id: sessionId }).max("attempt as last").first()
    return Number(row?.last ?? 0)
  }
}

/** One after the other, in an order that all keep. */
async function lockAll(trx: Transaction, names: string[]): Promise<void> {
  for (const name of [...names].sort()) {
    await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [`fatura_attempt:${name}`])
  }
}
