import { ApiError, apiErrorFromBody } from "./api-error"

export type RequestOptions = {
  method?: "GET" | "POST" | "DELETE"
  body?: unknown
  /** Milliseconds until the call is given up. */
  timeoutMs?: number
}

export type Request = <T>(path: string, options?: RequestOptions) => Promise<T>

const usualTimeout = 20_000

/** Makes the function that calls the store API: JSON in and out, pt-BR texts, failures as `ApiError`. */
export function createRequest(backend: string, publishableKey: string): Request {
  return async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
    const { method = "GET", body, timeoutMs = usualTimeout } = options
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), timeoutMs)
    try {
      const response = await fetch(backend + path, {
        method,
        signal: controller.signal,
        headers: {
          "x-publishable-api-key": publishableKey,
          "accept": "application/json",
          "accept-language": "pt-BR",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      const text = await response.text()
      if (!response.ok) throw apiErrorFromBody(response.status, parse(text))
      const answer = parse(text)
      if (answer === undefined) throw new ApiError("http", "", response.status, "unknown_error")
      return answer as T
    } catch (error) {
      if (error instanceof ApiError) throw error
      if (controller.signal.aborted) throw new ApiError("timeout", "timed out")
      throw new ApiError("network", "no connection")
    } finally {
      clearTimeout(timer)
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
