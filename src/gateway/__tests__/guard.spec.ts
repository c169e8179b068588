import dns from "node:dns"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { Transport } from "../transport"

let server: http.Server
let port: number
let connections = 0
let tunnels: string[] = []

beforeAll(async () => {
  server = http.createServer((_request, response) => response.end("{}"))
  server.on("connection", () => connections++)
  server.on("connect", (request, socket) => {
    tunnels.push(request.url ?? "")
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  connections = 0
  tunnels = []
})
afterEach(() => {
  jest.restoreAllMocks()
  delete process.env.HTTPS_PROXY
  delete process.env.all_proxy
})

const loopback = (ip: string) => ip.startsWith("127.") || ip === "::1"

const get = (host: string, forbids: (ip: string) => boolean, scheme = "http") =>
  new Transport({ host, forbids }).send({ method: "GET", url: `${scheme}://${host}:${port}/`, headers: {}, body: null, limitMs: 5_000, reuseConnection: true })

/** A name server that says so, whoever asks. */
function resolvesTo(...addresses: string[]): void {
  const found = addresses.map((address) => ({ address, family: 4 }))
  jest.spyOn(dns, "lookup").mockImplementation(((_host: string, _options: unknown, callback: (error: null, all: typeof found) => void) => callback(null, found)) as never)
}

describe("a gateway whose name leads where none may stand", () => {
  it("is not connected to, whatever the name stood for when it was saved", async () => {
    resolvesTo("127.0.0.1")
    await expect(get("gateway.example", loopback)).rejects.toMatchObject({ why: "forbidden_address", mayHaveArrived: false })
    expect(connections).toBe(0)
  })

  it("is not, when one of several addresses is forbidden", async () => {
    resolvesTo("203.0.113.7", "127.0.0.1")
    await expect(get("gateway.example", loopback)).rejects.toMatchObject({ why: "forbidden_address" })
    expect(connections).toBe(0)
  })

  it("is not, when the host is such an address itself", async () => {
    await expect(get("127.0.0.1", loopback)).rejects.toMatchObject({ why: "forbidden_address" })
    await expect(get("[::1]", loopback)).rejects.toMatchObject({ why: "forbidden_address" })
    expect(connections).toBe(0)
  })

  it("is reached at any other address", async () => {
    resolvesTo("127.0.0.1")
    expect(await get("gateway.example", () => false)).toMatchObject({ status: 200 })
    expect(connections).toBe(1)
  })

})

describe("a gateway that is asked through a proxy of the store's own", () => {
  const throughProxy = (host = "gateway.example") => get(host, loopback, "https")
  beforeEach(() => void (process.env.HTTPS_PROXY = `http://127.0.0.1:${port}`))

  it("is not, when its name leads here where none may stand: nothing is handed to the proxy", async () => {
    resolvesTo("203.0.113.7", "127.0.0.1")
    await expect(throughProxy()).rejects.toMatchObject({ why: "forbidden_address", mayHaveArrived: false })
    delete process.env.HTTPS_PROXY
    process.env.all_proxy = `http://127.0.0.1:${port}`
    await expect(throughProxy()).rejects.toMatchObject({ why: "forbidden_address", mayHaveArrived: false })
    expect([connections, tunnels]).toEqual([0, []])
  })

  it("is not, when its host is such an address itself", async () => {
    await expect(throughProxy("127.0.0.1")).rejects.toMatchObject({ why: "forbidden_address" })
    expect(connections).toBe(0)
  })

  it("is, at any other address", async () => {
    resolvesTo("203.0.113.7")
    expect(await throughProxy()).toMatchObject({ status: 502 })
    expect(tunnels).toEqual([`gateway.example:${port}`])
  })

  it("is, where its name is not known here: the proxy knows it, and its rules decide", async () => {
    jest.spyOn(dns, "lookup").mockImplementation(((_host: string, _options: unknown, callback: (error: Error) => void) => callback(new Error("ENOTFOUND"))) as never)
    expect(await throughProxy()).toMatchObject({ status: 502 })
    expect(tunnels).toEqual([`gateway.example:${port}`])
  })

  it("does not wait for a name server that does not answer, and asks it once for many calls", async () => {
    const asked = jest.spyOn(dns, "lookup").mockImplementation((() => undefined) as never)
    const transport = new Transport({ host: "gateway.example", forbids: loopback })
    const send = () => transport.send({ method: "GET", url: `https://gateway.example:${port}/`, headers: {}, body: null, limitMs: 5_000, reuseConnection: true })
    expect(await Promise.all([send(), send(), send()])).toMatchObject([{ status: 502 }, { status: 502 }, { status: 502 }])
    expect(await send()).toMatchObject({ status: 502 })
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it("is not any more once a slow name server has told that its name leads here", async () => {
    jest.spyOn(dns, "lookup").mockImplementation(((_host: string, _options: unknown, callback: (error: null, all: { address: string; family: number }[]) => void) => setTimeout(() => callback(null, [{ address: "127.0.0.1", family: 4 }]), 2_300)) as never)
    const transport = new Transport({ host: "gateway.example", forbids: loopback })
    const send = () => transport.send({ method: "GET", url: `https://gateway.example:${port}/`, headers: {}, body: null, limitMs: 5_000, reuseConnection: true })
    expect(await send()).toMatchObject({ status: 502 })
    await new Promise((resolve) => setTimeout(resolve, 500))
    await expect(send()).rejects.toMatchObject({ why: "forbidden_address", mayHaveArrived: false })
  })

  it("is judged again after half a minute: a name may lead elsewhere by then", async () => {
    const transport = new Transport({ host: "gateway.example", forbids: loopback })
    const send = () => transport.send({ method: "GET", url: `https://gateway.example:${port}/`, headers: {}, body: null, limitMs: 5_000, reuseConnection: true })
    resolvesTo("203.0.113.7")
    expect(await send()).toMatchObject({ status: 502 })
    resolvesTo("127.0.0.1")
    const now = performance.now()
    jest.spyOn(performance, "now").mockReturnValue(now + 31_000)
    await expect(send()).rejects.toMatchObject({ why: "forbidden_address", mayHaveArrived: false })
    expect(tunnels).toHaveLength(1)
  })
})
