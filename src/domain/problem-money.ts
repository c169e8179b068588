import { heldOfCapture, undecided, type InvoiceMoney } from "./invoice-money"
import { cents, type Cents } from "./money"
import { decidesOf, type Decides } from "./problem-facts"
import type { ProblemKind } from "./problems"

const OPEN: Record<Decides, (money: InvoiceMoney, askedInMedusa: number) => Cents> = {
  uncaptured: undecided,
  all: (money, asked) => (money.captured_cents > 0 ? heldOfCapture(money, asked) : undecided(money, asked)),
  none: () => cents(0),
}

/**
 * What staff still have to decide about a problem, in cents. A kind that only a newer version knows has nothing.
 * @param askedInMedusa what was returned because it was asked for through Medusa, in cents
 */
export function openMoney(kind: ProblemKind, money: InvoiceMoney, askedInMedusa: number): Cents {
  return OPEN[decidesOf(kind)](money, askedInMedusa)
}
