import { shortened, storableText } from "../domain/storable"
import { GatewayError, type GatewayErrorDetails } from "./errors"
import { driftOf } from "./drift"
import { faultOf, type Fault } from "./judge"
import { LOOK_UP, REPEATABLE, type Operation } from "./operations"
import { createRedactor } from "./redact"
import { readRetryAfter } from "./retry-after"
import { literalsPattern, scrubText } from "./scrub-text"
import { measured, type CallReport } from "./telemetry"
import { type HttpAnswer, type Transport, TransportFailure } from "./transport"
import { readMessage } from "./wire/envelope"

const MAX_MESSAGE = 200
const MAX_PAGE_EXCERPT = 500
/** Of an answer that is kept for staff; the largest that was seen has some thousands. */
const MAX_KEPT = 256 * 1024

export type Call = {
  operation: Operation
  method: string
  url: string
  headers: Record<string, string>
  /** Sent as JSON; undefined for none. */
  body?: unknown
  limitMs: number
  /** Literal values that must not appear in errors and kept answers, beside what redaction finds itself. */
  secrets: readonly (string | null | undefined)[]
}

/** What the gateway answered, whether yes or no. */
export type Answered = {
  operation: Operation
  status: number
  json: unknown
  /** The redacted answer, made when it is asked for. */
  raw: () => unknown
  fault: Fault | null
  gatewayMessage: string | null
  retryAfterMs: number | null
  clockSkewMs: number | null
}

/** One call to the gateway: sent, measured and judged. */
export class Exchange {
  constructor(
    private readonly transport: Transport,
    private readonly now: () => Date,
    private readonly onCall?: (report: CallReport) => void
  ) {}

  /** @throws GatewayError when there is no answer; an answer that says no is returned with its fault */
  async send(call: Call): Promise<Answered> {
    const { operation } = call
    return measured(
      operation,
      () => this.answered(call),
      {
        ofResult: ({ status, json, fault, clockSkewMs }, ms) => ({
          operation,
          httpStatus: status,
          ms,
          outcome: fault?.outcome ?? "ok",
          kind: fault?.kind ?? null,
          isLookUp: LOOK_UP[operation],
          clockSkewMs: fault ? null : clockSkewMs,
          drift: fault || !this.onCall ? [] : driftOf(operation, json),
        }),
        ofError: (error, ms) => ({
          operation,
          httpStatus: null,
          ms,
          outcome: error instanceof GatewayError ? error.outcome : "unknown",
          kind: error instanceof GatewayError ? error.kind : "bad_answer",
          isLookUp: LOOK_UP[operation],
          clockSkewMs: null,
          drift: [],
        }),
      },
      this.onCall
    )
  }

  private async answered(call: Call): Promise<Answered> {
    const at = this.now()
    try {
      const answer = await this.transport.send({
        method: call.method,
        url: call.url,
        headers: call.headers,
        body: call.body === undefined ? null : JSON.stringify(call.body),
        limitMs: call.limitMs,
        reuseConnection: REPEATABLE[call.operation],
      })
      const body = answer.text.length > MAX_KEPT ? `[${answer.text.length} characters]` : answer.json === undefined ? storableText(shortened(answer.text, MAX_PAGE_EXCERPT)) : answer.json
      return {
        operation: call.operation,
        status: answer.status,
        json: answer.json,
        raw: () => createRedactor(call.secrets)(body),
        fault: faultOf(call.operation, answer),
        gatewayMessage: messageOf(answer, call.secrets),
        retryAfterMs: readRetryAfter(answer.headers["retry-after"], at),
        clockSkewMs: readSkew(answer.headers["date"], this.now()),
      }
    } catch (error) {
      throw failed(call.operation, error)
    }
  }
}

/** An answer's fault as an error. */
export function errorOf(answered: Answered, fault: Fault): GatewayError {
  return new GatewayError({
    operation: answered.operation,
    ...fault,
    httpStatus: answered.status,
    gatewayMessage: answered.gatewayMessage,
    retryAfterMs: answered.retryAfterMs,
  })
}

function failed(operation: Operation, error: unknown): GatewayError {
  if (!(error instanceof TransportFailure)) {
    // Nothing but the transport can fail here; if something else does, the request may be on its way.
    return new GatewayError({ operation, kind: "bad_answer", outcome: "unknown", reason: "the call failed" })
  }
  const reasons: Record<TransportFailure["why"], Pick<GatewayErrorDetails, "kind" | "reason">> = {
    timeout: { kind: "timeout", reason: "no answer in time" },
    connection: { kind: "unavailable", reason: error.mayHaveArrived ? "connection lost" : "no connection" },
    forbidden_address: { kind: "not_configured", reason: "its address leads into a network that no gateway stands in" },
    answer_too_large: { kind: "bad_answer", reason: "the answer is too large" },
  }
  return new GatewayError({
    operation,
    ...reasons[error.why],
    outcome: error.mayHaveArrived ? "unknown" : "not_sent",
  })
}

/** How much the clock of an answer is ahead of ours; null when it has none that can be read. */
function readSkew(date: string | undefined, now: Date): number | null {
  const at = Date.parse(date ?? "")
  return Number.isNaN(at) ? null : at - now.getTime()
}

function messageOf(answer: HttpAnswer, secrets: Call["secrets"]): string | null {
  const message = readMessage(answer.json)
  if (message === null) {
    return null
  }
  const clean = scrubText(message, literalsPattern(secrets)).replace(/[\p{Cc}\p{Cf}\s\uFFFD]+/gu, " ").trim()
  return clean.length > MAX_MESSAGE ? `${shortened(clean, MAX_MESSAGE)}…` : clean
}
