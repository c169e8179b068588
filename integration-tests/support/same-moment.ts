import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import type { Gateway } from "./gateway"

/** A notice as it lay on the wire: its header lines in their order, doubled names included, and its body. */
export type WireNotice = { path: string; headers: string[]; body: Buffer }

export type NoticeCatcher = {
  /** Has the gateway write its notice about an invoice, with a token of its own, and answers it instead of delivering it. */
  noticeOf(invoice: { id: string; _sandbox: { webhook: string | null } }): Promise<WireNotice>
  close(): Promise<void>
}

/** Catches notices on their way, so that the very same bytes can be sent to several receivers. */
export async function startNoticeCatcher(gateway: Gateway): Promise<NoticeCatcher> {
  const caught = new Map<string, Omit<WireNotice, "path">>()
  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.on("end", () => {
      caught.set(incoming.url!, { headers: incoming.rawHeaders, body: Buffer.concat(chunks) })
      answer.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    noticeOf: async ({ id, _sandbox }) => {
      await gateway.sendNotice({ invoice_id: id, url: `${url}/${id}` })
      const notice = caught.get(`/${id}`)
      if (!notice) throw new Error(`the gateway sent no notice about ${id}`)
      caught.delete(`/${id}`)
      return { path: new URL(_sandbox.webhook!).pathname, ...notice }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Connections stay open, so that nothing but the sending is left to do when it must be quick. */
const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** Sends a notice to several servers in one go, without waiting for any of them. @returns their status codes */
export function deliverAtOnce(notice: WireNotice, urls: string[]): Promise<number[]> {
  return Promise.all(urls.map((url) => post(`${url}${notice.path}`, notice)))
}

function post(address: string, { headers, body }: WireNotice): Promise<number> {
  return new Promise((resolve, reject) => {
    const { host } = new URL(address)
    const sending = request(address, { method: "POST", agent, headers: withHost(headers, host) }, (answer) => {
      answer.resume()
      answer.once("end", () => resolve(answer.statusCode!))
    })
    sending.once("error", reject)
    sending.end(body)
  })
}

/** The lines as they were, but for the receiver's name and the closing of the connection. */
function withHost(lines: string[], host: string): string[] {
  const kept = ["Host", host]
  for (let index = 0; index < lines.length; index += 2) {
    if (!/^(host|connection)$/i.test(lines[index]!)) kept.push(lines[index]!, lines[index + 1]!)
  }
  return kept
}
