import {
  circuitBreaker, ConsecutiveBreaker, ExponentialBackoff, handleWhen, isBrokenCircuitError, retry, wrap,
} from "cockatiel"
import { GatewayError, pausedError } from "./errors"
import { errorOf, type Answered } from "./exchange"
import type { Operation } from "./operations"
import type { LookUpGate, LookUpPurpose } from "./options"

const RETRIES = 2
const FAILURES_TO_OPEN = 5
const OPEN_FOR_MS = 30_000
const LONGEST_WAIT_MS = 2_000

/** 5xx and connection errors; a time-out is not repeated, whoever asked has waited long enough. */
const worthRepeating = handleWhen(
  (error) =>
    error instanceof GatewayError && error.kind === "unavailable" && (error.retryAfterMs ?? 0) <= LONGEST_WAIT_MS
)
const failing = handleWhen(
  (error) => error instanceof GatewayError && (error.kind === "unavailable" || error.kind === "timeout")
)

function retrying() {
  const backoff = new ExponentialBackoff({ initialDelay: 200, maxDelay: LONGEST_WAIT_MS })
  return retry(worthRepeating, { maxAttempts: RETRIES, backoff })
}

/** Sends a call that may be sent twice, at most three times. */
export async function repeatedly(send: () => Promise<Answered>): Promise<Answered> {
  return retrying().execute(async () => {
    const answered = await send()
    if (answered.fault?.kind === "unavailable") {
      throw errorOf(answered, answered.fault)
    }
    return answered
  })
}

/**
 * Look-ups: each one that is sent enters the shared gate first, signs of a block are told to the gate and
 * never repeated, and a breaker of this client ends storms of failures.
 */
export class LookUps {
  private readonly breaker = circuitBreaker(failing, {
    breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
    halfOpenAfter: OPEN_FOR_MS,
  })

  constructor(private readonly gate: LookUpGate) {}

  /** @throws GatewayError, also for every answer that says no */
  async run(operation: Operation, purpose: LookUpPurpose, send: () => Promise<Answered>): Promise<Answered> {
    try {
      return await wrap(retrying(), this.breaker).execute(() => this.attempt(operation, purpose, send))
    } catch (error) {
      throw isBrokenCircuitError(error) ? pausedError(operation, OPEN_FOR_MS) : error
    }
  }

  private async attempt(operation: Operation, purpose: LookUpPurpose, send: () => Promise<Answered>): Promise<Answered> {
    await this.enter(operation, purpose)
    const answered = await send()
    const { fault, status: httpStatus, retryAfterMs } = answered
    if (fault === null) {
      await noted(() => this.gate.succeeded())
      return answered
    }
    if (fault.kind === "blocked" || httpStatus === 403) {
      await noted(() => this.gate.blocked({ httpStatus, retryAfterMs }))
    } else if (fault.kind === "not_found" || fault.kind === "refused") {
      await noted(() => this.gate.succeeded())
    }
    throw errorOf(answered, fault)
  }

  private async enter(operation: Operation, purpose: LookUpPurpose): Promise<void> {
    try {
      await this.gate.enter(operation, purpose)
    } catch (error) {
      // A gate that fails holds back: uncounted look-ups could get the account blocked.
      throw error instanceof GatewayError ? error : pausedError(operation, null)
    }
  }
}

/** The answer is worth more than the note of it; a gate that is down holds back the next look-up anyway. */
async function noted(note: () => Promise<void>): Promise<void> {
  try {
    await note()
  } catch {
    // See above.
  }
}
