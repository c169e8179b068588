import { errorFromBody, FaturaError } from "./error"

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
  }
}

const USUAL_TIMEOUT = 20_000

/** Calls with `fetch` and the publishable key. */
export function httpRequest({ backend, publishableKey, language = "pt-BR", headers, fetch: call }: HttpOptions): Request {
  const base = backend.replace(/\/+$/, "")
  return <T>(path: string, { method = "GET", body, timeoutMs = USUAL_TIMEOUT }: RequestOptions = {}) => inTime(timeoutMs, async (signal) => {
    const response = await (call ?? fetch)(base + path, {
      method,
      signal,
      headers: {
        "x-publishable-api-key": publishableKey,
        "accept": "application/json",
        "accept-language": language,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(await headers?.()),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const answer = parse(await response.text())
    if (!response.ok) throw errorFromBody(response.status, answer)
    if (answer === undefined) throw new FaturaError("http", "", response.status, "unknown_error")
    return answer as T
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
