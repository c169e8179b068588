import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import { isInternal } from "../../accounts/public-address"
import type { SelfTest, SelfTestCode } from "../../health/self-test"
import { isLoopback } from "../../options/read-options"
import type { Finding } from "../finding"
import type { DoctorCode } from "../texts"

const CODES: Record<SelfTestCode, DoctorCode> = {
  arrived: "address_ok",
  arrived_locally: "address_local",
  other_server: "address_other_server",
  redirected: "address_redirects",
  refused: "address_refused",
  not_reachable: "address_no_answer",
  timed_out: "address_no_answer",
  no_key: "key_missing",
}

/** The addresses of a name, or null when it surely does not exist. */
export type Resolve = (host: string) => Promise<string[] | null>

/**
 * Whether the gateway can reach the address of notices, as far as can be told from here. In development a local
 * address, or a store that does not run, is a warning.
 */
export async function notificationAddress(
  { backendUrl, production }: { backendUrl: string; production: boolean },
  selfTest: () => Promise<SelfTest>,
  resolve: Resolve = addressesOf
): Promise<Finding[]> {
  const address = `${backendUrl}/hooks/fatura`
  const grave = production ? "error" : "warning"
  const finding = (state: Finding["state"], code: DoctorCode, values: Finding["values"] = {}): Finding => ({ check: "notification_address", state, code, values: { address, ...values } })
  if (isLoopback(backendUrl)) {
    return [finding(grave, "address_local")]
  }
  const host = new URL(backendUrl).hostname.replace(/^\[|\]$/g, "")
  const ips = isIP(host) ? [host] : await resolve(host)
  if (!ips) {
    return [finding("error", "address_unknown_host", { host })]
  }
  const internal = ips.find(isInternal)
  const found: Finding[] = []
  if (internal !== undefined) {
    found.push(finding(grave, "address_internal", { host, ip: internal }))
  }
  if (!backendUrl.startsWith("https://")) {
    found.push(finding(grave, "address_not_https"))
  }
  const test = await selfTest()
  if (!test.ok) {
    found.push(finding(test.code === "not_reachable" || test.code === "timed_out" ? grave : "error", CODES[test.code], { status: test.http_status ?? 0 }))
  }
  return found.length ? found : [finding("ok", "address_ok")]
}

async function addressesOf(host: string): Promise<string[] | null> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch (error) {
    return (error as { code?: string }).code === "ENOTFOUND" ? null : []
  }
}
