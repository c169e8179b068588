import type { KeyRing } from "../crypto/key-ring"
import { Database, tables } from "../database"
import { addressText } from "../issuing/unpaid-limits"
import type { FixedOptions } from "../options/schema"

/**
 * `shared`: shoppers in number are seen at a few addresses, those of proxies or of the storefront's server.
 * `not_believable`: no address could be told. In both the limits can't tell one shopper from another.
 */
export type AddressState = "ok" | "too_few" | "shared" | "not_believable"

/** Of the last purchases: how many customers they had, and at how many addresses. */
export type ShopperAddresses = { state: AddressState; purchases: number; customers: number; addresses: number; unknown: number }

/**
 * Whether nobody has said, of a store that is open to the internet, who stands before it. One proxy is guessed then
 * wherever a connection comes from an internal network; behind source NAT there is none, every connection comes from
 * there, and what is believed was written by the sender. That can't be seen from here: forged addresses look like any.
 */
export function areProxiesGuessed({ trustedProxies }: Pick<FixedOptions, "trustedProxies">, production: boolean): boolean {
  return production && trustedProxies === undefined
}

const LAST = 500
/** Fewer say nothing: a shop's first orders are its own tests. */
const ENOUGH_UNKNOWN = 5
const ENOUGH_CUSTOMERS = 20
/** One in so many is no accident; who forges addresses makes the others look well. */
const UNKNOWN_SHARE = 5
/** Customers at one address, on average, that no household has. */
const SHARED_BY = 5

/** How well shoppers can be told apart by their internet address, from the ledger alone. */
export async function shopperAddresses(db: Database, ring: KeyRing): Promise<ShopperAddresses> {
  const unknown = ring.isEmpty ? [] : ring.fingerprints(addressText(null))
  const { rows } = await db.raw(
    `select count(distinct purchase_key)::int as purchases,
            count(distinct shopper_customer_hash) filter (where shopper_ip_hash <> all(:unknown))::int as customers,
            count(distinct shopper_ip_hash) filter (where shopper_ip_hash <> all(:unknown))::int as addresses,
            count(distinct purchase_key) filter (where shopper_ip_hash = any(:unknown))::int as unknown
     from (select purchase_key, shopper_customer_hash, shopper_ip_hash from ${tables.invoice}
           where created_at > now() - interval '7 days' and shopper_ip_hash is not null order by id desc limit ${LAST}) last`,
    { unknown }
  )
  const counted = rows[0] as Omit<ShopperAddresses, "state">
  return { state: stateOf(counted), ...counted }
}

function stateOf({ purchases, customers, addresses, unknown }: Omit<ShopperAddresses, "state">): AddressState {
  if (unknown >= ENOUGH_UNKNOWN && unknown * UNKNOWN_SHARE >= purchases) {
    return "not_believable"
  }
  if (customers < ENOUGH_CUSTOMERS) {
    return "too_few"
  }
  return addresses * SHARED_BY <= customers ? "shared" : "ok"
}
