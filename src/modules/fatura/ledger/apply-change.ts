import { InvoiceStatus, isDefinitelyUnpaid, isOpen, moneyArrived } from "../../../domain/invoice-status"
import { believablePaid, returned } from "../../../domain/invoice-money"
import type { Cents } from "../../../domain/money"
import type { ProblemKind } from "../../../domain/problems"
import { Cause, Verdict, afterChange, judgeChange, Seen as DomainSeen } from "../../../domain/transitions"
import { POLICIES } from "../methods/policy"
import { nextCheckAt } from "../reconciliation/pauses"
import { type Transaction, isUniqueViolation, tables } from "../database"
import type { Emails } from "../emails/emails"
import type { Outbox } from "../outbox/outbox"
import type { NewProblem, ProblemRow, Problems } from "../problems/problems"
import type { Settings } from "../settings/settings"
import { type Extension, dueDateColumns, extensionOf } from "./due-date-news"
import { betterColumns } from "./better-columns"
import type { Ledger } from "./ledger"
import type { CancelReason, InvoiceRow } from "./row"

const HOUR = 3_600_000

/**
 * Whether money that came after a cancel is a problem depends on the order: one that still waits takes it.
 * The settling, which the outbox makes sure of, raises it.
 */
const DECIDED_WHEN_SETTLING: ProblemKind = "paid_after_cancel"

/** What was learnt about an invoice. Amounts are integer cents; null means "not said". */
export type Seen = {
  status: InvoiceStatus
  refundedCents: number | null
  paidCents: number | null
  paidAt?: Date | null
  feesCents?: number | null
  netCents?: number | null
  endToEndId?: string | null
  /** `YYYY-MM-DD` in São Paulo. */
  dueOn?: string | null
}

/** `overtaken`: what was told is older than what the ledger knows by now, so nothing of it counts. */
export type Change = { verdict: Verdict; invoice: InvoiceRow; overtaken: boolean }

/** A change as it was committed, with the problem that was raised by it. */
type Committed = Change & { raised: ProblemRow | null }

/** Takes news about an invoice into the ledger, or finds that it is none. */
export class ChangeTaker {
  constructor(
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
    private readonly problems: Problems,
    private readonly settings: Settings,
    private readonly emails?: Pick<Emails, "afterChange">
  ) {}

  /** Whether the news would change anything, without taking it. */
  judge(row: InvoiceRow, seen: Seen, cause: Cause): Verdict {
    const verdict = judgeChange(known(row), claimed(row, seen), cause)
    const tells = verdict.kind === "old_news" && (extensionOf(row, seen.dueOn, known(row).status) || learntPaid(row, seen, cause) !== null)
    return tells ? { kind: "apply" } : verdict
  }

  /**
   * Judges and applies in one transaction, with what follows from it (an outbox entry, a problem), so that
   * a killed process leaves either nothing or all of it.
   * @param ifVersion the row's version when the question was asked: an answer that was overtaken by
   *   another change is dropped
   * @param alongside what is to be committed with it, news or not
   */
  async take(id: string, seen: Seen, cause: Cause, details: Record<string, unknown> = {}, ifVersion?: number, alongside?: (trx: Transaction) => Promise<void>): Promise<Change> {
    const options = seen.dueOn ? await this.settings.current() : null
    const { raised, ...change } = await this.ledger.locked<Committed>(id, async (row, trx) => {
      await alongside?.(trx)
      const verdict = this.judge(row, seen, cause)
      const from = known(row).status
      const overtaken = ifVersion !== undefined && ifVersion !== row.version
      if (verdict.kind === "old_news" || overtaken) {
        return { verdict: { kind: "old_news" }, invoice: row, overtaken, raised: null }
      }
      if (verdict.kind === "unknown_status") {
        await this.ledger.addEvent(id, { kind: "unknown_status", cause, from, details }, trx)
        // One look-up tells whether the gateway still says so; when to look is no change of the invoice.
        await trx(tables.invoice).where({ id }).whereNull("next_check_at").update({ next_check_at: new Date(Date.now() + HOUR) })
        return { verdict, invoice: row, overtaken, raised: await this.raise(verdict, row, seen, cause, trx) }
      }
      const after = afterChange(known(row), claimed(row, seen), cause)
      const extension = options && extensionOf(row, seen.dueOn, after.status)
      if (extension) {
        row = await this.extend(row, extension, dueDateColumns(row.method, extension.to, options), cause, trx)
      }
      if (judgeChange(known(row), claimed(row, seen), cause).kind === "old_news") {
        const learnt = learntPaid(row, seen, cause)
        return { verdict, invoice: learnt === null ? row : await this.takePaid(row, learnt, cause, details, trx), overtaken, raised: null }
      }
      const invoice = await this.ledger.update(id, {
        ...columnsOf(row, { ...seen, status: after.status, refundedCents: after.refundedCents, paidCents: seen.status === after.status ? seen.paidCents : null }),
        ...(moneyArrived(seen.status) && { unconfirmed_since: unconfirmedSince(row, cause) }),
        // A late notice can contradict a payment; one look-up tells whether the gateway means it.
        ...(cause === "notice" && isContradiction(verdict) && { next_check_at: new Date(Date.now() + HOUR) }),
      }, trx)
      await this.ledger.addEvent(id, { kind: "status_changed", cause, from, to: after.status, details: { ...details, told: seen.status, ...unbelievable(row, seen) } }, trx)
      await this.outbox.add("settle", id, trx)
      await this.emails?.afterChange(row, invoice, new Date(), trx)
      await this.problems.clear(endedBy(after.status, seen.status, cause), id, trx)
      const revived = isOver(from) && isOpen(after.status)
      return {
        verdict,
        invoice: revived ? await this.revive(invoice, trx) : invoice,
        overtaken,
        raised: await this.raise(verdict, invoice, seen, cause, trx),
      }
    })
    if (raised) {
      await this.problems.tell(raised)
    }
    return change
  }

  /** Staff gave it more time in the gateway's panel, so it is not cancelled at the day that was known. */
  private async extend(row: InvoiceRow, { from, to }: Extension, columns: Partial<InvoiceRow>, cause: Cause, trx: Transaction): Promise<InvoiceRow> {
    await this.ledger.addEvent(row.id, { kind: "due_date_changed", cause, details: { from, to } }, trx)
    return this.ledger.update(row.id, columns, trx)
  }

  /**
   * What was over can be paid again. What we wanted cancelled is cancelled once more; else it is the live one
   * of its collection, unless another is in its place by now.
   */
  private async revive(row: InvoiceRow, trx: Transaction): Promise<InvoiceRow> {
    if (row.cancel_requested_at) {
      await this.outbox.add("cancel", row.id, trx)
      return row
    }
    try {
      return await trx.transaction((nested) => this.ledger.update(row.id, { is_live: true }, nested))
    } catch (error) {
      if (!isUniqueViolation(error)) {
        throw error
      }
      await requestCancelIn(trx, this.ledger, this.outbox, row, "replaced")
      return row
    }
  }

  /** The status is known already, and how much was paid is news. */
  private async takePaid(row: InvoiceRow, paidCents: Cents, cause: Cause, details: Record<string, unknown>, trx: Transaction): Promise<InvoiceRow> {
    await this.ledger.addEvent(row.id, { kind: "paid_amount_learnt", cause, details: { ...details, paid_cents: paidCents, before_cents: row.paid_cents } }, trx)
    await this.outbox.add("settle", row.id, trx)
    return this.ledger.update(row.id, { paid_cents: paidCents, unconfirmed_since: cause === "notice" ? new Date() : unconfirmedSince(row, cause) }, trx)
  }

  private async raise(verdict: Verdict, invoice: InvoiceRow, seen: Seen, cause: Cause, trx: Transaction): Promise<ProblemRow | null> {
    const problem = problemOf(verdict, invoice, seen, cause)
    return problem && this.problems.store(problem, trx)
  }
}

/** A payment that the gateway pushed is still to be confirmed; what it says when it is asked, or to a call of ours, is. */
function unconfirmedSince(row: InvoiceRow, cause: Cause): Date | null {
  if (cause === "notice") {
    return row.paid_at === null ? new Date() : row.unconfirmed_since
  }
  return cause === "staff" ? row.unconfirmed_since : null
}

/** Ended without money, as far as the ledger knows. */
function isOver(status: InvoiceStatus): boolean {
  return isDefinitelyUnpaid(status) && !isOpen(status)
}

function isContradiction(verdict: Verdict): boolean {
  return verdict.kind === "apply_and_raise" && verdict.problem === "canceled_after_paid"
}

/** Problems about an invoice that end with what was just learnt. */
function endedBy(status: InvoiceStatus, told: InvoiceStatus, cause: Cause): ProblemKind[] {
  return [
    ...(status === "disputed" ? [] : (["dispute"] as const)),
    ...(status === "authorized" ? [] : (["authorized_not_captured"] as const)),
    // It moves; should it stay there for too long as well, that is raised anew.
    "payment_not_decided",
    ...(isOpen(status) ? [] : (["cancel_refused"] as const)),
    // What the e-mail was to tell is old news now.
    "email_not_delivered",
    ...(cause === "look_up" ? endedByLookUp(told) : (["unknown_status"] as const)),
  ]
}

/** What a fresh answer of the gateway ends, even when it is no news: it knows the status again, or means the payment. */
export function endedByLookUp(told: InvoiceStatus): ProblemKind[] {
  return [...(told === "unknown" ? [] : (["unknown_status"] as const)), ...(moneyArrived(told, true) ? (["canceled_after_paid"] as const) : [])]
}

function problemOf(verdict: Verdict, invoice: InvoiceRow, seen: Seen, cause: Cause): NewProblem | null {
  const about = { subject: invoice.id, invoiceId: invoice.id, orderId: invoice.order_id, accountId: invoice.account_id }
  if (verdict.kind === "unknown_status") {
    return { ...about, kind: "unknown_status", details: { cause } }
  }
  if (verdict.kind === "apply_and_raise" && verdict.problem !== DECIDED_WHEN_SETTLING) {
    return { ...about, kind: verdict.problem, details: { cause, status: seen.status, paid_cents: seen.paidCents } }
  }
  return null
}

function known(row: InvoiceRow): DomainSeen {
  return { status: row.status ?? "awaiting_payment", refundedCents: row.refunded_cents }
}

/**
 * How much was paid, where the ledger knows that it was paid and something else about the amount. A paid code can
 * be paid again, so the larger amount counts; a smaller one only when the gateway was asked and nothing has
 * followed from the larger one.
 */
function learntPaid(row: InvoiceRow, seen: Seen, cause: Cause): Cents | null {
  const told = believablePaid(seen.paidCents, row.amount_cents)
  if (row.paid_at === null || told === null || told === row.paid_cents || !moneyArrived(seen.status, true)) {
    return null
  }
  if (row.paid_cents === null) {
    return told
  }
  const untouched = row.captured_cents === 0 && returned(row) === 0 && row.kept_cents === 0
  return seen.status === "paid" && (told > row.paid_cents || (cause === "look_up" && untouched)) ? told : null
}

function unbelievable(row: InvoiceRow, seen: Seen): Record<string, unknown> {
  return moneyArrived(seen.status, true) && seen.paidCents !== null && believablePaid(seen.paidCents, row.amount_cents) === null ? { told_paid_cents: seen.paidCents } : {}
}

/** "Refunded" without an amount means all of it. */
function claimed(row: InvoiceRow, seen: Seen): DomainSeen {
  const all = seen.status === "refunded" && row.paid_at !== null ? row.paid_cents ?? row.amount_cents : 0
  return { status: seen.status, refundedCents: seen.refundedCents ?? all }
}

function columnsOf(row: InvoiceRow, seen: Seen): Partial<InvoiceRow> {
  const now = new Date()
  return {
    status: seen.status,
    // The one live invoice of a collection is the one that could still take money, or has taken it.
    is_live: row.is_live && !(isDefinitelyUnpaid(seen.status) && !["awaiting_payment", "overdue"].includes(seen.status)),
    ...moneyColumns(row, seen, now),
    ...(seen.status === "canceled" ? closedColumns(row, now) : {}),
    ...(isOver(known(row).status) && isOpen(seen.status) ? reopenedColumns(row, now) : {}),
    checks: 0,
  }
}

/** A refund on its way, a partial one and a dispute also say that the money came, when the news of that was lost. */
function moneyColumns(row: InvoiceRow, seen: Seen, now: Date): Partial<InvoiceRow> {
  const tellsOfPayment = seen.status === "paid" || (row.paid_at === null && moneyArrived(seen.status))
  return {
    refunded_cents: Math.max(row.refunded_cents, seen.refundedCents ?? 0),
    // An amount that can't be is none: what came in is then for staff to find out.
    paid_cents: tellsOfPayment ? believablePaid(seen.paidCents, row.amount_cents) ?? row.paid_cents : row.paid_cents,
    // Anew after it was undone: staff hear of one that stays uncaptured for a day from this one on.
    authorized_at: seen.status === "authorized" && row.status !== "authorized" ? now : row.authorized_at,
    paid_at: tellsOfPayment ? row.paid_at ?? seen.paidAt ?? now : row.paid_at,
    ...betterColumns(row, seen),
  }
}

/** The stamps of an end that did not hold: a later one has its own, and is watched for as long as the first. */
function reopenedColumns(row: InvoiceRow, now: Date): Partial<InvoiceRow> {
  return { canceled_at: null, watch_until: null, next_check_at: nextCheckAt({ method: row.method, checks: 0, cancel_at: row.cancel_at }, now) }
}

/** A code can be paid, and a card approved, while the invoice is being cancelled; such money must be seen. */
function closedColumns(row: InvoiceRow, now: Date): Partial<InvoiceRow> {
  const watchUntil = row.watch_until ?? POLICIES[row.method].watchUntil(now)
  return {
    canceled_at: row.canceled_at ?? now,
    watch_until: watchUntil,
    next_check_at: new Date(now.getTime() + HOUR),
  }
}

/** Marks that the invoice is to be cancelled; the outbox does it. Keeps the first reason given. */
export async function requestCancel(ledger: Ledger, outbox: Outbox, row: InvoiceRow, reason: CancelReason, actor?: string): Promise<void> {
  await ledger.locked(row.id, (fresh, trx) => requestCancelIn(trx, ledger, outbox, fresh, reason, actor))
}

/** The same in the transaction of who holds the row, so that it stands or falls with what made it necessary. */
export async function requestCancelIn(trx: Transaction, ledger: Ledger, outbox: Outbox, fresh: InvoiceRow, reason: CancelReason, actor?: string): Promise<void> {
  const isCanceled = fresh.canceled_at !== null && !(fresh.status && isOpen(fresh.status))
  if (isCanceled || ["refused", "not_sent"].includes(fresh.state)) {
    return
  }
  if (!fresh.cancel_requested_at) {
    await ledger.update(fresh.id, { cancel_requested_at: new Date(), cancel_reason: reason }, trx)
    await ledger.addEvent(fresh.id, { kind: "cancel_requested", cause: reason === "expired" ? "system" : "own_call", actor, details: { reason } }, trx)
  }
  await outbox.add("cancel", fresh.id, trx)
}
