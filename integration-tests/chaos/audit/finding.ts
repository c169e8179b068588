import type { Case } from "./ledger-of-books"

export const RULES = [
  "lost", "double_capture", "double_charge", "double_refund", "cents", "captured_on_canceled", "payable_left", "reservation_left",
  "ledger_differs", "orphan", "order_twice", "not_finished",
] as const

export type Rule = (typeof RULES)[number]

/** What each rule looks for, for the table. */
export const RULE_WORDS: Record<Rule, string> = {
  lost: "money at the gateway that is neither captured once nor on the Problems list",
  double_capture: "captured or booked more than once",
  double_charge: "paid twice without a problem, or a card charged twice",
  double_refund: "more given back than anybody asked for",
  cents: "Medusa and the gateway differ in what was paid or given back",
  captured_on_canceled: "money kept for a cancelled order without a problem",
  payable_left: "a code that can be paid although nobody should",
  reservation_left: "stock held for a cancelled order",
  ledger_differs: "the ledger says something else than the gateway",
  orphan: "an invoice that the ledger does not know",
  order_twice: "two orders from one cart",
  not_finished: "work that did not come to an end",
}

export type Finding = {
  rule: Rule
  words: string
  invoiceId: string | null
  orderId: string | null
}

export function finding(rule: Rule, words: string, about: Partial<Pick<Case, "invoice" | "order">> = {}): Finding {
  return { rule, words, invoiceId: about.invoice?.id ?? null, orderId: about.order?.id ?? null }
}
