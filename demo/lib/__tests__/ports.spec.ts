import net from "node:net"
import { freePort, isPortFree } from "../ports"
import { readPorts } from "../settings"

const variables = ["PORT", "SANDBOX_PORT", "STOREFRONT_PORT"] as const

describe("ports of the demo", () => {
  const before = Object.fromEntries(variables.map((name) => [name, process.env[name]]))
  let server: net.Server | undefined

  const listen = (host: string): Promise<number> =>
    new Promise((resolve) => {
      server = net.createServer().listen(0, host, () => resolve((server!.address() as net.AddressInfo).port))
    })
  const set = (...ports: (number | string)[]) => variables.forEach((name, at) => (process.env[name] = String(ports[at])))

  afterEach(async () => {
    for (const name of variables) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
    server = undefined
  })

  it("takes free ports from the environment", async () => {
    const ports = [await freePort(), await freePort(), await freePort()] as const
    set(...ports)
    expect(await readPorts()).toEqual({ backend: ports[0], sandbox: ports[1], storefront: ports[2] })
  })

  it("gives a port to nobody twice, and none that an outgoing connection can take", async () => {
    const ports = await Promise.all(Array.from({ length: 300 }, () => freePort()))
    expect(new Set(ports).size).toBe(300)
    expect(ports.filter((port) => port < 20_000 || port >= 30_000)).toEqual([])
  })

  it.each(["127.0.0.1", "0.0.0.0"])("sees that something listens on %s", async (host) => {
    expect(await isPortFree(await listen(host))).toBe(false)
  })

  it("names every port that cannot be had, one line each", async () => {
    const taken = await listen("127.0.0.1")
    set(taken, "ninety", await freePort())
    await expect(readPorts()).rejects.toThrow(
      `Port ${taken} is taken: end what listens there, or choose another with PORT=<port>.\nSANDBOX_PORT="ninety" is not a port number.`,
    )
  })

  it("refuses one port for two services", async () => {
    const port = await freePort()
    set(port, port, await freePort())
    await expect(readPorts()).rejects.toThrow(`SANDBOX_PORT: port ${port} is wanted twice.`)
  })
})
