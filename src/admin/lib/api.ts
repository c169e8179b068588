import { apiLanguage } from "./locale"

/** Where the store's server is, and how its dashboard proves who is logged in; both come with the build. */
const backendUrl = (typeof __BACKEND_URL__ === "string" && __BACKEND_URL__) || "/"
const usesToken = typeof __AUTH_TYPE__ === "string" && __AUTH_TYPE__ === "jwt"
const tokenKey = (typeof __JWT_TOKEN_STORAGE_KEY__ === "string" && __JWT_TOKEN_STORAGE_KEY__) || "medusa_auth_token"

export type FieldFault = { path: string; message: string }

/** A refusal in the words of the server, which are for people. `status` 0: the server was not reached. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string | null = null,
    /** What is wrong with which field, for forms. */
    readonly fields: FieldFault[] = []
  ) {
    super(message)
    this.name = "ApiError"
  }
}

export type QueryValue = string | number | boolean | string[] | undefined | null
type Call = { method?: "GET" | "POST" | "DELETE"; body?: unknown; query?: Record<string, QueryValue>; language: string; signal?: AbortSignal }

/**
 * Calls one of this plugin's admin routes on the dashboard's session.
 * @param path below `/admin/fatura`, as `/invoices`
 * @param call `language` as the dashboard names it (`ptBR`): the server's texts come in it
 * @throws ApiError
 */
export async function request<T>(path: string, call: Call): Promise<T> {
  const answer = await send(path, call)
  return (await answer.json()) as T
}

/**
 * The address of a file, and its content: fetched on the session rather than linked, since a link carries no token.
 * @throws ApiError
 */
export async function download(path: string, call: Call): Promise<{ blob: Blob; name: string | null }> {
  const answer = await send(path, call)
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? null
  return { blob: await answer.blob(), name }
}

async function send(path: string, { method = "GET", body, query, language, signal }: Call): Promise<Response> {
  const url = new URL(`${backendUrl.replace(/\/$/, "")}/admin/fatura${path}`, window.location.origin)
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== "") {
        url.searchParams.append(key, String(item))
      }
    }
  }
  const token = usesToken ? window.localStorage.getItem(tokenKey) : null
  const answer = await fetch(url, {
    method,
    credentials: "include",
    signal,
    headers: {
      Accept: "application/json, text/csv",
      "Accept-Language": apiLanguage(language),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    throw error.name === "AbortError" ? error : new ApiError(error.message, 0)
  })
  if (!answer.ok) {
    throw await refusal(answer)
  }
  return answer
}

async function refusal(answer: Response): Promise<ApiError> {
  const told = (await answer.json().catch(() => ({}))) as { message?: unknown; code?: unknown; fields?: unknown }
  const message = typeof told.message === "string" && told.message ? told.message : answer.statusText || `HTTP ${answer.status}`
  return new ApiError(message, answer.status, typeof told.code === "string" ? told.code : null, Array.isArray(told.fields) ? (told.fields as FieldFault[]) : [])
}
