import type { Operation } from "./operations"
import type { Outcome } from "./outcome"

/**
 * Why a call failed:
 * - `credentials`: the token, secret or access token was refused (401)
 * - `missing_scope`: refused for want of a permission
 * - `blocked`: 403, 429, or a page in place of a look-up's answer
 * - `not_found`: 404 with a JSON answer
 * - `refused`: the gateway said no, or the request was not fit to be sent
 * - `unavailable`: no connection, connection lost, or 5xx
 * - `timeout`: no answer in time
 * - `bad_answer`: an answer that cannot be read
 * - `not_configured`: address or endpoint missing or unusable
 * - `paused`: a look-up held back by breaker or budget
 */
export type GatewayErrorKind =
  | "credentials"
  | "missing_scope"
  | "blocked"
  | "not_found"
  | "refused"
  | "unavailable"
  | "timeout"
  | "bad_answer"
  | "not_configured"
  | "paused"

export type GatewayErrorDetails = {
  operation: Operation
  kind: GatewayErrorKind
  outcome: Outcome
  /** Our own words; must hold nothing secret or personal. */
  reason: string
  httpStatus?: number | null
  /** The gateway's words, already redacted. */
  gatewayMessage?: string | null
  retryAfterMs?: number | null
}

/**
 * The only error this client throws. It carries nothing secret or personal, and no `cause`: the HTTP
 * library's errors hold the request with its authorization.
 */
export class GatewayError extends Error {
  readonly outcome: Outcome
  readonly kind: GatewayErrorKind
  readonly operation: Operation
  readonly httpStatus: number | null
  readonly gatewayMessage: string | null
  /** How long the gateway (or our own breaker) asks to wait. */
  readonly retryAfterMs: number | null

  constructor(details: GatewayErrorDetails) {
    const status = details.httpStatus ? ` (HTTP ${details.httpStatus})` : ""
    const words = details.gatewayMessage ? `: ${details.gatewayMessage}` : ""
    super(`${details.operation}: ${details.reason}${status}${words}`)
    this.name = "GatewayError"
    this.outcome = details.outcome
    this.kind = details.kind
    this.operation = details.operation
    this.httpStatus = details.httpStatus ?? null
    this.gatewayMessage = details.gatewayMessage ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
  }

  /** The same failure seen from a call that was therefore never sent. */
  asNotSent(): GatewayError {
    const { operation, kind, httpStatus, gatewayMessage, retryAfterMs } = this
    const reason = "no access token"
    return new GatewayError({ operation, kind, outcome: "not_sent", reason, httpStatus, gatewayMessage, retryAfterMs })
  }
}

/** For a look-up gate: the look-up is held back, nothing was sent. */
export function pausedError(operation: Operation, retryAfterMs: number | null): GatewayError {
  return new GatewayError({
    operation, kind: "paused", outcome: "not_sent", reason: "look-ups are paused", retryAfterMs,
  })
}
