import type { ProblemKind } from "./problems"

/** What staff can decide about a problem. */
export const PROBLEM_ACTIONS = ["refund", "accept", "record_external_refund", "dismiss"] as const
export type ProblemAction = (typeof PROBLEM_ACTIONS)[number]

/** `decide`: money is there and staff say where it goes. `money`: money is in question, and known elsewhere. */
type Nature = { actions: readonly ProblemAction[]; money: boolean }

const DECIDE: Nature = { actions: ["refund", "accept", "record_external_refund", "dismiss"], money: true }
const RETURN: Nature = { actions: ["refund", "record_external_refund", "dismiss"], money: true }
const RECORD: Nature = { actions: ["record_external_refund", "dismiss"], money: true }
const MONEY: Nature = { actions: ["dismiss"], money: true }
const SERVICE: Nature = { actions: ["dismiss"], money: false }

const BY_KIND: Record<ProblemKind, Nature> = {
  paid_after_cancel: DECIDE,
  paid_too_little: DECIDE,
  amount_mismatch: DECIDE,
  paid_twice: RETURN,
  late_notice_of_old_session: RETURN,
  refund_failed_on_cancel: RETURN,
  canceled_after_paid: RECORD,
  dispute: MONEY,
  dispute_lost: MONEY,
  authorized_not_captured: MONEY,
  card_outcome_unknown: MONEY,
  attempt_outcome_unknown: MONEY,
  cancel_refused: MONEY,
  refund_outcome_unknown: RECORD,
  refund_amount_unknown: RECORD,
  gateway_refund_not_booked: MONEY,
  unknown_status: SERVICE,
  unreadable_notice: SERVICE,
  credentials_refused: SERVICE,
  blocked_by_gateway: SERVICE,
  missing_scope: SERVICE,
  notices_not_arriving: SERVICE,
  notification_address: SERVICE,
  backlog: SERVICE,
  dead_letter: SERVICE,
  clock_skew: SERVICE,
  sandbox_in_production: SERVICE,
  module_not_loaded: SERVICE,
  expired_locks: SERVICE,
  encryption_key: SERVICE,
}

/** The decisions that make sense for a kind. One that only a newer version knows can be dismissed. */
export function actionsFor(kind: ProblemKind): readonly ProblemAction[] {
  return BY_KIND[kind]?.actions ?? SERVICE.actions
}

/** Whether somebody's money is in question, so that staff must hear of it at once. */
export function isAboutMoney(kind: ProblemKind): boolean {
  return BY_KIND[kind]?.money ?? false
}
