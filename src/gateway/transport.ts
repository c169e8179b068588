import * as http from "node:http"
import * as https from "node:https"
import type { LookupFunction, Socket } from "node:net"
import type { TLSSocket } from "node:tls"
import axios, { AxiosHeaders, type AxiosRequestConfig } from "axios"
import { TaskCancelledError, timeout, TimeoutStrategy } from "cockatiel"
import { type AddressGuard, FORBIDDEN_ADDRESS, guardedLookup, refuseForbiddenHost } from "./guard"
import { decodeText, looksLikePage, parseJson } from "./decode-body"
import { GuardedProxy } from "./guarded-proxy"

const MAX_ANSWER_BYTES = 4 * 1024 * 1024

export type HttpRequest = {
  method: string
  url: string
  headers: Record<string, string>
  /** Sent as these exact bytes. */
  body: string | null
  /** Time limit of the whole exchange, connecting and reading included. */
  limitMs: number
  /** Whether the call may go over a connection that was used before. */
  reuseConnection: boolean
}

export type HttpAnswer = {
  status: number
  headers: Record<string, string>
  text: string
  /** undefined when the body is not JSON. */
  json: unknown
  /** A web page in place of an answer. */
  isPage: boolean
}

/** No (whole) answer came. */
export class TransportFailure extends Error {
  constructor(
    /** false only when the gateway cannot have received the request: no connection was ever made. */
    readonly mayHaveArrived: boolean,
    readonly why: "timeout" | "connection" | "answer_too_large" | "forbidden_address",
    readonly code: string
  ) {
    super(`${why} (${code})`)
    this.name = "TransportFailure"
  }
}

/**
 * Sends one HTTP request with axios and tells an answer from a failure before and after sending.
 * No redirects (they would carry the access token elsewhere), every status is an answer, and an answer is
 * limited in size and time.
 */
export class Transport {
  private readonly reusing: Agents
  // A connection kept open may be closed by the other side at the very moment of sending, and then
  // nobody knows whether the request arrived. What moves money gets a connection of its own.
  private readonly fresh: Agents
  private readonly proxy: GuardedProxy | undefined

  /** @param guard where the gateway must not stand; each connection is held to it, and what goes to a proxy before it goes */
  constructor(private readonly guard?: AddressGuard) {
    this.proxy = guard && new GuardedProxy(guard)
    const lookup = guard && { lookup: guardedLookup(guard) }
    this.reusing = agents({ keepAlive: true, ...lookup })
    this.fresh = agents({ keepAlive: false, ...lookup })
  }

  async send(request: HttpRequest): Promise<HttpAnswer> {
    const connection = { made: false }
    const limit = timeout(Math.max(1, request.limitMs), TimeoutStrategy.Aggressive)
    try {
      if (this.guard) {
        refuseForbiddenHost(this.guard)
      }
      return await limit.execute(async ({ signal }) => {
        if (request.url.startsWith("https:")) {
          await this.proxy?.refuseForbidden()
        }
        return this.exchange(request, connection, signal)
      })
    } catch (error) {
      throw failureOf(error, connection.made)
    }
  }

  private async exchange(
    request: HttpRequest,
    connection: { made: boolean },
    signal: AbortSignal
  ): Promise<HttpAnswer> {
    const agents = request.reuseConnection ? this.reusing : this.fresh
    const config: AxiosRequestConfig = {
      method: request.method,
      url: request.url,
      headers: new AxiosHeaders(request.headers),
      data: request.body === null ? undefined : Buffer.from(request.body, "utf8"),
      responseType: "arraybuffer",
      transformRequest: [(data: unknown) => data],
      transformResponse: [(data: unknown) => data],
      validateStatus: () => true,
      maxRedirects: 0,
      maxContentLength: MAX_ANSWER_BYTES,
      httpAgent: agents.http,
      httpsAgent: agents.https,
      transport: watching(request.url, connection),
      signal,
      // A proxy from the environment is tunnelled through for https; plain http would show it everything.
      ...(request.url.startsWith("http:") ? { proxy: false as const } : {}),
    }
    const response = await axios.request<Buffer>(config)
    const text = decodeText(response.data)
    return {
      status: response.status,
      headers: plainHeaders(response.headers),
      text,
      json: parseJson(text),
      isPage: looksLikePage(text),
    }
  }
}

type Agents = { http: http.Agent; https: https.Agent }

function agents(options: https.AgentOptions & { lookup?: LookupFunction }): Agents {
  return { http: new http.Agent(options), https: new https.Agent(options) }
}

/** Node's own client, which notes when the connection is there: from then on the request may have arrived. */
function watching(url: string, connection: { made: boolean }) {
  const client = url.startsWith("https:") ? https : http
  return {
    request(options: https.RequestOptions, onResponse: (response: http.IncomingMessage) => void): http.ClientRequest {
      const request = client.request(options, onResponse)
      request.once("socket", (socket: Socket | TLSSocket) => {
        const pending = socket.connecting || ("secureConnecting" in socket && socket.secureConnecting === true)
        if (request.reusedSocket || !pending) {
          connection.made = true
          return
        }
        socket.once("encrypted" in socket ? "secureConnect" : "connect", () => {
          connection.made = true
        })
      })
      return request
    },
  }
}

function failureOf(error: unknown, connected: boolean): TransportFailure {
  // Nothing but the time limit aborts; which of the two errors comes first is not defined.
  // (cockatiel's own `isTaskCancelledError` looks for another error's mark and is always false.)
  if (error instanceof TaskCancelledError || axios.isCancel(error)) {
    return new TransportFailure(connected, "timeout", "ETIMEDOUT")
  }
  const code = codeOf(error)
  if (error instanceof Error && error.message.startsWith("maxContentLength")) {
    return new TransportFailure(connected, "answer_too_large", code)
  }
  if (code === FORBIDDEN_ADDRESS) {
    return new TransportFailure(false, "forbidden_address", code)
  }
  return new TransportFailure(connected, code === "ETIMEDOUT" ? "timeout" : "connection", code)
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  return typeof code === "string" && /^\w+$/.test(code) ? code : "ERROR"
}

function plainHeaders(headers: unknown): Record<string, string> {
  const all = headers instanceof AxiosHeaders ? headers.toJSON(true) : {}
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name.toLowerCase(), String(value)]))
}
