import { cents, type Cents } from "./money"
import type { InvoiceStatus } from "./invoice-status"

/** What an answer of the gateway says of what went back. No source tells the unit of its two numbers. */
export type RefundEvidence = {
  status: InvoiceStatus
  /** `refunds.total` and `refunds.possbile`, in cents or reais. */
  total: number | null
  possible: number | null
  /** `refunds.brl`, such as "R$ 100,00". */
  text: string | null
}

/** `paid`: what may have been paid, in cents (the amount due, and what the gateway told). */
export type RefundBooks = { paid: readonly Cents[]; refundedBefore: Cents; asked: Cents }

/**
 * How much of an invoice was returned in all, as far as the answer to a refund proves it; null when it does not.
 * A number alone proves nothing: 100 may be one real or a hundred. It does together with what is left, since both
 * make up what was paid in one unit only, and so does an amount that is written out. Whether the latter is the
 * total or this refund alone is unknown, so after an earlier refund it has to be the total that is expected.
 */
export function provenRefundTotal(evidence: RefundEvidence, books: RefundBooks): Cents | null {
  const { status, total, possible, text } = evidence
  if (status !== "partially_refunded" && status !== "refunded") {
    return null
  }
  const says = total !== null || possible !== null || text !== null
  if (status === "refunded" && !says) {
    return books.paid[0] ?? null
  }
  const proven = bySum(total, possible, books.paid) ?? byText(text, books)
  const isAll = proven !== null && books.paid.some((paid) => proven >= paid)
  return status === "refunded" && !isAll ? null : proven
}

function bySum(total: number | null, possible: number | null, paid: readonly Cents[]): Cents | null {
  if (total === null || possible === null || total <= 0 || possible < 0) {
    return null
  }
  const factor = [1, 100].find((unit) => paid.some((amount) => Math.round((total + possible) * unit) === amount))
  return factor === undefined ? null : wholeCents(total * factor)
}

/** Brazilian or with a point, but always with two places: without them the unit would be a guess. */
const WRITTEN_OUT = /^(?:R\$)?\s*(\d{1,3}(?:\.\d{3})+|\d+)[,.](\d{2})$/

function byText(text: string | null, { refundedBefore, asked }: RefundBooks): Cents | null {
  const [, reais, places] = WRITTEN_OUT.exec(text?.trim() ?? "") ?? []
  if (reais === undefined) {
    return null
  }
  const written = wholeCents(Number(`${reais.replaceAll(".", "")}${places}`))
  const isTotal = refundedBefore === 0 || written === refundedBefore + asked
  return written && isTotal ? written : null
}

function wholeCents(amount: number): Cents | null {
  const rounded = Math.round(amount)
  return Number.isSafeInteger(rounded) && Math.abs(rounded - amount) < 1e-6 ? cents(rounded) : null
}
