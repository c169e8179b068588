import { finding, type Finding } from "./finding"
import type { Bookshelf, Case } from "./ledger-of-books"
import { STATUS_WORDS } from "./status-words"

/** The problems that say "here is money that is not captured"; each names its invoice. */
export const MONEY_PROBLEMS = ["paid_after_cancel", "paid_twice", "paid_too_little", "amount_mismatch", "late_notice_of_old_session", "canceled_after_paid", "payment_unconfirmed", "overpaid", "paid_amount_unknown", "answer_not_kept", "paid_without_order"]

const isReturned = ({ invoice }: Case): boolean => invoice.paidCents > 0 && invoice.refundedCents >= invoice.paidCents
const isPaid = ({ invoice }: Case): boolean => invoice.paidCents > 0

export function lostMoney(shelf: Bookshelf): Finding[] {
  return shelf.cases
    .filter((one) => isPaid(one) && !isReturned(one) && !one.payment && !shelf.isRaised(one, MONEY_PROBLEMS))
    .map((one) => finding("lost", `${one.invoice.paidCents} cents were paid by ${one.invoice.kind}; no capture, no problem (order ${one.order?.status ?? "none"})`, one))
}

export function orphans(shelf: Bookshelf): Finding[] {
  return shelf.cases.filter(({ row }) => row === null).map((one) => finding("orphan", `no row has its id or its reference ${one.invoice.reference}`, one))
}

/** Which of them came first says nothing more about an invoice that no money can come for: a bank can refuse a card after its cancel. */
const ENDED_UNPAID = ["canceled", "denied", "failed"]

function isSameEnd(here: string | null, there: string | undefined): boolean {
  return here === there || (here !== null && there !== undefined && ENDED_UNPAID.includes(here) && ENDED_UNPAID.includes(there))
}

export function ledgerDiffers(shelf: Bookshelf): Finding[] {
  return shelf.cases.flatMap((one) => {
    const { invoice, row } = one
    if (!row) return []
    const differences = [
      row.state === "issued" ? null : `its attempt is "${row.state}"`,
      isSameEnd(row.status, STATUS_WORDS[Number(invoice.code)]) ? null : `status ${row.status}, at the gateway ${String(invoice.code)} ${STATUS_WORDS[Number(invoice.code)] ?? ""}`,
      invoice.paidCents === 0 || row.paid_cents === invoice.paidCents ? null : `paid ${row.paid_cents}, at the gateway ${invoice.paidCents}`,
      row.refunded_cents === invoice.refundedCents ? null : `refunded ${row.refunded_cents}, at the gateway ${invoice.refundedCents}`,
    ].filter((words) => words !== null)
    return differences.length ? [finding("ledger_differs", differences.join("; "), one)] : []
  })
}

/** Of a purchase at most one invoice may be payable, none once it is paid or its order is cancelled, and the ledger must hold it. */
export function payableLeft(shelf: Bookshelf): Finding[] {
  return [...shelf.casesByCollection().values()].flatMap((cases) => {
    const payable = cases.filter(({ invoice }) => invoice.payable)
    return payable.flatMap((one) => {
      const why = [
        one.order?.status === "canceled" ? "its order is cancelled" : null,
        one.order === null ? "it has no order" : null,
        payable.length > 1 ? `${payable.length} codes of one purchase can be paid` : null,
        cases.some((other) => other !== one && other.payment) ? "the purchase is paid by another invoice" : null,
        one.row?.is_live ? null : "the ledger holds it for ended",
      ].filter((words) => words !== null)
      return why.length ? [finding("payable_left", `${one.invoice.kind} with code ${String(one.invoice.code)}: ${why.join("; ")}`, one)] : []
    })
  })
}

export function doubleCharges(shelf: Bookshelf): Finding[] {
  return [...shelf.casesByCollection().values()].flatMap((cases) => {
    const paid = cases.filter(isPaid)
    const cards = paid.filter(({ invoice }) => invoice.kind === "card")
    const kept = paid.filter((one) => !isReturned(one))
    const untold = kept.filter((one) => !shelf.isRaised(one, MONEY_PROBLEMS))
    return [
      ...(cards.length > 1 ? [finding("double_charge", `${cards.length} cards were charged for one purchase: ${cards.map(({ invoice }) => invoice.id).join(", ")}`, cards[0])] : []),
      ...(kept.length > 1 && untold.length > 1 ? [finding("double_charge", `${kept.length} invoices of one purchase are paid: ${kept.map(({ invoice }) => invoice.id).join(", ")}`, untold[1])] : []),
    ]
  })
}
