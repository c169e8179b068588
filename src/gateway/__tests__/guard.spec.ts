import dns from "node:dns"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import axios from "axios"
import { GuardedProxy } from "../guarded-proxy"
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

  it("is not while nobody knows yet what its name stands for: a slow name server is waited for, and asked once for many calls", async () => {
    const asked = jest.spyOn(dns, "lookup").mockImplementation(((_host: string, _options: unknown, callback: (error: null, all: { address: string; family: number }[]) => void) => setTimeout(() => callback(null, [{ address: "127.0.0.1", family: 4 }]), 2_300)) as never)
    const transport = new Transport({ host: "gateway.example", forbids: loopback })
    const send = () => transport.send({ method: "GET", url: `https://gateway.example:${port}/`, headers: {}, body: null, limitMs: 5_000, reuseConnection: true })
    const outcomes = await Promise.allSettled([send(), send(), send()])
    expect(outcomes.map((outcome) => outcome.status === "rejected" && (outcome.reason as { why: string }).why)).toEqual(["forbidden_address", "forbidden_address", "forbidden_address"])
    expect([asked.mock.calls.length, connections, tunnels]).toEqual([1, 0, []])
  })

  it("is not by a call whose time is up before that: nothing was sent", async () => {
    jest.spyOn(dns, "lookup").mockImplementation((() => undefined) as never)
    const transport = new Transport({ host: "gateway.example", forbids: loopback })
    await expect(transport.send({ method: "GET", url: `https://gateway.example:${port}/`, headers: {}, body: null, limitMs: 300, reuseConnection: true })).rejects.toMatchObject({ why: "timeout", mayHaveArrived: false })
    expect([connections, tunnels]).toEqual([0, []])
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

describe("what a name stands for, while calls go to a proxy", () => {
  type Answer = (error: Error | null, addresses: { address: string; family: number }[]) => void
  let answers: Answer[]

  beforeEach(() => {
    jest.useFakeTimers()
    answers = []
    process.env.HTTPS_PROXY = "http://proxy.example:3128"
    jest.spyOn(dns, "lookup").mockImplementation(((_host: string, _options: unknown, callback: Answer) => void answers.push(callback)) as never)
  })
  afterEach(() => {
    jest.useRealTimers()
    delete process.env.NO_PROXY
    delete process.env.npm_config_https_proxy
  })

  const proxied = () => new GuardedProxy({ host: "gateway.example", forbids: loopback })
  const says = (...addresses: string[]) => answers.pop()!(null, addresses.map((address) => ({ address, family: 4 })))
  /** How a call fares that begins now: null while it still waits. */
  const call = (proxy: GuardedProxy) => {
    const fate = { is: null as string | null }
    void proxy.refuseForbidden().then(() => (fate.is = "goes"), () => (fate.is = "refused"))
    return fate
  }
  const passes = (ms: number) => jest.advanceTimersByTimeAsync(ms)

  it("is waited for by the first call, however slow the answer is", async () => {
    const fate = call(proxied())
    await passes(29_000)
    expect(fate.is).toBeNull()
    says("127.0.0.1")
    await passes(0)
    expect(fate.is).toBe("refused")
  })

  it("counts as not known here when there is no answer for half a minute: then the proxy's rules decide, for five minutes without a question", async () => {
    const proxy = proxied()
    const first = call(proxy)
    await passes(30_000)
    expect(first.is).toBe("goes")
    const next = call(proxy)
    await passes(0)
    expect([next.is, answers.length]).toEqual(["goes", 1])
    await passes(5 * 60_000)
    const later = call(proxy)
    await passes(1_900)
    expect([later.is, answers.length]).toEqual([null, 2])
    await passes(200)
    expect(later.is).toBe("goes")
  })

  it("is what a late answer says, for the next call", async () => {
    const proxy = proxied()
    const first = call(proxy)
    await passes(30_000)
    says("127.0.0.1")
    const next = call(proxy)
    await passes(0)
    expect([first.is, next.is]).toEqual(["goes", "refused"])
  })

  it.each([["203.0.113.7", "goes"], ["127.0.0.1", "refused"]])("is what it was (%s) while a later question is open for more than two seconds", async (before, fares) => {
    const proxy = proxied()
    call(proxy)
    says(before)
    await passes(31_000)
    const next = call(proxy)
    await passes(1_900)
    expect(next.is).toBeNull()
    await passes(200)
    expect(next.is).toBe(fares)
    const meanwhile = call(proxy)
    await passes(2_000)
    expect([meanwhile.is, answers.length]).toEqual([fares, 1])
    says(fares === "goes" ? "127.0.0.1" : "203.0.113.7")
    const after = call(proxy)
    await passes(0)
    expect(after.is).toBe(fares === "goes" ? "refused" : "goes")
  })

  it.each([["203.0.113.7", "goes"], ["127.0.0.1", "refused"]])("is what it was (%s) when a later question fails, until one is answered", async (before, fares) => {
    const proxy = proxied()
    call(proxy)
    says(before)
    await passes(31_000)
    const next = call(proxy)
    answers.pop()!(new Error("EAI_AGAIN"), [])
    await passes(0)
    expect(next.is).toBe(fares)
    await passes(31_000)
    const later = call(proxy)
    says(fares === "goes" ? "127.0.0.1" : "203.0.113.7")
    await passes(0)
    expect(later.is).toBe(fares === "goes" ? "refused" : "goes")
  })

  it.each(["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "npm_config_https_proxy", "axios"])("is asked where a proxy is set by %s", async (name) => {
    delete process.env.HTTPS_PROXY
    if (name === "axios") axios.defaults.proxy = { host: "proxy.example", port: 3128 }
    else process.env[name] = "http://proxy.example:3128"
    try {
      call(proxied())
      expect(answers).toHaveLength(1)
    } finally {
      if (name === "axios") delete axios.defaults.proxy
      else delete process.env[name]
    }
  })

  it("is not asked where there is no proxy: the connection itself is held to it", async () => {
    delete process.env.HTTPS_PROXY
    process.env.NO_PROXY = "localhost"
    const fate = call(proxied())
    await passes(0)
    expect([fate.is, answers.length]).toEqual(["goes", 0])
  })
})
