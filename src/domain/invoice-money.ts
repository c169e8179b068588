import { cents, isSameAmount, type Cents } from "./money"

/**
 * The columns of the ledger that hold an invoice's money, in cents.
 *
 * What came in (`paid_cents`) is captured in Medusa, returned, kept outside Medusa's books, or undecided: then
 * it stands on the Problems list. Each movement has a column of its own, so that one never hides another.
 */
export type InvoiceMoney = {
  /** What is due. */
  amount_cents: number
  paid_at: Date | null
  /** What came in, as the gateway says; null when it was not paid, or the gateway told no amount that can be. */
  paid_cents: number | null
  /** What Medusa has captured for this invoice. */
  captured_cents: number
  /** What the gateway itself has returned, in all. */
  refunded_cents: number
  /** What was returned outside the gateway, as staff recorded it. */
  external_refunded_cents: number
  /** What was decided to be kept outside Medusa's books. */
  kept_cents: number
}

/** More than this many times the amount due is not believed: reais that were told as cents are a hundred times as much. */
const BELIEVABLE_TIMES = 10

/**
 * The amount that the gateway says was paid, or null when it can't be: missing, nothing, negative, no number
 * of cents, or beyond any sense. Such an amount is asked for, and then raised; never taken for nothing or for all.
 */
export function believablePaid(told: number | null | undefined, dueCents: number): Cents | null {
  const can = typeof told === "number" && Number.isSafeInteger(told) && told > 0 && told <= dueCents * BELIEVABLE_TIMES
  return can ? cents(told) : null
}

/**
 * The refunded total that the gateway tells with a refund, or null when it says none: nothing returned is no
 * refund, so a 0 beside "partly refunded" or "refunded" is "not said", as is a negative amount.
 */
export function believableRefunded(told: number | null | undefined): Cents | null {
  return typeof told === "number" && Number.isSafeInteger(told) && told > 0 ? cents(told) : null
}

/** The money came, and the gateway told no amount that can be. */
export function isPaidAmountUnknown(money: InvoiceMoney): boolean {
  return money.paid_at !== null && money.paid_cents === null
}

/**
 * What came in. While its amount is unknown the amount due stands for it: the bound of what staff can
 * decide about it, on which nothing is captured.
 */
export function cameIn(money: InvoiceMoney): Cents {
  return cents(money.paid_at === null ? 0 : Math.max(money.paid_cents ?? money.amount_cents, money.captured_cents))
}

/** What went back, at the gateway and outside of it. */
export function returned(money: InvoiceMoney): Cents {
  return cents(money.refunded_cents + money.external_refunded_cents)
}

/** What went back beyond what came in; nothing is known of it while no believable payment was told. */
export function returnedTooMuch(money: InvoiceMoney): Cents {
  return cents(money.paid_at === null || money.paid_cents === null ? 0 : Math.max(0, returned(money) - cameIn(money)))
}

/** What came in and did not go back. */
export function held(money: InvoiceMoney): Cents {
  return cents(Math.max(0, cameIn(money) - returned(money)))
}

/**
 * What a boleto that is paid late costs more, at most: the fine of 2 % and the interest of 1 % a month that a
 * shop may ask of a consumer (Lei 8.078/1990 art. 52 § 1, Lei 5.172/1966 art. 161 § 1).
 * @param daysLate days after the last day on which it could be paid in time
 */
export function lateCharges(dueCents: number, daysLate: number): Cents {
  return cents(daysLate > 0 ? Math.ceil(dueCents * (0.02 + (0.01 * daysLate) / 30)) : 0)
}

/** What Medusa may capture at most: what is due, and never more than came in. */
export function capturable(money: InvoiceMoney): Cents {
  return cents(Math.min(cameIn(money), money.amount_cents))
}

/**
 * What Medusa captures: what it may, and never more than the order owes now. A code can be paid although its order
 * was changed meanwhile; what comes beyond is undecided.
 * @param owed what the order owes, in cents with the fractions that a percentage off leaves; null while there is no order
 */
export function capturedOf(money: InvoiceMoney, owed: number | null): Cents {
  const most = capturable(money)
  if (owed === null || owed >= most || isSameAmount(owed, most)) {
    return most
  }
  return cents(owesNothing(owed) ? 0 : Math.round(owed))
}

/** @param owed in cents, with fractions: less than a cent can't be paid */
export function owesNothing(owed: number): boolean {
  return owed <= 0 || isSameAmount(owed, 0)
}

/**
 * What of the returns concerns captured money, so that Medusa's books must show it. A refund that was asked for
 * through Medusa's own button is always of the capture. All other returns (in the gateway's panel, by a decision
 * about a problem, outside the gateway) go first against money that Medusa never captured: the overpaid part,
 * a second payment.
 * @param askedInMedusa what was returned because it was asked for through Medusa, in cents
 */
export function returnedOfCapture(money: InvoiceMoney, askedInMedusa: number): Cents {
  const others = Math.max(0, returned(money) - askedInMedusa - uncaptured(money))
  return cents(Math.min(money.captured_cents, askedInMedusa + others))
}

/** What is captured and not refunded. */
export function heldOfCapture(money: InvoiceMoney, askedInMedusa: number): Cents {
  return cents(money.captured_cents - returnedOfCapture(money, askedInMedusa))
}

/**
 * What came in and is neither captured, nor returned, nor kept: staff have to decide about it.
 * @param askedInMedusa what was returned because it was asked for through Medusa, in cents
 */
export function undecided(money: InvoiceMoney, askedInMedusa: number): Cents {
  return cents(Math.max(0, heldBesideCapture(money, askedInMedusa) - money.kept_cents))
}

/** What is still there of the money that was decided to be kept: it can be returned later, as in the gateway's panel. */
export function kept(money: InvoiceMoney, askedInMedusa: number): Cents {
  return cents(Math.min(money.kept_cents, heldBesideCapture(money, askedInMedusa)))
}

function heldBesideCapture(money: InvoiceMoney, askedInMedusa: number): number {
  const returnedOfIt = Math.max(0, returned(money) - returnedOfCapture(money, askedInMedusa))
  return Math.max(0, uncaptured(money) - returnedOfIt)
}

/**
 * Money came and went, or is kept, and Medusa captured none of it: the order is as unpaid as before.
 * @param isRefunded the gateway says that all is refunded, even when it never said that it was paid
 */
export function endedUncaptured(money: InvoiceMoney, isRefunded: boolean): boolean {
  if (money.captured_cents > 0) {
    return false
  }
  return money.paid_at === null ? isRefunded : undecided(money, 0) === 0
}

function uncaptured(money: InvoiceMoney): number {
  return Math.max(0, cameIn(money) - money.captured_cents)
}
