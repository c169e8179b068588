/**
 * What can stand on the Problems list until staff decide. Grouped by what it is about: money,
 * refunds and disputes, attempts whose outcome is unknown, notices, the connection to the gateway,
 * and the installation.
 */
export const PROBLEM_KINDS = [
  "paid_after_cancel",
  "paid_twice",
  "paid_too_little",
  "amount_mismatch",
  "canceled_after_paid",
  "dispute",
  "dispute_lost",
  "unknown_status",
  "unreadable_notice",
  "authorized_not_captured",
  "card_outcome_unknown",
  "attempt_outcome_unknown",
  "cancel_refused",
  "refund_failed_on_cancel",
  "refund_outcome_unknown",
  "refund_amount_unknown",
  "gateway_refund_not_booked",
  "credentials_refused",
  "blocked_by_gateway",
  "missing_scope",
  "notices_not_arriving",
  "notification_address",
  "backlog",
  "dead_letter",
  "clock_skew",
  "sandbox_in_production",
  "module_not_loaded",
  "expired_locks",
  "encryption_key",
  "late_notice_of_old_session",
] as const

export type ProblemKind = (typeof PROBLEM_KINDS)[number]
