import { lookup } from "node:dns/promises"
import { BlockList, isIP } from "node:net"
import { checkedBaseUrl } from "../../../gateway"
import type { FieldCode } from "../texts/field-texts"

/** Special-purpose networks (RFC 6890): what stands there is no gateway, but may be something else of the store's. */
const internal = new BlockList()
for (const [network, bits] of [
  ["0.0.0.0", 8], ["10.0.0.0", 8], ["100.64.0.0", 10], ["127.0.0.0", 8], ["169.254.0.0", 16], ["172.16.0.0", 12],
  ["192.0.0.0", 24], ["192.168.0.0", 16], ["198.18.0.0", 15], ["224.0.0.0", 4], ["240.0.0.0", 4],
] as const) {
  internal.addSubnet(network, bits, "ipv4")
}
for (const [network, bits] of [["::", 127], ["64:ff9b::", 96], ["fc00::", 7], ["fe80::", 10], ["ff00::", 8]] as const) {
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
  return found.some(isInternal) ? "private_address" : null
}

export function isInternal(ip: string): boolean {
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
  return internal.check(inner, isIP(inner) === 6 ? "ipv6" : "ipv4")
}

/** A name that is not known leads nowhere: the connection test says so. */
async function addressesOf(host: string): Promise<string[]> {
  return lookup(host, { all: true }).then((found) => found.map(({ address }) => address), () => [])
}
