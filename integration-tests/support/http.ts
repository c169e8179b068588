/** An answer outside 2xx, with what the server said. */
export class HttpError extends Error {
  constructor(
    readonly method: string,
    readonly path: string,
    readonly status: number,
    readonly body: unknown,
  ) {
    super(`${method} ${path} answered ${status}: ${typeof body === "string" ? body : JSON.stringify(body)}`)
  }
}

export type RawAnswer = { status: number; headers: Headers; body: unknown; text: string }

export type HttpClient = {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: unknown): Promise<T>
  delete<T>(path: string): Promise<T>
  /** Any answer, also a refusal: for tests about status codes. */
  raw(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<RawAnswer>
}

/** JSON over fetch. `get`, `post` and `delete` throw an {@link HttpError} for anything outside 2xx. */
export function httpClient(baseUrl: string, headers: Record<string, string> = {}): HttpClient {
  const raw: HttpClient["raw"] = async (method, path, body, more = {}) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers, ...more },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, body: parse(text) }
  }
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await raw(method, path, body)
    if (answer.status < 200 || answer.status > 299) throw new HttpError(method, path, answer.status, answer.body)
    return answer.body as T
  }
  return {
    raw,
    get: (path) => call("GET", path),
    post: (path, body = {}) => call("POST", path, body),
    delete: (path) => call("DELETE", path),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type StoreAddress = { url: string; publishableKey: string; adminToken(): Promise<string> }

/** The store API as a guest, or as the customer of a token. */
export function storeApi(store: StoreAddress, customerToken?: string): HttpClient {
  return httpClient(store.url, {
    "x-publishable-api-key": store.publishableKey,
    ...(customerToken ? { authorization: `Bearer ${customerToken}` } : {}),
  })
}

/** The admin API as the seeded admin, in English unless a call asks for another language. */
export async function adminApi(store: StoreAddress): Promise<HttpClient> {
  return httpClient(store.url, { authorization: `Bearer ${await store.adminToken()}`, "accept-language": "en" })
}
