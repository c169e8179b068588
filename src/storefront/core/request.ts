import { errorFromBody, FaturaError } from "./error"
import { type OpenStream, readEvents, type StreamEvent } from "./event-stream"

export type RequestOptions = {
  method?: "GET" | "POST"
  body?: unknown
  /** Milliseconds until the call is given up. */
  timeoutMs?: number
}

/** Calls the store API: a path that begins with `/store/`, JSON in and out. Every failure is a `FaturaError`. */
export type Request = <T>(path: string, options?: RequestOptions) => Promise<T>

/** Language of the texts that the server writes for the shopper. */
export type Language = "pt-BR" | "en"

export type HttpOptions = {
  /** Address of the Medusa server. */
  backend: string
  publishableKey: string
  language?: Language
  /** Further headers of each call, for example `authorization` of a customer who is logged in. */
  headers?: () => Record<string, string> | Promise<Record<string, string>>
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
}

/** The part of `@medusajs/js-sdk` that is used. */
export type SdkLike = {
  client: {
    fetch<T>(input: string, init?: { method?: string; body?: Record<string, unknown>; headers?: Record<string, string>; signal?: AbortSignal }): Promise<T>
    /** Missing in old versions of the SDK; payments are then followed by asking. */
    fetchStream?(input: string, init?: { headers?: Record<string, string> }): Promise<{ stream: AsyncIterable<StreamEvent> | null; abort: () => void }>
  }
}

const USUAL_TIMEOUT = 20_000

/** Calls with `fetch` and the publishable key. */
export function httpRequest(options: HttpOptions): Request {
  return <T>(path: string, { method = "GET", body, timeoutMs = USUAL_TIMEOUT }: RequestOptions = {}) => inTime(timeoutMs, async (signal) => {
    const response = await call(options, path, { method, signal, body: body === undefined ? undefined : JSON.stringify(body) }, {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    })
    const answer = parse(await response.text())
    if (!response.ok) throw errorFromBody(response.status, answer)
    if (answer === undefined) throw new FaturaError("http", "", response.status, "unknown_error")
    return answer as T
  })
}

/** Streams with `fetch`: the browser's own EventSource can't send the publishable key. */
export function httpStream(options: HttpOptions): OpenStream {
  return async (path, signal) => {
    const { ok, status, body, headers } = await call(options, path, { signal }, { accept: "text/event-stream" })
    // A proxy's own page is no stream, whatever its status says.
    if (!ok || !body || !/^text\/event-stream/i.test(headers.get("content-type") ?? "")) throw new FaturaError("http", "", status)
    return readEvents(body)
  }
}

async function call({ backend, publishableKey, language = "pt-BR", headers, fetch: send = fetch }: HttpOptions, path: string, init: RequestInit, more: Record<string, string>) {
  return send(backend.replace(/\/+$/, "") + path, {
    ...init,
    headers: { "x-publishable-api-key": publishableKey, "accept-language": language, ...more, ...(await headers?.()) },
  })
}

export function sdkStream({ client }: SdkLike, language: Language = "pt-BR"): OpenStream | undefined {
  return client.fetchStream && (async (path, signal) => {
    const { stream, abort } = await client.fetchStream!(path, { headers: { "accept-language": language } })
    if (!stream) throw new FaturaError("http", "")
    signal.addEventListener("abort", abort)
    return stream
  })
}

/**
 * Calls with an instance of `@medusajs/js-sdk`, so with its address, key and log-in. The SDK keeps message and status
 * of an error and drops code and fields: the shopper reads the same text, which then stands beside no field.
 */
export function sdkRequest(sdk: SdkLike, language: Language = "pt-BR"): Request {
  return <T>(path: string, { method = "GET", body, timeoutMs = USUAL_TIMEOUT }: RequestOptions = {}) => inTime(timeoutMs, async (signal) => {
    try {
      const init = { method, signal, headers: { "accept-language": language } }
      return await sdk.client.fetch<T>(path, body === undefined ? init : { ...init, body: body as Record<string, unknown> })
    } catch (error) {
      const { status, message } = error as { status?: unknown; message?: unknown }
      if (typeof status !== "number") throw error
      throw errorFromBody(status, { message })
    }
  })
}

async function inTime<T>(timeoutMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    return await call(controller.signal)
  } catch (error) {
    if (error instanceof FaturaError) throw error
    throw controller.signal.aborted ? new FaturaError("timeout", "timed out") : new FaturaError("network", "no connection")
  } finally {
    clearTimeout(timer)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
