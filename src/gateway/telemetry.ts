import { metrics, SpanKind, SpanStatusCode, trace, type Attributes, type Histogram } from "@opentelemetry/api"
import type { Drift } from "./drift"
import type { GatewayErrorKind } from "./errors"
import type { Operation } from "./operations"
import type { Outcome } from "./outcome"

const NAME = "medusa-payment-fatura"

/** One HTTP call as it is measured. */
export type CallReport = {
  operation: Operation
  httpStatus: number | null
  ms: number
  outcome: "ok" | Outcome
  /** Why it failed; null when it did not. */
  kind: GatewayErrorKind | null
  isLookUp: boolean
  /** The gateway's clock less ours, by the `Date` of an answer that is a yes; to the second. */
  clockSkewMs: number | null
  /** How an answer that is a yes differs from what is documented: names and types, no values. */
  drift: Drift[]
}

let durations: Histogram | undefined

/** Made at the first call and not at import: until then the application may still register its provider. */
function histogram(): Histogram {
  durations ??= metrics.getMeter(NAME).createHistogram("fatura.gateway.call.duration", {
    unit: "s",
    description: "Duration of calls to the gateway",
  })
  return durations
}

/**
 * Runs one HTTP call inside a span and records its duration. `reportOf` says how it ended; when the call
 * throws, `reportOfError` does. Attributes hold operation, status and outcome, nothing of the request.
 */
export async function measured<T>(
  operation: Operation,
  call: () => Promise<T>,
  report: { ofResult: (result: T, ms: number) => CallReport; ofError: (error: unknown, ms: number) => CallReport },
  onCall?: (report: CallReport) => void
): Promise<T> {
  const span = trace.getTracer(NAME).startSpan(`fatura.gateway ${operation}`, { kind: SpanKind.CLIENT })
  const started = performance.now()
  const finish = (done: CallReport) => {
    const attributes = attributesOf(done)
    span.setAttributes(attributes)
    if (done.outcome !== "ok") {
      span.setStatus({ code: SpanStatusCode.ERROR, message: done.outcome })
    }
    span.end()
    histogram().record(done.ms / 1000, attributes)
    tell(onCall, done)
  }
  try {
    const result = await call()
    finish(report.ofResult(result, performance.now() - started))
    return result
  } catch (error) {
    finish(report.ofError(error, performance.now() - started))
    throw error
  }
}

function attributesOf(done: CallReport): Attributes {
  return {
    "fatura.operation": done.operation,
    "fatura.outcome": done.outcome,
    ...(done.httpStatus === null ? {} : { "http.response.status_code": done.httpStatus }),
  }
}

/** A listener that fails must not turn an answered call into a failed one: money may have moved. */
function tell(onCall: ((report: CallReport) => void) | undefined, done: CallReport): void {
  try {
    onCall?.(done)
  } catch {
    // Nobody to tell: the listener is the one who would log it.
  }
}
