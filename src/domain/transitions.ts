import type { InvoiceStatus } from "./invoice-status"
import type { ProblemKind } from "./problems"
import { TRANSITIONS, type Cause, type Rule } from "./transition-table"

export type { Cause } from "./transition-table"
export type { ProblemKind } from "./problems"

/** What to do about a claim. `apply` and `apply_and_raise` lead to the state of {@link afterChange}. */
export type Verdict =
  | { kind: "apply" }
  | { kind: "old_news" }
  | { kind: "unknown_status" }
  | { kind: "apply_and_raise"; problem: ProblemKind }

/**
 * The state of an invoice, known or claimed. With the invoice it is also the identity of a change:
 * the same status with the same or a lower refunded total is old news. `refundedCents` is
 * cumulative, and 0 when a message names no amount.
 */
export type Seen = { status: InvoiceStatus; refundedCents: number }

type Outcome = { verdict: Verdict; takesStatus: boolean }

const OLD: Outcome = { verdict: { kind: "old_news" }, takesStatus: false }
const TAKEN: Outcome = { verdict: { kind: "apply" }, takesStatus: true }
const raised = (problem: ProblemKind, takesStatus: boolean): Outcome => ({
  verdict: { kind: "apply_and_raise", problem },
  takesStatus,
})

const outcomes: { [Do in Rule["do"]]: (rule: Rule & { do: Do }, from: Seen, to: Seen) => Outcome } = {
  take: () => TAKEN,
  old: () => OLD,
  unknown: () => ({ verdict: { kind: "unknown_status" }, takesStatus: false }),
  if_more: (_rule, from, to) => (refundGrew(from, to) ? TAKEN : OLD),
  keep_if_more: (_rule, from, to) =>
    refundGrew(from, to) ? { verdict: { kind: "apply" }, takesStatus: false } : OLD,
  take_raise: (rule) => raised(rule.problem, true),
  keep_raise: (rule) => raised(rule.problem, false),
  raise_if_more: (rule, from, to) => (refundGrew(from, to) ? raised(rule.problem, true) : OLD),
  lost: (rule, from, to) => {
    if (isNewLoss(from, to)) {
      return raised(rule.problem, true)
    }
    return rule.elsewhere === "take" ? TAKEN : OLD
  },
}

function refundGrew(from: Seen, to: Seen): boolean {
  return to.refundedCents > from.refundedCents
}

/** A refund without an amount is news when it is a full one, or the first one. */
function isNewLoss(from: Seen, to: Seen): boolean {
  const withoutAmount = to.refundedCents === 0
  return refundGrew(from, to) || (withoutAmount && (to.status === "refunded" || from.refundedCents === 0))
}

function outcomeOf(from: Seen, to: Seen, cause: Cause): Outcome {
  const rule = TRANSITIONS[from.status][to.status][cause]
  const decide = outcomes[rule.do] as (rule: Rule, from: Seen, to: Seen) => Outcome
  return decide(rule, from, to)
}

/**
 * Judges a claim `to` about an invoice that we know as `from`. Pure; the rules are in
 * {@link TRANSITIONS}. Neither status texts nor event names nor dates have a say.
 *
 * A claim whose status is not taken raises its problem each time it is repeated, so that the caller
 * keeps one open problem per invoice and kind.
 */
export function judgeChange(from: Seen, to: Seen, cause: Cause): Verdict {
  return outcomeOf(from, to, cause).verdict
}

/**
 * The state after {@link judgeChange} was acted upon. The refunded total never falls, and a status
 * that would undo booked money (cancelled after paid) is raised but not taken.
 */
export function afterChange(from: Seen, to: Seen, cause: Cause): Seen {
  const { verdict, takesStatus } = outcomeOf(from, to, cause)
  if (verdict.kind === "old_news" || verdict.kind === "unknown_status") {
    return from
  }
  return {
    status: takesStatus ? to.status : from.status,
    refundedCents: Math.max(from.refundedCents, to.refundedCents),
  }
}
