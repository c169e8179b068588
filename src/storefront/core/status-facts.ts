import type { SessionStatus } from "./types"

/** How a status is shown. */
export type Tone = "waiting" | "good" | "bad" | "neutral"

/** `fast`: the shopper is waiting for it. `slow`: it may still change. `stop`: nothing more will come by itself. */
export type Pace = "fast" | "slow" | "stop"

type Facts = { tone: Tone; pace: Pace }

const FACTS: Record<SessionStatus, Facts> = {
  not_issued: { tone: "neutral", pace: "slow" },
  issuing: { tone: "waiting", pace: "fast" },
  awaiting_payment: { tone: "waiting", pace: "fast" },
  processing: { tone: "waiting", pace: "fast" },
  scheduled: { tone: "neutral", pace: "slow" },
  authorized: { tone: "waiting", pace: "fast" },
  paid: { tone: "good", pace: "stop" },
  canceled: { tone: "bad", pace: "stop" },
  refund_pending: { tone: "neutral", pace: "slow" },
  partially_refunded: { tone: "neutral", pace: "stop" },
  refunded: { tone: "neutral", pace: "stop" },
  disputed: { tone: "neutral", pace: "stop" },
  denied: { tone: "bad", pace: "stop" },
  overdue: { tone: "neutral", pace: "slow" },
  failed: { tone: "bad", pace: "stop" },
  // The payment of a code whose time is over may still arrive.
  expired: { tone: "bad", pace: "slow" },
  unknown: { tone: "neutral", pace: "slow" },
}

/** A status of a newer server counts as unknown. */
export function knownStatus(status: string): SessionStatus {
  return Object.hasOwn(FACTS, status) ? status as SessionStatus : "unknown"
}

export function toneOf(status: string): Tone {
  return FACTS[knownStatus(status)].tone
}

/** How closely a status is watched. A boleto is paid within days: nobody waits for it in front of the screen. */
export function paceOfStatus(status: string, method?: string): Pace {
  return method === "boleto" && status === "awaiting_payment" ? "slow" : FACTS[knownStatus(status)].pace
}
