import { decidesOf, severityOf } from "./problem-facts"
import type { ProblemKind } from "./problems"

/** What staff can decide about a problem. */
export const PROBLEM_ACTIONS = ["refund", "accept", "record_external_refund", "cancel_order", "dismiss"] as const
export type ProblemAction = (typeof PROBLEM_ACTIONS)[number]

type Actions = readonly ProblemAction[]

/** Money is there, and staff say where it goes. */
const DECIDE: Actions = ["refund", "accept", "record_external_refund", "dismiss"]
const RETURN: Actions = ["refund", "record_external_refund", "dismiss"]
const RECORD: Actions = ["record_external_refund", "dismiss"]
/** An order that nobody paid is to end. */
const END: Actions = ["cancel_order", "dismiss"]
/** Nothing can be moved from here; what to do stands in the problem's remedy. */
const READ: Actions = ["dismiss"]

const BY_KIND: Record<ProblemKind, Actions> = {
  paid_after_cancel: DECIDE,
  paid_too_little: DECIDE,
  paid_amount_unknown: DECIDE,
  overpaid: RETURN,
  amount_mismatch: DECIDE,
  paid_twice: RETURN,
  paid_without_order: RETURN,
  late_notice_of_old_session: RETURN,
  refund_failed_on_cancel: RETURN,
  canceled_after_paid: RECORD,
  payment_unconfirmed: READ,
  dispute: READ,
  dispute_lost: READ,
  authorized_not_captured: READ,
  payment_not_decided: READ,
  card_outcome_unknown: READ,
  attempt_outcome_unknown: READ,
  answer_not_kept: READ,
  cancel_refused: READ,
  refund_outcome_unknown: READ,
  refund_not_finished: READ,
  refund_amount_unknown: RECORD,
  refund_amount_mismatch: READ,
  returned_twice: READ,
  gateway_refund_not_booked: READ,
  unknown_status: READ,
  unreadable_notice: READ,
  credentials_refused: READ,
  account_unusable: READ,
  other_merchant: READ,
  blocked_by_gateway: READ,
  missing_scope: READ,
  notices_not_arriving: READ,
  notification_address: READ,
  backlog: READ,
  dead_letter: READ,
  clock_skew: READ,
  sandbox_in_production: READ,
  module_not_loaded: READ,
  expired_locks: READ,
  encryption_key: READ,
  email_not_delivered: READ,
  order_not_ended: END,
}

const isAboutMoney = (kind: ProblemKind): boolean => decidesOf(kind) !== "none"

/** Whether a decision says where the money goes, which nobody can say of money that may be on its way back. */
const MOVES_MONEY: Record<ProblemAction, (kind: ProblemKind) => boolean> = {
  refund: () => true,
  accept: () => true,
  record_external_refund: () => true,
  cancel_order: () => false,
  // It stays with the shop then; and should the refund come to nothing, nobody would hear of it any more.
  dismiss: isAboutMoney,
}

/**
 * The decisions that can be taken now.
 * @param isReturning a refund of the invoice is on its way, or its outcome is unknown. What staff record of a refund
 *   that the gateway told no amount of is the gateway's own, and may be that very one
 */
export function actionsNow(kind: ProblemKind, isReturning: boolean): Actions {
  return isReturning && kind !== "refund_amount_unknown" ? actionsFor(kind).filter((action) => !MOVES_MONEY[action](kind)) : actionsFor(kind)
}

/**
 * What a decision needs: `settle` where money is at stake, `update` for any other. To dismiss what nobody knows the
 * outcome of gives a refund or a charge up, after which another can be made. An order that nobody paid has no money.
 */
export function operationOf(action: ProblemAction, kind: ProblemKind): "update" | "settle" {
  const isAtStake = severityOf(kind) === "money" && kind !== "order_not_ended"
  return MOVES_MONEY[action](kind) || isAtStake ? "settle" : "update"
}

/** Whether a part of the money can be decided about. Else a part would be taken for the whole. */
const TAKES_AMOUNT: Record<ProblemAction, (kind: ProblemKind, isCaptured: boolean) => boolean> = {
  refund: () => true,
  accept: () => false,
  record_external_refund: () => true,
  cancel_order: () => false,
  // What stands in Medusa's books as captured stays there whole.
  dismiss: (kind, isCaptured) => isAboutMoney(kind) && !(isCaptured && decidesOf(kind) === "all"),
}

/** @param isCaptured Medusa has captured money of the invoice */
export function takesAmount(action: ProblemAction, kind: ProblemKind, isCaptured: boolean): boolean {
  return TAKES_AMOUNT[action](kind, isCaptured)
}

/** The decisions that make sense for a kind. One that only a newer version knows can be dismissed. */
export function actionsFor(kind: ProblemKind): Actions {
  return BY_KIND[kind] ?? READ
}
