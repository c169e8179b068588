import type { Redactor } from "./redact"

/** One call as staff may see it: everything secret or personal is already taken out. */
export type Transcript = {
  at: string
  ms: number
  request: { method: string; url: string; headers: unknown; body: unknown } | null
  response: { status: number; headers: unknown; body: unknown } | null
  /** Why there is no response, e.g. a connection error code. */
  failure: string | null
}

export type RawCall = {
  at: Date
  ms: number
  request: { method: string; url: string; headers: Record<string, string>; body: unknown }
  response: { status: number; headers: Record<string, string>; body: unknown } | null
  failure: string | null
}

/** For errors that were raised before any call was made. */
export const NO_TRANSCRIPT: Transcript = {
  at: "",
  ms: 0,
  request: null,
  response: null,
  failure: "nothing was sent",
}

export function transcribe(call: RawCall, redact: Redactor): Transcript {
  return {
    at: call.at.toISOString(),
    ms: call.ms,
    request: {
      method: call.request.method,
      url: String(redact(call.request.url)),
      headers: redact(call.request.headers),
      body: redact(call.request.body),
    },
    response: call.response
      ? {
          status: call.response.status,
          headers: redact(call.response.headers),
          body: redact(call.response.body),
        }
      : null,
    failure: call.failure,
  }
}
