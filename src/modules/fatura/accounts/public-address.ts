import { lookup } from "node:dns/promises"
import { BlockList, isIP } from "node:net"
import { checkedBaseUrl } from "../../../gateway"
import type { FieldCode } from "../texts/field-texts"

/** Special-purpose networks (RFC 6890): what stands there is no gateway, but may be something else of the store's. */
const internal = new BlockList()
for (const [network, bits] of [
  ["0.0.0.0", 8], ["10.0.0.0", 8], ["100.64.0.0", 10], ["127.0.0.0", 8], ["169.254.0.0", 16], ["172.16.0.0", 12],
  ["192.0.0.0", 24], ["192.88.99.0", 24], ["192.168.0.0", 16], ["198.18.0.0", 15], ["224.0.0.0", 4], ["240.0.0.0", 4],
] as const) {
  internal.addSubnet(network, bits, "ipv4")
}
// Those that carry an IPv4 address inside (6to4, Teredo, NAT64, IPv4-compatible, IPv4-translated) lead wherever that one does.
for (const [network, bits] of [
  ["::", 96], ["::ffff:0:0:0", 96], ["64:ff9b::", 96], ["64:ff9b:1::", 48], ["100::", 64], ["2001::", 32], ["2002::", 16], ["5f00::", 16], ["fc00::", 7], ["fe80::", 10], ["fec0::", 10], ["ff00::", 8],
] as const) {
  internal.addSubnet(network, bits, "ipv6")
}

type Resolve = (host: string) => Promise<string[]>

/**
 * What is wrong with an address that staff gave, or null. In production it must also be public, so that
 * nobody can have the server ask around in its own network.
 */
export async function faultOfAddress(address: string, production: boolean, resolve: Resolve = addressesOf): Promise<FieldCode | null> {
  try {
    checkedBaseUrl(address)
  } catch {
    return "not_https"
  }
  if (!production) {
    return null
  }
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "")
  const found = isIP(host) ? [host] : await resolve(host)
  return found.length === 0 ? "unknown_host" : found.some(isInternal) ? "private_address" : null
}

/** What is no internet address is nothing to connect to either. An IPv4 address inside an IPv6 one counts as itself. */
export function isInternal(address: string): boolean {
  const ip = address.replace(/%.*$/, "")
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
  const version = isIP(inner)
  return version === 0 || internal.check(inner, version === 6 ? "ipv6" : "ipv4")
}

/** A host that stands in the configuration as an internal address, or as this machine, is meant to be one. */
export function isPlainlyInternal(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "")
  return host === "localhost" || (isIP(host) !== 0 && isInternal(host))
}

/** A name that is not known may lead anywhere later. */
async function addressesOf(host: string): Promise<string[]> {
  return lookup(host, { all: true }).then((found) => found.map(({ address }) => address), () => [])
}
