import type { GatewayInvoice } from "../../support"
import { orderOf, rowOf, type Facts, type Order } from "../story/facts"
import type { Page, StoryBooks } from "./books"
import type { Found, Rule } from "./finding"
import { pursesOf, undecidedOfPurse, type Purse } from "./money"

/** Problems that say "here is money about which nobody has decided". */
export const MONEY_PROBLEMS = ["paid_after_cancel", "paid_twice", "paid_too_little", "overpaid", "paid_amount_unknown", "answer_not_kept", "paid_without_order", "amount_mismatch", "late_notice_of_old_session", "canceled_after_paid", "payment_unconfirmed", "refund_failed_on_cancel", "gateway_refund_not_booked", "refund_outcome_unknown", "refund_amount_unknown", "dispute_lost"]
/** Of those, the ones that have nothing to say once all money has its place. */
const ENDS_WITH_MONEY = ["paid_after_cancel", "paid_twice", "paid_too_little", "overpaid", "late_notice_of_old_session"]

const reais = (cents: number): string => (cents / 100).toFixed(2)
const found = (rule: Rule, words: string): Found => ({ rule, words })
const code = ({ status }: GatewayInvoice): number => Number(status.code)
const nameOf = ({ _sandbox, status }: GatewayInvoice): string => `${_sandbox.kind} of ${reais(_sandbox.due_cents)} (code ${String(status.code)}, paid ${reais(_sandbox.paid_cents)}, returned ${reais(_sandbox.refunded_cents)})`
const namesOf = ({ invoices }: Purse): string => invoices.map(nameOf).join(" and ")

function openKinds(facts: Facts, rowIds: string[]): string[] {
  return facts.problems.filter(({ open, row_id }) => open && row_id !== null && rowIds.includes(row_id)).map(({ kind }) => kind)
}

/** Interest and fines of a boleto are paid above its amount, and stay in the ledger. */
function interestOf({ invoices }: Purse): number {
  return invoices.reduce((sum, { _sandbox }) => sum + (_sandbox.kind === "boleto" ? Math.max(0, _sandbox.paid_cents - _sandbox.due_cents) : 0), 0)
}

/** A PIX is asked for once, when its time is over: until then nobody knows of a payment that nothing told of. */
const isUnheard = ({ isSilent, isOver }: StoryBooks, rows: Facts["rows"]): boolean => isSilent && !isOver && rows.some(({ method, is_live, status }) => method === "pix" && is_live && status === "awaiting_payment")

export function money(books: StoryBooks): Found[] {
  const { facts, decisions, isOver } = books
  return pursesOf(facts, decisions).flatMap((purse) => {
    if (isUnheard(books, purse.rows)) return []
    const undecided = undecidedOfPurse(purse)
    const kinds = openKinds(facts, purse.rows.map(({ id }) => id))
    const raised = kinds.filter((kind) => MONEY_PROBLEMS.includes(kind))
    const status = facts.orders.at(-1)?.status ?? "no"
    if (undecided < 0) {
      // Medusa books no refund while somebody is changing the order; after a day staff hear of it.
      if (facts.change && !isOver) return []
      if (raised.some((kind) => ["refund_outcome_unknown", "refund_amount_unknown", "refund_failed_on_cancel", "gateway_refund_not_booked", "canceled_after_paid"].includes(kind))) return []
      if (facts.problems.some(({ kind, row_id }) => kind === "returned_twice" && purse.rows.some(({ id }) => id === row_id))) return []
      return [found("money", `Medusa holds ${reais(-undecided)} more than there is: ${namesOf(purse)}; booked ${reais(purse.bookedCents)}, recorded as returned ${reais(purse.recordedCents)} (${status} order)`)]
    }
    const interest = interestOf(purse)
    if (undecided > interest && !raised.length) {
      const closed = facts.problems.filter(({ open, row_id }) => !open && purse.rows.some(({ id }) => id === row_id)).map(({ kind, resolution }) => `${kind} closed by ${resolution}`)
      return [found("money", `${reais(undecided - (interest > 0 ? interest : 0))} stand nowhere: ${namesOf(purse)}; booked ${reais(purse.bookedCents)}, recorded as returned ${reais(purse.recordedCents)}, kept ${reais(purse.keptCents)} (${status} order${closed.length ? `; ${closed.join(", ")}` : ""})`)]
    }
    return []
  })
}

export function causeGone({ facts, decisions }: StoryBooks): Found[] {
  return pursesOf(facts, decisions).flatMap((purse) => {
    const ids = purse.rows.map(({ id }) => id)
    const undecided = undecidedOfPurse(purse)
    // What Medusa captured in the moment in which its order was cancelled is for staff to give back.
    const isKept = purse.bookedCents > 0 && facts.orders.at(-1)?.status === "canceled"
    const idle = undecided <= 0 ? openKinds(facts, ids).filter((kind) => ENDS_WITH_MONEY.includes(kind) && !(kind === "paid_after_cancel" && isKept)) : []
    const disputed = purse.invoices.some((invoice) => code(invoice) === 10)
    const waits = purse.invoices.some(({ _sandbox }) => _sandbox.payable)
    const held = purse.invoices.some((invoice) => code(invoice) === 4)
    const returning = purse.invoices.some((invoice) => code(invoice) === 7)
    const underWay = purse.invoices.some((invoice) => [2, 3].includes(code(invoice)))
    const stale = openKinds(facts, ids).filter((kind) => (kind === "dispute" && !disputed) || (kind === "cancel_refused" && !waits) || (kind === "authorized_not_captured" && !held) || (kind === "payment_not_decided" && !underWay) || (kind === "refund_not_finished" && !returning))
    return [...idle, ...stale].map((kind) => found("cause_gone", `${kind} stands open: ${namesOf(purse)}, booked ${reais(purse.bookedCents)} (${facts.orders.at(-1)?.status ?? "no"} order)`))
  })
}

const paymentsOf = (facts: Facts, order: Order): Facts["payments"] => facts.payments.filter(({ collection_id }) => facts.orderOfCollection[collection_id] === order.id)

export function medusaDisagrees({ facts }: StoryBooks): Found[] {
  // Medusa books the refund of a cancelled order also where it was refused; staff who dismiss that leave it so.
  const excused = facts.problems.some(({ open, kind, resolution }) => (open && kind === "refund_outcome_unknown") || (kind === "refund_failed_on_cancel" && (open || resolution === "dismiss")))
  const ofOrders = facts.orders.flatMap((order) => {
    const booked = paymentsOf(facts, order).reduce((sum, { capturedCents, refundedCents }) => sum + capturedCents - refundedCents, 0)
    // A percentage off leaves fractions of a cent, which two roundings tell apart.
    return Math.abs(order.transactedCents - booked) <= 1 || excused ? [] : [found("medusa_disagrees", `the order's transactions say ${reais(order.transactedCents)}, its payments hold ${reais(booked)} (${order.status} order)`)]
  })
  const ofPayments = facts.payments
    .filter(({ capturedCents, amountCents, refundedCents }) => capturedCents > amountCents || refundedCents > capturedCents)
    .map(({ amountCents, capturedCents, refundedCents }) => found("medusa_disagrees", `a payment of ${reais(amountCents)} has captures of ${reais(capturedCents)} and refunds of ${reais(refundedCents)}`))
  return [...ofOrders, ...ofPayments]
}

export function payable({ facts }: StoryBooks): Found[] {
  const open = facts.invoices.filter(({ _sandbox }) => _sandbox.payable)
  const told = (invoice: GatewayInvoice): boolean => openKinds(facts, [rowOf(facts, invoice)?.id ?? ""]).some((kind) => ["cancel_refused", "amount_mismatch", "card_outcome_unknown", "authorized_not_captured", "payment_not_decided"].includes(kind))
  const beside = facts.orders.map((order) => open.filter((invoice) => !told(invoice) && orderOf(facts, invoice)?.id === order.id)).filter(({ length }) => length > 1)
  return [
    ...beside.map((several) => found("payable", `${several.length} codes of one order can be paid at the same time: ${several.map(nameOf).join(" and ")}`)),
    ...open.filter((invoice) => !told(invoice)).flatMap((invoice) => {
      const order = orderOf(facts, invoice)
      if (!order) return [found("payable", `${nameOf(invoice)} can be paid, and there is no order`)]
      if (order.status === "canceled") return [found("payable", `${nameOf(invoice)} can be paid for a cancelled order`)]
      // Money that is on its way is not stopped.
      if (invoice._sandbox.due_cents === order.pendingCents || [2, 3, 4].includes(code(invoice))) return []
      return [found("payable", `${nameOf(invoice)} can be paid, the order owes ${reais(order.pendingCents)}`)]
    }),
  ]
}

export function pendingForever({ facts, isOver, keepsOrders }: StoryBooks): Found[] {
  // What staff were told of, or have decided to leave as it is.
  if (!isOver || keepsOrders || facts.problems.some(({ open, kind, resolution }) => open || (kind === "order_not_ended" && resolution === "dismiss"))) return []
  return facts.orders.flatMap((order) => {
    const own = facts.invoices.filter((invoice) => invoice._sandbox.payable && orderOf(facts, invoice)?.id === order.id)
    const captured = paymentsOf(facts, order).some(({ capturedCents }) => capturedCents > 0)
    if (order.status !== "pending" || facts.elsewhere.includes(order.id) || captured || order.pendingCents <= 0 || own.some((invoice) => [2, 3, 4].includes(code(invoice)))) return []
    const inProgress = facts.change ? `, ${facts.change.type ?? "a change"} in progress` : ""
    return [found("pending_forever", `the order waits for ${reais(order.pendingCents)}; ${own.length ? `still payable: ${own.map(nameOf).join(", ")}` : "nothing can be paid"}${inProgress}`)]
  })
}

export function stock({ facts }: StoryBooks): Found[] {
  return facts.orders.flatMap((order) => {
    const units = order.reservedUnits
    if (order.status === "canceled") return units > 0 ? [found("stock", `${units} units are held for a cancelled order`)] : []
    if (facts.returns.length || facts.exchanges.length || facts.claims.length || facts.change) return []
    const own = facts.items.filter(({ managed, order_id }) => managed && order_id === order.id)
    const wanted = own.reduce((sum, { quantity, fulfilled }) => sum + quantity - fulfilled, 0)
    // When a quantity is changed, Medusa reserves the whole of it once more, whatever has been sent.
    const most = facts.wasChanged ? own.reduce((sum, { quantity }) => sum + quantity, 0) : wanted
    return units >= wanted && units <= most ? [] : [found("stock", `${units} units are held, ${wanted} are to be delivered (${order.status} order)`)]
  })
}

/** A code that can be paid, or was, is of the method whose discount the order was sold with. */
export function price({ facts }: StoryBooks): Found[] {
  const newest = facts.invoices.filter(({ _sandbox }) => _sandbox.payable || _sandbox.paid_cents > 0).at(-1)
  if (!newest || facts.wasChanged || facts.pricedFor === null || newest._sandbox.kind === facts.pricedFor) return []
  return [found("price", `${nameOf(newest)} for an order with the discount of ${facts.pricedFor}`)]
}

/** What a page says of money that came. */
function saidOfMoney({ status, amountCents }: Page, invoices: GatewayInvoice[], isAccepted: boolean): Found[] {
  if (status !== "paid") return []
  const paid = invoices.reduce((most, { _sandbox }) => Math.max(most, _sandbox.paid_cents), 0)
  if (paid < amountCents && !isAccepted) return [found("page", `shows "${status}" for ${reais(amountCents)}, and ${reais(paid)} came`)]
  return invoices.length > 0 && invoices.every((invoice) => code(invoice) === 9) ? [found("page", `shows "paid" of money that went back`)] : []
}

/** What a page shows to pay with. */
function saidOfCode({ payload, line, status, next_step }: Page, facts: Facts, invoices: GatewayInvoice[]): Found[] {
  if (!payload && !line) return next_step === "pay" ? [found("page", `says "pay" and shows nothing to pay with (${status})`)] : []
  const shown = invoices.find((invoice) => (payload && invoice.pix.payload === payload) || (line && digits((invoice as { billet?: { line?: string } }).billet?.line) === digits(line)))
  if (!shown?._sandbox.payable) return [found("page", `shows a code (${status}) that can't be paid: ${shown ? nameOf(shown) : "the gateway has none"}`)]
  const order = orderOf(facts, shown)
  return order && order.pendingCents !== shown._sandbox.due_cents ? [found("page", `shows a code of ${reais(shown._sandbox.due_cents)}, the order owes ${reais(order.pendingCents)}`)] : []
}

export function page(books: StoryBooks): Found[] {
  const { facts, pages, accepted } = books
  return pages.flatMap((shown) => {
    const rows = facts.rows.filter(({ session_id }) => session_id === shown.sessionId)
    if (isUnheard(books, rows)) return []
    const invoices = facts.invoices.filter((invoice) => rows.some(({ id }) => id === rowOf(facts, invoice)?.id))
    return [...saidOfMoney(shown, invoices, rows.some(({ id }) => accepted.has(id))), ...saidOfCode(shown, facts, invoices)]
  })
}

const digits = (text: string | undefined | null): string => text?.replace(/\D/g, "") ?? "none"

export function notAtRest({ pending, facts, isOver }: StoryBooks): Found[] {
  // What a change in progress keeps from being done is told to staff after a day.
  if (facts.change && !isOver) return []
  const left = Object.entries(pending).filter(([, count]) => count > 0)
  const lost = facts.rows.filter(({ id, method, state, is_live }) => method === "card" && state === "unknown" && is_live && !openKinds(facts, [id]).includes("card_outcome_unknown"))
  if (isOver && lost.length) return [found("not_at_rest", "nobody hears of a card whose outcome the gateway does not tell")]
  return left.length ? [found("not_at_rest", left.map(([name, count]) => `${name}: ${count}`).join(", "))] : []
}
