import { areProxies, networkOf, readAddress, shopperAddress, type TrustedProxies } from "../internet-address"

const SHOPPER = "203.0.113.7"
const CDN = "198.51.100.20"
const BALANCER = "10.0.0.5"

describe("whose address a request is", () => {
  it.each<[title: string, peer: string | undefined, list: string | undefined, trusted: TrustedProxies | undefined, expected: string | null]>([
    ["nothing set, Medusa stands in the internet: a forged list is not read", SHOPPER, "192.0.2.1", undefined, SHOPPER],
    ["nothing set, one proxy in the same network", BALANCER, SHOPPER, undefined, SHOPPER],
    ["nothing set, one proxy, and the shopper has sent a list of their own", BALANCER, `192.0.2.1, ${SHOPPER}`, undefined, SHOPPER],
    ["nothing set, CDN and balancer: the CDN's, never the forged one", BALANCER, `192.0.2.1, ${SHOPPER}, ${CDN}`, undefined, CDN],
    ["nothing set, a container's bridge stands before everybody: no shopper is believed", "172.17.0.1", "192.0.2.1, 172.17.0.1", undefined, null],
    ["nothing set, a storefront's server asks for everybody", "127.0.0.1", undefined, undefined, null],
    ["nothing set, a local socket behind one proxy", undefined, SHOPPER, undefined, SHOPPER],
    ["no proxy: the list is never read", SHOPPER, "192.0.2.1", 0, SHOPPER],
    ["no proxy and an internal peer", BALANCER, SHOPPER, 0, null],
    ["one proxy", BALANCER, `192.0.2.1, ${SHOPPER}`, 1, SHOPPER],
    ["two proxies", BALANCER, `192.0.2.1, ${SHOPPER}, ${CDN}`, 2, SHOPPER],
    ["two proxies, and somebody came past the first: the connection's address", SHOPPER, "192.0.2.1", 2, SHOPPER],
    ["two proxies, and somebody came past the first through the balancer: nobody is believed", BALANCER, SHOPPER, 2, null],
    ["networks: as far as they reach", BALANCER, `192.0.2.1, ${SHOPPER}, ${CDN}`, ["10.0.0.0/8", "198.51.100.0/24"], SHOPPER],
    ["networks: a sender that comes past the CDN is not believed", BALANCER, `${CDN}, 192.0.2.1`, ["10.0.0.0/8", "198.51.100.0/24"], "192.0.2.1"],
    ["networks: the peer is in none", SHOPPER, "192.0.2.1", ["10.0.0.0/8"], SHOPPER],
    ["networks by name", "::1", SHOPPER, ["loopback"], SHOPPER],
    ["networks: a hop that can't be read ends the reading", BALANCER, `192.0.2.1, unknown`, ["10.0.0.0/8"], null],
    ["networks: every hop is a proxy", BALANCER, "10.0.0.6", ["10.0.0.0/8"], null],
    ["no networks at all", SHOPPER, "192.0.2.1", [], SHOPPER],
    ["source NAT and no proxy, none counted: nothing that the sender wrote", BALANCER, "192.0.2.1, 192.0.2.2", 0, null],
    ["source NAT and no proxy, as networks of none", BALANCER, "192.0.2.1", [], null],
    ["source NAT before one proxy: it saw the NAT, and what stands further left is the sender's", BALANCER, "192.0.2.1, 10.0.0.9", 1, null],
    ["source NAT before one proxy, nothing set", BALANCER, "192.0.2.1, 10.0.0.9", undefined, null],
    ["source NAT before one proxy that is named alone, not with its whole network", BALANCER, "192.0.2.1, 10.0.0.9", [BALANCER], null],
    ["an IPv4 address that is written as IPv6", `::ffff:${BALANCER}`, `::ffff:${SHOPPER}`, undefined, SHOPPER],
    ["an address with a port", BALANCER, `${SHOPPER}:50123`, undefined, SHOPPER],
    ["an IPv6 address with a port", BALANCER, "[2001:db8:1:2::7]:50123", undefined, "2001:db8:1:2::7"],
    ["what is no address", BALANCER, "<script>", undefined, null],
    ["an address in a spelling that no proxy writes", BALANCER, "0xcb.0.113.7", undefined, null],
    ["an internal address that was forged through one proxy", BALANCER, "127.0.0.1", undefined, null],
  ])("%s", (_title, peer, list, trusted, expected) => {
    expect(shopperAddress(peer, list, trusted)).toBe(expected)
  })

  it("is read in a moment from a list of any length", () => {
    const started = performance.now()
    expect(shopperAddress(BALANCER, `${"1,".repeat(500_000)}${SHOPPER}`, ["10.0.0.0/8"])).toBe(SHOPPER)
    expect(performance.now() - started).toBeLessThan(100)
  })
})

it.each([
  [SHOPPER, SHOPPER],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["::ffff:203.0.113.7", SHOPPER],
])("%s is counted as %s", (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it.each<[unknown, boolean]>([
  [0, true], [2, true], [-1, false], [1.5, false], [21, false], [Number.NaN, false], [[], true], [["10.0.0.0/8", "10.0.0.1", "2400:cb00::/32", "loopback"], true],
  [["10.0.0.0/33"], false], [["everybody"], false], [[""], false], [["constructor"], false], [["1"], false], ["2", false], [true, false], [null, false],
])("%j is a way to name proxies: %s", (value, expected) => {
  expect(areProxies(value)).toBe(expected)
})

it.each([["203.0.113.7", "203.0.113.7"], ["2001:DB8::0:1", "2001:db8::1"], ["fe80::1%eth0", "fe80::1"], ["1", null], ["", null], [undefined, null]])("%s is read as %s", (text, expected) => {
  expect(readAddress(text)).toBe(expected)
})
