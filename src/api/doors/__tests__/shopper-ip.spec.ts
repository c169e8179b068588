import http from "node:http"
import type { AddressInfo } from "node:net"
import type { TrustedProxies } from "../../../domain/internet-address"
import { FATURA_MODULE } from "../../../modules/fatura"
import { shopperIp } from "../shopper-ip"

/** As behind source NAT: whoever asks, the connection comes from an internal address. */
let server: http.Server
let trustedProxies: TrustedProxies | undefined

beforeAll(async () => {
  const scope = { resolve: (name: string) => (name === FATURA_MODULE ? { options: { trustedProxies } } : undefined) }
  server = http.createServer((req, res) => res.end(JSON.stringify(shopperIp(Object.assign(req, { scope }) as never))))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** What a request with these headers is taken to come from. */
function taken(forwarded: string | string[], trusted: TrustedProxies | undefined): Promise<string | null> {
  trustedProxies = trusted
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    http
      .get({ port, host: "127.0.0.1", agent: false, headers: { "x-forwarded-for": forwarded, "x-real-ip": "192.0.2.9", forwarded: "for=192.0.2.9", "cf-connecting-ip": "192.0.2.9", "true-client-ip": "192.0.2.9" } }, (res) => {
        let text = ""
        res.on("data", (chunk) => (text += chunk)).on("end", () => resolve(JSON.parse(text)))
      })
      .on("error", reject)
  })
}

describe("who writes X-Forwarded-For and comes from an internal network", () => {
  it.each<[string, string | string[], TrustedProxies | undefined, string | null]>([
    ["is nobody where no proxy is counted", "192.0.2.1", 0, null],
    ["is nobody where no proxy is named", "192.0.2.1", [], null],
    ["is what the one proxy saw, not what the sender wrote before it", "192.0.2.1, 203.0.113.7", 1, "203.0.113.7"],
    ["is not believed by a second header of the same name", ["192.0.2.1", "203.0.113.7"], 1, "203.0.113.7"],
    ["is not believed by a list of the length that a CDN and a balancer would write, where one proxy is counted", "192.0.2.1, 192.0.2.2, 203.0.113.7", 1, "203.0.113.7"],
    ["is nobody where the proxy itself saw an internal address", "192.0.2.1, 10.0.0.9", 1, null],
    ["is nobody by whatever other header there is", "", 0, null],
  ])("%s", async (_title, forwarded, trusted, expected) => {
    expect(await taken(forwarded, trusted)).toBe(expected)
  })
})
