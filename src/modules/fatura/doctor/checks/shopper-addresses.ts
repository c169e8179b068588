import type { KeyRing } from "../../crypto/key-ring"
import type { Database } from "../../database"
import { type AddressState, areProxiesGuessed, shopperAddresses } from "../../health/shopper-addresses"
import type { FixedOptions } from "../../options/schema"
import type { Finding } from "../finding"
import type { DoctorCode } from "../texts"

const FOUND: Record<AddressState, DoctorCode> = { ok: "addresses_ok", too_few: "addresses_too_few", shared: "addresses_shared", not_believable: "addresses_not_believable" }

type Store = { db: Database; ring: KeyRing; options: Pick<FixedOptions, "trustedProxies">; production: boolean }

/** Whether limits can tell shoppers apart, by addresses that can be believed. While the shop is built everybody comes from the same machine. */
export async function shopperAddressesCheck({ db, ring, options, production }: Store): Promise<Finding[]> {
  const { state, ...values } = await shopperAddresses(db, ring)
  const isBad = state === "shared" || state === "not_believable"
  const seen: Finding = { check: "shopper_addresses", state: isBad && production ? "warning" : "ok", code: FOUND[state], values }
  return areProxiesGuessed(options, production) ? [{ check: "shopper_addresses", state: "warning", code: "proxies_not_set" }, seen] : [seen]
}
