import type { ProblemKind } from "./problems"

/** `money`: somebody may have lost or may lose money. `warning`: something does not work as it should. */
export type Severity = "money" | "warning"

/**
 * Who ends a problem. `cause`: each one is closed by itself when its cause is gone (staff may decide
 * earlier). `staff`: some or all of its kind stay until staff close them.
 */
export type Closer = "cause" | "staff"

/**
 * Which money of the invoice staff decide about. `uncaptured`: what came in and Medusa has not captured. `all`:
 * the same, or what is captured and not refunded once it is captured, as for a cancelled order. Such a problem
 * is closed only when nothing of that money is undecided. `none`: it is not about where money goes.
 */
export type Decides = "uncaptured" | "all" | "none"

type Facts = { severity: Severity; closedBy: Closer; decides: Decides }

const money = (closedBy: Closer, decides: Decides = "none"): Facts => ({ severity: "money", closedBy, decides })
const warning = (closedBy: Closer): Facts => ({ severity: "warning", closedBy, decides: "none" })

export const PROBLEM_FACTS: Record<ProblemKind, Facts> = {
  paid_after_cancel: money("cause", "all"),
  paid_twice: money("cause", "uncaptured"),
  paid_without_order: money("cause", "all"),
  paid_too_little: money("cause", "uncaptured"),
  paid_amount_unknown: money("cause", "uncaptured"),
  overpaid: money("cause", "uncaptured"),
  amount_mismatch: money("staff", "uncaptured"),
  canceled_after_paid: money("cause"),
  payment_unconfirmed: money("cause"),
  dispute: money("cause"),
  dispute_lost: money("staff"),
  unknown_status: warning("cause"),
  unreadable_notice: warning("cause"),
  authorized_not_captured: money("cause"),
  payment_not_decided: money("cause"),
  card_outcome_unknown: money("cause"),
  attempt_outcome_unknown: warning("cause"),
  answer_not_kept: money("staff"),
  cancel_refused: money("cause"),
  refund_failed_on_cancel: money("cause", "all"),
  refund_outcome_unknown: money("staff"),
  refund_not_finished: money("cause"),
  refund_amount_unknown: money("cause"),
  refund_amount_mismatch: money("staff"),
  returned_twice: money("staff"),
  gateway_refund_not_booked: money("staff"),
  credentials_refused: warning("cause"),
  account_unusable: money("cause"),
  other_merchant: warning("cause"),
  blocked_by_gateway: warning("cause"),
  missing_scope: warning("cause"),
  notices_not_arriving: warning("cause"),
  notification_address: warning("cause"),
  backlog: warning("cause"),
  dead_letter: warning("cause"),
  clock_skew: warning("cause"),
  sandbox_in_production: warning("cause"),
  module_not_loaded: warning("cause"),
  expired_locks: warning("cause"),
  encryption_key: warning("cause"),
  late_notice_of_old_session: money("cause", "uncaptured"),
  email_not_delivered: warning("cause"),
  order_not_ended: money("cause"),
}

/** A kind that only a newer version knows is about no money that could be decided here. */
export function decidesOf(kind: ProblemKind): Decides {
  return PROBLEM_FACTS[kind]?.decides ?? "none"
}

/** Of a kind that only a newer version knows nobody can say that it is about no money. */
export function severityOf(kind: ProblemKind): Severity {
  return PROBLEM_FACTS[kind]?.severity ?? "money"
}

/** Why a kind needs staff: nothing that the gateway or Medusa could tell later ends it. */
export const WHY_STAFF: Partial<Record<ProblemKind, string>> = {
  amount_mismatch: "An unpaid one is cancelled at once, but somebody must find out why the gateway charges another amount.",
  dispute_lost: "The money is gone for good; somebody must know of it.",
  refund_outcome_unknown: "A refund that was made is recognised by itself; that one was not made is never told by anybody.",
  refund_amount_mismatch: "The books follow what went back; why it was another amount, and how to get it back, nobody tells.",
  returned_twice: "What went back too much comes back outside the gateway, if at all, and nobody tells.",
  answer_not_kept: "Only the gateway's panel shows whether its code can still be paid, and somebody must find out why it could not be kept.",
  gateway_refund_not_booked: "Money that went back before Medusa had a payment can't be booked.",
}
