import ipaddr from "ipaddr.js"

type Parsed = ipaddr.IPv4 | ipaddr.IPv6

/** Which hops before this server are proxies of the store: how many, or the networks that they stand in. */
export type TrustedProxies = number | string[]

/** Names for networks, as Express has them for its own option. */
const NAMED: Record<string, string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
}

/** Nobody comes from these over the internet: who is seen there is a proxy, a container's bridge or the machine itself. */
const INTERNAL = new Set(["unspecified", "broadcast", "multicast", "linkLocal", "loopback", "private", "carrierGradeNat", "uniqueLocal"])

const MOST_PROXIES = 20
/** Longer is no list of proxies; what a sender forged stands at its left, and what counts at its right. */
const LONGEST_LIST = 2_000
/** A home or a phone has a whole network of this size, and so as many addresses as it likes. */
const IPV6_NETWORK_BITS = 64

/** An address in its one form, an IPv4 one that was written as IPv6 as IPv4; null for what is none. A port after it is dropped. */
export function readAddress(text: string | null | undefined): string | null {
  return parse(text)?.toString() ?? null
}

/** What limits count by: an IPv4 address, or the /64 network of an IPv6 one. */
export function networkOf(address: string): string {
  const parsed = parse(address)
  if (!parsed) {
    return address
  }
  if (parsed.kind() === "ipv4") {
    return parsed.toString()
  }
  const bytes = parsed.toByteArray().map((byte, index) => (index < IPV6_NETWORK_BITS / 8 ? byte : 0))
  return `${ipaddr.fromByteArray(bytes).toString()}/${IPV6_NETWORK_BITS}`
}

/** Whether `value` is a number of proxies, or a list of addresses, networks as `10.0.0.0/8` and names of {@link NAMED}. */
export function areProxies(value: unknown): value is TrustedProxies {
  if (typeof value === "number") {
    return Number.isInteger(value) && value >= 0 && value <= MOST_PROXIES
  }
  return Array.isArray(value) && value.every((entry) => typeof entry === "string" && (Object.hasOwn(NAMED, entry) || rangeOf(entry) !== null))
}

/**
 * The address that a request really came from; null where none can be believed. Each proxy writes at the right of
 * `X-Forwarded-For` whom it was asked by, so the list is read from this server outwards and only as far as the
 * store's own proxies have written it: what stands further left is whatever the sender liked.
 *
 * - `trusted` as a number: so many proxies stand before this server. With fewer entries than that somebody came
 *   past them, and counts by the connection's own address.
 * - as networks: the first hop that stands in none of them. An unreadable hop before that ends the reading.
 * - not given: one proxy, and only where the connection comes from an internal network.
 * @param peer the other end of the connection; none of a local socket
 */
export function shopperAddress(peer: string | undefined, forwardedFor: string | undefined, trusted?: TrustedProxies): string | null {
  // From here outwards. A local socket's other end is this machine.
  const hops = [peer ?? "127.0.0.1", ...listed(forwardedFor)]
  const found = typeof trusted === "number" ? (hops[trusted] ?? hops[0]!) : trusted ? firstOutside(hops, rangesOf(trusted)) : isInternal(hops[0]!) ? hops[1] : hops[0]
  const address = parse(found)
  return address && !INTERNAL.has(address.range()) ? address.toString() : null
}

function firstOutside(hops: string[], ranges: Range[]): string | undefined {
  return hops.find((hop) => {
    const address = parse(hop)
    return !address || !ranges.some((range) => contains(range, address))
  })
}

/** Nearest first. */
function listed(forwardedFor: string | undefined): string[] {
  return (forwardedFor ?? "").slice(-LONGEST_LIST).split(",").map((entry) => entry.trim()).filter(Boolean).reverse()
}

function isInternal(text: string): boolean {
  const address = parse(text)
  return address !== null && INTERNAL.has(address.range())
}

/** `192.0.2.1:8080` and `[2001:db8::1]:443`, as some proxies write. */
const WITH_PORT = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([0-9a-fA-F:.]{2,45})\])(?::\d{1,5})?$/
const LONGEST_ADDRESS = 64

function parse(text: string | null | undefined): Parsed | null {
  if (!text || text.length > LONGEST_ADDRESS) {
    return null
  }
  const [, v4, v6] = WITH_PORT.exec(text) ?? []
  // A zone (`fe80::1%eth0`) says which of this machine's cards it is.
  const bare = (v4 ?? v6 ?? text).replace(/%.*$/, "")
  // The library also reads `1` and `0x7f.1`, which no proxy writes.
  const isWritten = ipaddr.IPv4.isValidFourPartDecimal(bare) || (bare.includes(":") && ipaddr.IPv6.isValid(bare))
  return isWritten ? ipaddr.process(bare) : null
}

type Range = [Parsed, number]

function rangeOf(text: string): Range | null {
  if (!/^[\da-fA-F]*[.:][\da-fA-F.:]*(\/\d{1,3})?$/.test(text)) {
    return null
  }
  try {
    const [address, bits] = text.includes("/") ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), null]
    return [address, bits ?? (address.kind() === "ipv4" ? 32 : 128)]
  } catch {
    return null
  }
}

/** By the option itself, which stays the same object: a long list is read once. */
const read = new WeakMap<string[], Range[]>()

function rangesOf(trusted: string[]): Range[] {
  const known = read.get(trusted)
  if (known) {
    return known
  }
  const ranges = trusted.flatMap((text) => (Object.hasOwn(NAMED, text) ? NAMED[text]! : [text])).map(rangeOf).filter((range) => range !== null)
  read.set(trusted, ranges)
  return ranges
}

function contains([network, bits]: Range, address: Parsed): boolean {
  if (network.kind() !== address.kind()) {
    return false
  }
  return network.kind() === "ipv4" ? (address as ipaddr.IPv4).match(network as ipaddr.IPv4, bits) : (address as ipaddr.IPv6).match(network as ipaddr.IPv6, bits)
}
