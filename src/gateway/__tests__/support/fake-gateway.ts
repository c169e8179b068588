import { readFileSync } from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

export type Seen = { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }
type Answerer = (request: Seen, response: http.ServerResponse) => void

/** The text of a wire sample. */
export function sample(name: string): string {
  return readFileSync(join(__dirname, "..", "wire", name), "utf8")
}

export function sampleJson(name: string): Record<string, unknown> {
  return JSON.parse(sample(name)) as Record<string, unknown>
}

/** A throw-away HTTP server that answers as a test says and remembers what it was asked. */
export class FakeGateway {
  readonly seen: Seen[] = []
  private readonly answers: Answerer[] = []
  private fallback: Answerer = (_request, response) => {
    response.writeHead(500).end()
  }
  private readonly server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { method = "", url = "", headers } = request
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString("utf8") }
      this.seen.push(seen)
      if (url === "/auth" && this.authAnswer) {
        this.authAnswer(seen, response)
        return
      }
      const answer = this.answers.shift() ?? this.fallback
      answer(seen, response)
    })
  })
  /** `GET /auth` has its own answer, so that queued ones go to the operation under test. */
  authAnswer: Answerer | null = null

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve))
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  reset(): void {
    this.seen.length = 0
    this.answers.length = 0
    this.authAnswer = null
  }

  next(...answers: Answerer[]): this {
    this.answers.push(...answers)
    return this
  }

  /** Requests to anything but `/auth`. */
  get calls(): Seen[] {
    return this.seen.filter((request) => request.url !== "/auth")
  }

  get auths(): number {
    return this.seen.length - this.calls.length
  }
}

export const answer = (status: number, body: string, headers: Record<string, string> = {}): Answerer =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body)
  }
export const json = (status: number, value: unknown): Answerer => answer(status, JSON.stringify(value))
export const page = (status: number, body = sample("error-502.html")): Answerer =>
  answer(status, body, { "content-type": "text/html; charset=utf-8" })
export const hangUp: Answerer = (_request, response) => {
  response.socket?.destroy()
}
/** Starts an answer and breaks off in the middle of it. */
export const breakOff: Answerer = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "5000" })
  response.write('{"success":true,', () => response.socket?.destroy())
}
export const silence: Answerer = () => undefined
