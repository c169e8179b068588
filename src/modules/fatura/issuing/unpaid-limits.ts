import { networkOf } from "../../../domain/internet-address"
import type { KeyRing } from "../crypto/key-ring"
import { type Database, tables, type Transaction } from "../database"
import type { PaymentMethod } from "../ledger/row"
import { currentShopper } from "../texts/shopper-context"
import { ShopperError } from "../texts/shopper-error"

/** Whoever is asking, as far as limits need to know: by keyed hashes, never by name. */
export type Asker = { addresses: string[]; customers: string[] }

/** Other purchases that may have an unpaid code at a time. */
export type UnpaidLimits = { unpaidPerAddress: number; unpaidPerCustomer: number }

/** Those of an address that no shopper can be told by count together. */
const UNKNOWN_ADDRESS = "unknown"
/** Room that each paid purchase of the last day gives an address: a shop's Wi-Fi, or a phone company's gateway. */
const ROOM_PER_PAID = 2

/** For counting, the keyed hash of a shopper's network is enough. @param ip null where none can be believed */
export function addressText(ip: string | null): string {
  return `ip:${ip === null ? UNKNOWN_ADDRESS : networkOf(ip)}`
}

function customerText({ accountId, email }: { accountId?: string | null; email: string | null }): string | null {
  return accountId ? `customer:${accountId}` : email ? `email:${email.trim().toLowerCase()}` : null
}

/**
 * A PIX code or boleto reserves stock until it is paid or over. These limits keep one internet address and one customer
 * from reserving it in bulk. A further code of the same purchase holds nothing more and is not counted, and what the
 * plugin issues by itself is nobody's doing.
 */
export class UnpaidLimiter {
  constructor(private readonly ring: KeyRing) {}

  /** The hashes under which an attempt is counted, the newest key's first; none of an address that can't be believed: that would close the shop for everybody. */
  askerOf(purchase: { accountId?: string | null; email: string | null }, ip: string | null): Asker {
    const customer = customerText(purchase)
    return { addresses: ip === null ? [] : this.ring.fingerprints(addressText(ip)), customers: customer === null ? [] : this.ring.fingerprints(customer) }
  }

  /** @throws ShopperError `too_many_unpaid` */
  async refuse(db: Database | Transaction, asked: { purchaseKey: string; method: PaymentMethod; asker: Asker; limits: UnpaidLimits; reason: "denied" | "too_many" }): Promise<void> {
    const { purchaseKey, method, asker, limits } = asked
    if (!currentShopper().isPresent || (await hasCode(db, purchaseKey))) {
      return
    }
    const [ofAddress, ofCustomer] = [await this.unpaid(db, "shopper_ip_hash", asker.addresses, method), await this.unpaid(db, "shopper_customer_hash", asker.customers, method)]
    const room = ofAddress < limits.unpaidPerAddress ? 0 : ROOM_PER_PAID * (await this.paidOfAddress(db, asker.addresses))
    if (ofAddress >= limits.unpaidPerAddress + room || ofCustomer >= limits.unpaidPerCustomer) {
      throw new ShopperError(asked.reason, "too_many_unpaid")
    }
  }

  private async unpaid(db: Database | Transaction, column: "shopper_ip_hash" | "shopper_customer_hash", hashes: string[], method: PaymentMethod): Promise<number> {
    if (!hashes.length) {
      return 0
    }
    const unpaid = `${column} = any(:hashes) and method = :method and paid_at is null and state not in ('refused', 'not_sent')`
    const { rows } = await db.raw(
      `select count(*)::int as count from (
         select purchase_key from ${tables.invoice} where ${unpaid} and is_live
         union select purchase_key from ${tables.invoice} where ${unpaid} and created_at > now() - interval '1 hour') purchases`,
      { hashes, method }
    )
    return rows[0].count
  }

  private async paidOfAddress(db: Database | Transaction, hashes: string[]): Promise<number> {
    const { rows } = await db.raw(
      `select count(distinct purchase_key)::int as count from ${tables.invoice} where shopper_ip_hash = any(:hashes) and created_at > now() - interval '1 day' and paid_at is not null`,
      { hashes }
    )
    return rows[0].count
  }
}

/** A purchase whose attempts all came to nothing counts as one that is new, or a refused first try would be a way around. */
async function hasCode(db: Database | Transaction, purchaseKey: string): Promise<boolean> {
  const row = await db(tables.invoice).where({ purchase_key: purchaseKey }).whereNotIn("state", ["refused", "not_sent"]).first("id")
  return row !== undefined
}
