import { InvoiceStatus, isDefinitelyUnpaid, isOpen, moneyArrived } from "../../../domain/invoice-status"
import type { ProblemKind } from "../../../domain/problems"
import { Cause, Verdict, afterChange, judgeChange, Seen as DomainSeen } from "../../../domain/transitions"
import { POLICIES } from "../methods/policy"
import { type Transaction, tables } from "../database"
import type { Outbox } from "../outbox/outbox"
import type { NewProblem, ProblemRow, Problems } from "../problems/problems"
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
}

export type Change = { verdict: Verdict; invoice: InvoiceRow }

/** A change as it was committed, with the problem that was raised by it. */
type Committed = Change & { raised: ProblemRow | null }

/** Takes news about an invoice into the ledger, or finds that it is none. */
export class ChangeTaker {
  constructor(
    private readonly ledger: Ledger,
    private readonly outbox: Outbox,
    private readonly problems: Problems
  ) {}

  /** Whether the news would change anything, without taking it. */
  judge(row: InvoiceRow, seen: Seen, cause: Cause): Verdict {
    return judgeChange(known(row), claimed(row, seen), cause)
  }

  /**
   * Judges and applies in one transaction, with what follows from it (an outbox entry, a problem), so that
   * a killed process leaves either nothing or all of it.
   * @param ifVersion the row's version when the question was asked: an answer that was overtaken by
   *   another change is dropped
   * @param alongside what is to be committed with it, news or not
   */
  async take(id: string, seen: Seen, cause: Cause, details: Record<string, unknown> = {}, ifVersion?: number, alongside?: (trx: Transaction) => Promise<void>): Promise<Change> {
    const { raised, ...change } = await this.ledger.locked<Committed>(id, async (row, trx) => {
      await alongside?.(trx)
      const verdict = this.judge(row, seen, cause)
      const from = known(row).status
      const overtaken = ifVersion !== undefined && ifVersion !== row.version
      if (verdict.kind === "old_news" || overtaken) {
        return { verdict: { kind: "old_news" }, invoice: row, raised: null }
      }
      if (verdict.kind === "unknown_status") {
        await this.ledger.addEvent(id, { kind: "unknown_status", cause, from, details }, trx)
        // One look-up tells whether the gateway still says so; when to look is no change of the invoice.
        await trx(tables.invoice).where({ id }).whereNull("next_check_at").update({ next_check_at: new Date(Date.now() + HOUR) })
        return { verdict, invoice: row, raised: await this.raise({ verdict, invoice: row }, seen, cause, trx) }
      }
      const after = afterChange(known(row), claimed(row, seen), cause)
      const invoice = await this.ledger.update(id, {
        ...columnsOf(row, { ...seen, status: after.status, refundedCents: after.refundedCents, paidCents: seen.status === after.status ? seen.paidCents : null }),
        // A late notice can contradict a payment; one look-up tells whether the gateway means it.
        ...(cause === "notice" && isContradiction(verdict) && { next_check_at: new Date(Date.now() + HOUR) }),
      }, trx)
      await this.ledger.addEvent(id, { kind: "status_changed", cause, from, to: after.status, details: { ...details, told: seen.status } }, trx)
      await this.outbox.add("settle", id, trx)
      await this.problems.clear(endedBy(after.status, seen.status, cause), id, trx)
      return { verdict, invoice, raised: await this.raise({ verdict, invoice }, seen, cause, trx) }
    })
    if (raised) {
      await this.problems.tell(raised)
    }
    return change
  }

  private async raise(change: Change, seen: Seen, cause: Cause, trx: Transaction): Promise<ProblemRow | null> {
    const problem = problemOf(change, seen, cause)
    return problem && this.problems.store(problem, trx)
  }
}

function isContradiction(verdict: Verdict): boolean {
  return verdict.kind === "apply_and_raise" && verdict.problem === "canceled_after_paid"
}

/** Problems about an invoice that end with what was just learnt. */
function endedBy(status: InvoiceStatus, told: InvoiceStatus, cause: Cause): ProblemKind[] {
  return [
    ...(status === "disputed" ? [] : (["dispute"] as const)),
    ...(status === "authorized" ? [] : (["authorized_not_captured"] as const)),
    ...(isOpen(status) ? [] : (["cancel_refused"] as const)),
    ...(cause === "look_up" ? endedByLookUp(told) : (["unknown_status"] as const)),
  ]
}

/** What a fresh answer of the gateway ends, even when it is no news: it knows the status again, or means the payment. */
export function endedByLookUp(told: InvoiceStatus): ProblemKind[] {
  return [...(told === "unknown" ? [] : (["unknown_status"] as const)), ...(moneyArrived(told, true) ? (["canceled_after_paid"] as const) : [])]
}

function problemOf({ verdict, invoice }: Change, seen: Seen, cause: Cause): NewProblem | null {
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
    checks: 0,
  }
}

/** A refund on its way, a partial one and a dispute also say that the money came, when the news of that was lost. */
function moneyColumns(row: InvoiceRow, seen: Seen, now: Date): Partial<InvoiceRow> {
  const tellsOfPayment = seen.status === "paid" || (row.paid_at === null && moneyArrived(seen.status))
  return {
    refunded_cents: Math.max(row.refunded_cents, seen.refundedCents ?? 0),
    paid_cents: tellsOfPayment ? seen.paidCents ?? row.paid_cents ?? row.amount_cents : row.paid_cents,
    authorized_at: seen.status === "authorized" ? row.authorized_at ?? now : row.authorized_at,
    paid_at: tellsOfPayment ? row.paid_at ?? seen.paidAt ?? now : row.paid_at,
    fees_cents: seen.feesCents ?? row.fees_cents,
    net_cents: seen.netCents ?? row.net_cents,
    end_to_end_id: seen.endToEndId ?? row.end_to_end_id,
  }
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
  if (fresh.canceled_at || ["refused", "not_sent"].includes(fresh.state)) {
    return
  }
  if (!fresh.cancel_requested_at) {
    await ledger.update(fresh.id, { cancel_requested_at: new Date(), cancel_reason: reason }, trx)
    await ledger.addEvent(fresh.id, { kind: "cancel_requested", cause: reason === "expired" ? "system" : "own_call", actor, details: { reason } }, trx)
  }
  await outbox.add("cancel", fresh.id, trx)
}
