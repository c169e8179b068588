import * as http from "node:http"
import type { AddressInfo } from "node:net"

export type Received = { body: Buffer; rawHeaders: string[]; contentType: string | null }

/** Takes notices as they come over the wire, so that a test can store them for whichever invoice and door it likes. */
export class NoticeReceiver {
  readonly received: Received[] = []
  private readonly server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      this.received.push({ body: Buffer.concat(chunks), rawHeaders: request.rawHeaders, contentType: request.headers["content-type"] ?? null })
      response.writeHead(200).end()
    })
  })

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
