import type { ProblemKind } from "./problems"

/** `critical` - money is in question or no payment can be taken; `warning` - it soon could be. */
export const SEVERITIES = ["critical", "warning"] as const
export type ProblemSeverity = (typeof SEVERITIES)[number]

const BY_KIND: Record<ProblemKind, ProblemSeverity> = {
  paid_after_cancel: "critical",
  paid_twice: "critical",
  paid_too_little: "critical",
  amount_mismatch: "critical",
  canceled_after_paid: "critical",
  dispute: "critical",
  dispute_lost: "critical",
  unknown_status: "warning",
  unreadable_notice: "warning",
  authorized_not_captured: "critical",
  card_outcome_unknown: "critical",
  attempt_outcome_unknown: "critical",
  cancel_refused: "critical",
  refund_failed_on_cancel: "critical",
  refund_outcome_unknown: "critical",
  refund_amount_unknown: "critical",
  gateway_refund_not_booked: "critical",
  credentials_refused: "critical",
  blocked_by_gateway: "critical",
  missing_scope: "critical",
  notices_not_arriving: "warning",
  notification_address: "warning",
  backlog: "warning",
  dead_letter: "critical",
  clock_skew: "warning",
  sandbox_in_production: "critical",
  module_not_loaded: "critical",
  expired_locks: "warning",
  encryption_key: "critical",
  late_notice_of_old_session: "critical",
}

/** A kind that this version does not know (a newer one wrote it) counts as critical. */
export function severityOf(kind: ProblemKind): ProblemSeverity {
  return BY_KIND[kind] ?? "critical"
}
