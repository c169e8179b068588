import type { Assumptions } from "./assumptions"
import { codesOf } from "./issue"
import { nextDay } from "./sao-paulo"
import { payableCents, setStatus } from "./transitions"
import type { SandboxInvoice } from "./types"

/** Two percent, once. */
const interestOf = (invoice: SandboxInvoice): number => Math.round(invoice.dueCents / 50)

type Change = (invoice: SandboxInvoice) => void

const CHANGES: Record<Assumptions["due_date_answer"], Change> = {
  as_asked: () => undefined,
  scheduled: () => undefined,
  later_day: (invoice) => {
    invoice.dueOn = nextDay(invoice.dueOn)
  },
  interest: (invoice) => {
    invoice.interestCents = interestOf(invoice)
  },
  other_amount: (invoice) => {
    invoice.dueCents += 100
    invoice.itemsCents += 100
  },
}

/**
 * Gives an open invoice a new due date, with new codes. What else comes with it no source tells, so it is a switch.
 * @returns whether its status changed: what was overdue waits again
 */
export const setDueDate = (invoice: SandboxInvoice, dueOn: string, assumptions: Assumptions, now: Date): boolean => {
  const before = invoice.status.code
  invoice.dueOn = dueOn
  CHANGES[assumptions.due_date_answer](invoice)
  Object.assign(invoice, codesOf(invoice, payableCents(invoice), assumptions))
  const isOpen = [1, 3, 15].includes(before as number)
  const after = !isOpen ? before : assumptions.due_date_answer === "scheduled" ? 3 : 1
  if (after !== before) {
    setStatus(invoice, after, now)
  }
  return after !== before
}
