import type { KeyRing } from "../../crypto/key-ring"
import type { Database } from "../../database"
import { type AddressState, shopperAddresses } from "../../health/shopper-addresses"
import type { Finding } from "../finding"
import type { DoctorCode } from "../texts"

const FOUND: Record<AddressState, DoctorCode> = { ok: "addresses_ok", too_few: "addresses_too_few", shared: "addresses_shared", not_believable: "addresses_not_believable" }

/** Whether limits can tell shoppers apart. While the shop is built everybody comes from the same machine. */
export async function shopperAddressesCheck(db: Database, ring: KeyRing, production: boolean): Promise<Finding[]> {
  const { state, ...values } = await shopperAddresses(db, ring)
  const isBad = state === "shared" || state === "not_believable"
  return [{ check: "shopper_addresses", state: isBad && production ? "warning" : "ok", code: FOUND[state], values }]
}
