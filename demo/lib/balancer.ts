import http from "node:http"
import net from "node:net"
import { say } from "./progress"

/** One address before several servers. */
export type Balancer = { url: string; close(): void }

/**
 * A reverse proxy on this machine alone, which gives each request to the next server in turn and passes
 * answers on as they come. A connection is made before anything of a request is sent: one that a server
 * refuses goes to another server, and one that was sent is never sent again. Without any server the answer
 * is 503.
 * @param targets addresses of the servers, as `http://127.0.0.1:<port>`
 */
export async function startBalancer(port: number, targets: string[]): Promise<Balancer> {
  const { createProxyServer } = await import("httpxy")
  const proxy = createProxyServer()
  let turn = 0
  const pass = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const first = turn++
    const inTurn = targets.map((_, index) => targets[(first + index) % targets.length]!)
    const connected = await connectToOne(inTurn)
    if (!connected) return refuse(request, response, 503, "No server of this store can be reached.")
    const { target, socket } = connected
    // The shopper's tab can be gone by now; nothing was sent yet.
    if (response.destroyed) return void socket.destroy()
    try {
      await proxy.web(request, response, { target, agent: new AgentOf(socket), headers: forwarded(request), proxyTimeout: 0 })
    } catch (error) {
      say(`The server at ${target} broke off ${request.method} ${pathOf(request)} (${(error as Error).message})`)
      refuse(request, response, 502, "The server broke off. It is not known whether it did what was asked.")
    } finally {
      socket.destroy()
    }
  }
  const server = http.createServer((request, response) => void pass(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Hands out one connection that is open already. */
class AgentOf extends http.Agent {
  constructor(private readonly socket: net.Socket) {
    super({ keepAlive: false })
  }

  override createConnection(): net.Socket {
    return this.socket
  }
}

type Connected = { target: string; socket: net.Socket }

async function connectToOne(targets: string[]): Promise<Connected | undefined> {
  for (const target of targets) {
    const socket = await connect(target)
    if (socket) return { target, socket }
  }
  return undefined
}

function connect(target: string): Promise<net.Socket | undefined> {
  const { hostname, port } = new URL(target)
  return new Promise((resolve) => {
    const socket = net.connect({ host: hostname, port: Number(port), noDelay: true })
    socket.once("connect", () => {
      socket.removeAllListeners("error")
      resolve(socket)
    })
    socket.once("error", () => resolve(undefined))
  })
}

/** What Medusa believes of one proxy. Whatever the caller claims about itself is replaced. */
function forwarded(request: http.IncomingMessage): Record<string, string> {
  return {
    "x-forwarded-for": request.socket.remoteAddress ?? "",
    "x-forwarded-host": request.headers.host ?? "",
    "x-forwarded-proto": "http",
  }
}

/** Without the query and a notice's ticket: both can be secrets. */
const pathOf = (request: http.IncomingMessage): string => (request.url ?? "").replace(/\?.*$/, "").replace(/^(\/hooks\/fatura\/).*/, "$1…")

function refuse(request: http.IncomingMessage, response: http.ServerResponse, status: 502 | 503, message: string): void {
  if (response.headersSent) return void response.destroy()
  // What is left of the request is read, so that the caller gets to the answer.
  request.resume()
  response.writeHead(status, { "content-type": "application/json" })
  response.end(JSON.stringify({ type: "unavailable", message }))
}
