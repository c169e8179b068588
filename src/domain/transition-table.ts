import type { InvoiceStatus } from "./invoice-status"
import type { ProblemKind } from "./problems"

/**
 * Where a claim about an invoice comes from.
 * - `notice`: pushed by the gateway; can be late, doubled or out of order.
 * - `look_up`: read from the gateway by us. Taken as fresh, so the caller must drop an answer that
 *   was requested before the invoice's last change.
 * - `own_call`: the answer to our own create, cancel, refund or due date.
 * - `staff`: a named action with a reason, decided outside the gateway (a refund by bank transfer).
 */
export type Cause = "notice" | "look_up" | "own_call" | "staff"

/**
 * What one cell says about a change.
 * - `take`: the new status holds. `old`: nothing changes.
 * - `if_more`: taken when the refunded total grew, else old. `keep_if_more`: the same, but only the
 *   total is taken and the status stays, because it already says more.
 * - `take_raise` / `keep_raise`: a problem; the new status holds, or the old one does because money
 *   that Medusa has booked is not undone by a status.
 * - `raise_if_more`: a problem when the refunded total grew, else old.
 * - `lost`: a dispute that ends in a refund: `take_raise` when that refund is news, else `elsewhere`.
 * - `unknown`: the gateway said something that is not in its list.
 */
export type Rule =
  | { do: "take" | "old" | "if_more" | "keep_if_more" | "unknown" }
  | { do: "take_raise" | "keep_raise" | "raise_if_more"; problem: ProblemKind }
  | { do: "lost"; problem: ProblemKind; elsewhere: "take" | "old" }

type Cell = Record<Cause, Rule>

const take: Rule = { do: "take" }
const old: Rule = { do: "old" }
const ifMore: Rule = { do: "if_more" }
const keepIfMore: Rule = { do: "keep_if_more" }
const takeRaise = (problem: ProblemKind): Rule => ({ do: "take_raise", problem })
const keepRaise = (problem: ProblemKind): Rule => ({ do: "keep_raise", problem })

/** The same answer to the gateway, whichever way it speaks, and another one to staff. */
const gateway = (rule: Rule, staff: Rule): Cell => ({
  notice: rule,
  look_up: rule,
  own_call: rule,
  staff,
})
/** Late when it comes as a notice, true when we asked. */
const asked = (rule: Rule, notice: Rule = old): Cell => ({
  notice,
  look_up: rule,
  own_call: rule,
  staff: old,
})

/** Goes on, and only the gateway can say so. */
const NEXT = gateway(take, old)
/** Goes on; staff may also decide it by a named action. */
const SAID = gateway(take, take)
/** A step back that really happens, but that a late notice could claim as well. */
const BACK = asked(take)
/** Impossible or of no consequence after what we know. */
const LATE = gateway(old, old)
/** The same unpaid status: a refund of money that never came is not believed silently. */
const SAME: Cell = gateway({ do: "raise_if_more", problem: "gateway_refund_not_booked" }, old)
/** The same status of an invoice that was paid: only a larger refunded total is news. */
const MORE = gateway(ifMore, old)
/** The invoice can be paid although we recorded that it was cancelled: law "one live invoice". */
const ALIVE = asked(takeRaise("cancel_refused"))
/** Money for an invoice that was cancelled; staff may accept it. */
const AFTER_CANCEL = gateway(takeRaise("paid_after_cancel"), take)
/** The same, on its way back already. */
const RETURNED_AFTER_CANCEL = gateway(takeRaise("paid_after_cancel"), old)
/** Refunded before it was ever paid: captures nothing, and staff should know that money came and went. */
const NEVER_BOOKED = gateway(takeRaise("gateway_refund_not_booked"), old)
/** The cardholder or the payer's bank wants the money back. */
const DISPUTE = gateway(takeRaise("dispute"), old)
/** Cancelled, denied or failed after it was paid: the status stays, because the money is booked; staff must look. */
const UNPAID_PAID = gateway(keepRaise("canceled_after_paid"), old)
/** Anything that is not in the gateway's list. */
const NOT_LISTED = gateway({ do: "unknown" }, { do: "unknown" })

/** A dispute that ends in a refund. */
const disputeLost = (staff: Rule): Cell => ({
  ...asked({ do: "lost", problem: "dispute_lost", elsewhere: "take" }),
  notice: { do: "lost", problem: "dispute_lost", elsewhere: "old" },
  staff,
})

/**
 * What may follow what: one row for the status we know, one cell for the status that is claimed,
 * one rule for each cause. Row by row:
 *
 * - *awaiting, processing, scheduled, overdue*: everything can follow. Back to awaiting only when we
 *   asked (a late "awaiting" must not make an invoice in processing look definitely unpaid), except
 *   from overdue, where it is the effect of a new due date. A refund, even partial, says that a
 *   notice of payment was lost, so that it is taken as paid; a full refund is the exception.
 * - *authorized*: forward only; a look-up may find it overdue.
 * - *paid*: refunds and disputes follow. Earlier steps are old news by any way, since a list read a
 *   moment before the payment shows them too; cancelled, denied or failed are contradictions, also by
 *   notice: a late one is dismissed by staff, an ignored one ships goods without money.
 * - *canceled*: payable again when we asked is a cancel that did not hold; money is "paid after cancel".
 * - *refund pending*: on to refunded, or back to paid when the refund was refused. A late notice of
 *   payment looks the same, so the caller asks the gateway before it lets another refund go out.
 * - *partially refunded*: more refunds; a paid status is old news unless its refunded total is larger.
 * - *refunded*: the end, except for a dispute on top of it (the double loss), and for a larger total: when staff
 *   recorded a refund made elsewhere, the gateway can still return money as well.
 * - *disputed*: won (paid), lost (refunded, wholly or in part), or refunded meanwhile.
 * - *denied, failed*: a later attempt at the same invoice can succeed; one failure after another is no news.
 * - *unknown*: we know nothing, so everything is news.
 *
 * The staff column holds only what a named action decides: paid, canceled, denied or failed for an
 * invoice that is not paid, and a recorded refund. Staff's own decisions raise no problem.
 */
export const TRANSITIONS: Record<InvoiceStatus, Record<InvoiceStatus, Cell>> = {
  awaiting_payment: {
    awaiting_payment: SAME, processing: NEXT, scheduled: NEXT, authorized: NEXT, overdue: NEXT,
    paid: SAID, canceled: SAID, denied: SAID, failed: SAID,
    refund_pending: NEXT, partially_refunded: NEXT, refunded: NEVER_BOOKED, disputed: DISPUTE,
    unknown: NOT_LISTED,
  },
  processing: {
    awaiting_payment: BACK, processing: SAME, scheduled: NEXT, authorized: NEXT, overdue: NEXT,
    paid: SAID, canceled: SAID, denied: SAID, failed: SAID,
    refund_pending: NEXT, partially_refunded: NEXT, refunded: NEVER_BOOKED, disputed: DISPUTE,
    unknown: NOT_LISTED,
  },
  scheduled: {
    awaiting_payment: BACK, processing: NEXT, scheduled: SAME, authorized: NEXT, overdue: NEXT,
    paid: SAID, canceled: SAID, denied: SAID, failed: SAID,
    refund_pending: NEXT, partially_refunded: NEXT, refunded: NEVER_BOOKED, disputed: DISPUTE,
    unknown: NOT_LISTED,
  },
  authorized: {
    awaiting_payment: LATE, processing: LATE, scheduled: LATE, authorized: SAME, overdue: BACK,
    paid: SAID, canceled: SAID, denied: SAID, failed: SAID,
    refund_pending: NEXT, partially_refunded: NEXT, refunded: NEVER_BOOKED, disputed: DISPUTE,
    unknown: NOT_LISTED,
  },
  overdue: {
    awaiting_payment: NEXT, processing: NEXT, scheduled: NEXT, authorized: NEXT, overdue: SAME,
    paid: SAID, canceled: SAID, denied: SAID, failed: SAID,
    refund_pending: NEXT, partially_refunded: NEXT, refunded: NEVER_BOOKED, disputed: DISPUTE,
    unknown: NOT_LISTED,
  },
  paid: {
    awaiting_payment: LATE, processing: LATE, scheduled: LATE, authorized: LATE, overdue: LATE,
    paid: MORE, canceled: UNPAID_PAID, denied: UNPAID_PAID, failed: UNPAID_PAID,
    refund_pending: NEXT, partially_refunded: SAID, refunded: SAID, disputed: DISPUTE,
    unknown: NOT_LISTED,
  },
  canceled: {
    awaiting_payment: ALIVE, processing: ALIVE, scheduled: ALIVE, authorized: ALIVE, overdue: ALIVE,
    paid: AFTER_CANCEL, canceled: SAME, denied: LATE, failed: LATE,
    refund_pending: RETURNED_AFTER_CANCEL, partially_refunded: RETURNED_AFTER_CANCEL,
    refunded: NEVER_BOOKED, disputed: DISPUTE,
    unknown: NOT_LISTED,
  },
  refund_pending: {
    awaiting_payment: LATE, processing: LATE, scheduled: LATE, authorized: LATE, overdue: LATE,
    paid: SAID, canceled: UNPAID_PAID, denied: UNPAID_PAID, failed: UNPAID_PAID,
    refund_pending: MORE, partially_refunded: SAID, refunded: SAID, disputed: DISPUTE,
    unknown: NOT_LISTED,
  },
  partially_refunded: {
    awaiting_payment: LATE, processing: LATE, scheduled: LATE, authorized: LATE, overdue: LATE,
    paid: gateway(keepIfMore, old), canceled: UNPAID_PAID, denied: UNPAID_PAID, failed: UNPAID_PAID,
    refund_pending: asked(take, ifMore), partially_refunded: gateway(ifMore, ifMore),
    refunded: SAID, disputed: DISPUTE,
    unknown: NOT_LISTED,
  },
  refunded: {
    awaiting_payment: LATE, processing: LATE, scheduled: LATE, authorized: LATE, overdue: LATE,
    paid: LATE, canceled: LATE, denied: LATE, failed: LATE,
    refund_pending: LATE, partially_refunded: gateway(keepIfMore, old), refunded: MORE, disputed: DISPUTE,
    unknown: NOT_LISTED,
  },
  disputed: {
    awaiting_payment: LATE, processing: LATE, scheduled: LATE, authorized: LATE, overdue: LATE,
    paid: SAID, canceled: UNPAID_PAID, denied: UNPAID_PAID, failed: UNPAID_PAID,
    refund_pending: asked(take, ifMore), partially_refunded: disputeLost(ifMore),
    refunded: disputeLost(take), disputed: MORE,
    unknown: NOT_LISTED,
  },
  denied: {
    awaiting_payment: BACK, processing: BACK, scheduled: BACK, authorized: BACK, overdue: BACK,
    paid: SAID, canceled: SAID, denied: SAME, failed: LATE,
    refund_pending: NEXT, partially_refunded: NEXT, refunded: NEVER_BOOKED, disputed: DISPUTE,
    unknown: NOT_LISTED,
  },
  failed: {
    awaiting_payment: BACK, processing: BACK, scheduled: BACK, authorized: BACK, overdue: BACK,
    paid: SAID, canceled: SAID, denied: LATE, failed: SAME,
    refund_pending: NEXT, partially_refunded: NEXT, refunded: NEVER_BOOKED, disputed: DISPUTE,
    unknown: NOT_LISTED,
  },
  unknown: {
    awaiting_payment: NEXT, processing: NEXT, scheduled: NEXT, authorized: NEXT, overdue: NEXT,
    paid: SAID, canceled: SAID, denied: SAID, failed: SAID,
    refund_pending: NEXT, partially_refunded: NEXT, refunded: NEVER_BOOKED, disputed: DISPUTE,
    unknown: NOT_LISTED,
  },
}
