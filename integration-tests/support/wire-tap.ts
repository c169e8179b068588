import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

/** What the store sent to the gateway, headers included: the stand-in itself keeps none of them. */
export type Overheard = { method: string; path: string; authorization: string | null; headers: IncomingHttpHeaders; body: string }

export type WireTap = { url: string; heard: Overheard[]; close(): Promise<void> }

/** Passes everything on to the gateway and back, and remembers what the store sent. */
export async function startWireTap(gatewayUrl: string): Promise<WireTap> {
  const heard: Overheard[] = []
  const server = createServer((incoming, answer) => {
    void read(incoming).then((body) => {
      heard.push({ method: incoming.method ?? "", path: incoming.url ?? "", authorization: incoming.headers.authorization ?? null, headers: incoming.headers, body: body.toString() })
      const target = new URL(incoming.url ?? "/", gatewayUrl)
      const passed = request(target, { method: incoming.method, headers: { ...incoming.headers, host: target.host } }, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      })
      passed.on("error", () => incoming.socket.destroy())
      passed.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function read(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
