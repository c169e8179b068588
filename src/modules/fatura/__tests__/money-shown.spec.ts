import { paymentStatus } from "../../../providers/fatura/payment-status"
import type { InvoiceRow } from "../ledger/row"
import { sessionView, viewStatus } from "../view/session-view"
import { problemForStaff } from "../view/staff-view"

const NOW = new Date("2026-11-28T12:00:00Z")

function paid(given: Partial<InvoiceRow>): InvoiceRow {
  return {
    id: "finv_1", state: "issued", status: "paid", is_live: true, method: "boleto", amount_cents: 12_330, paid_at: NOW, paid_cents: 12_330, captured_cents: 0,
    refunded_cents: 0, external_refunded_cents: 0, kept_cents: 0, hold: null, accepted_at: null, cancel_reason: null, cancel_requested_at: null, instructions: null, payer_name: "Joana Prado", ...given,
  } as InvoiceRow
}

describe("what the shopper sees of the money, and Medusa is told", () => {
  it.each([
    ["enough", {}, "paid", "captured"],
    ["too little", { paid_cents: 1_000 }, "unknown", "pending_authorization"],
    ["a cent too little", { paid_cents: 12_329 }, "unknown", "pending_authorization"],
    ["no amount that can be", { paid_cents: null }, "unknown", "pending_authorization"],
    ["another amount than was asked for", { hold: "amount_mismatch" }, "unknown", "pending_authorization"],
    // Told "captured", Medusa would capture the session's whole amount.
    ["too little, taken for enough", { paid_cents: 1_000, accepted_at: NOW }, "paid", "authorized"],
    ["the same, captured", { paid_cents: 1_000, accepted_at: NOW, captured_cents: 1_000 }, "paid", "authorized"],
    ["too little, a part of it returned", { status: "partially_refunded", paid_cents: 1_000, refunded_cents: 400 }, "unknown", "pending_authorization"],
    ["too little, all of it returned", { status: "refunded", paid_cents: 1_000, refunded_cents: 1_000 }, "refunded", "pending_authorization"],
    ["too little, returned elsewhere", { status: "refunded", paid_cents: 1_000, external_refunded_cents: 1_000 }, "refunded", "pending_authorization"],
    ["too little, kept", { paid_cents: 1_000, kept_cents: 1_000 }, "unknown", "pending_authorization"],
    ["captured, partly refunded", { status: "partially_refunded", captured_cents: 12_330, refunded_cents: 30 }, "partially_refunded", "captured"],
    ["captured, all refunded in two ways", { status: "partially_refunded", captured_cents: 12_330, refunded_cents: 330, external_refunded_cents: 12_000 }, "refunded", "captured"],
  ] as const)("%s", (_what, given, shown, told) => {
    expect([viewStatus(paid(given as never), NOW), paymentStatus(paid(given as never))]).toEqual([shown, told])
  })

  it("leads to another code once the money is back", async () => {
    const input = { sessionId: "payses_1", method: "boleto" as const, amountCents: 12_330, currency: "brl", orderId: "order_1", profile: null, renewals: [], now: NOW }
    const returned = paid({ status: "refunded", paid_cents: 1_000, refunded_cents: 1_000 })
    expect(await sessionView({ ...input, row: returned, canRenew: true })).toMatchObject({ status: "refunded", next_step: "retry", can_renew: true })
    expect(await sessionView({ ...input, row: paid({ paid_cents: 1_000 }), canRenew: false })).toMatchObject({ status: "unknown", next_step: "contact" })
  })
})

describe("what staff see of a problem's money", () => {
  const problem = { id: "fprb_1", kind: "paid_too_little", details: null, seen_count: 1 } as never
  const shown = (kind: string, given: Partial<InvoiceRow>, askedInMedusa = 0) => {
    const { due_amount, paid_amount, returned_amount, undecided_amount, accept_amount, payer_name } = problemForStaff({ ...(problem as object), kind } as never, "en", { invoice: paid(given), askedInMedusa, isReturning: false })
    return { due_amount, paid_amount, returned_amount, undecided_amount, accept_amount, payer_name }
  }

  it.each([
    ["paid_too_little", { paid_cents: 5_000 }, 123.3, 50, 0, 50, 50],
    ["paid_after_cancel", { refunded_cents: 1_000, external_refunded_cents: 330 }, 123.3, 123.3, 13.3, 110, 123.3],
    ["paid_after_cancel", { captured_cents: 12_330, refunded_cents: 1_000 }, 123.3, 123.3, 10, 113.3, null],
    ["overpaid", { paid_cents: 14_330, captured_cents: 12_330, refunded_cents: 500 }, 123.3, 143.3, 5, 15, null],
    ["paid_amount_unknown", { paid_cents: null }, 123.3, null, 0, 123.3, 123.3],
    ["dispute", { captured_cents: 12_330 }, 123.3, 123.3, 0, 0, null],
  ] as const)("%s", (kind, given, due, paidAmount, returned, undecided, accept) => {
    expect(shown(kind, given)).toEqual({ due_amount: due, paid_amount: paidAmount, returned_amount: returned, undecided_amount: undecided, accept_amount: accept, payer_name: "Joana Prado" })
  })

  it.each<[string, Partial<InvoiceRow>, string[], string[]]>([
    ["paid_too_little", { paid_cents: 5_000 }, ["refund", "accept", "record_external_refund", "dismiss"], ["refund", "record_external_refund", "dismiss"]],
    ["overpaid", { paid_cents: 14_330, captured_cents: 12_330 }, ["refund", "record_external_refund", "dismiss"], ["refund", "record_external_refund", "dismiss"]],
    // It stays in Medusa's books, whole.
    ["refund_failed_on_cancel", { captured_cents: 12_330 }, ["refund", "record_external_refund", "dismiss"], ["refund", "record_external_refund"]],
    ["refund_amount_unknown", { captured_cents: 12_330 }, ["record_external_refund", "dismiss"], ["record_external_refund"]],
    ["dispute_lost", { captured_cents: 12_330 }, ["dismiss"], []],
  ])("of %s are taken for a part of it: the decisions that the server says", (kind, given, actions, parts) => {
    const money = { invoice: paid(given), askedInMedusa: 0, isReturning: false }
    expect(problemForStaff({ ...(problem as object), kind } as never, "en", money)).toMatchObject({ actions, actions_with_amount: parts })
  })

  it.each([
    ["paid_too_little", []],
    ["refund_failed_on_cancel", []],
    ["refund_outcome_unknown", ["dismiss"]],
    ["refund_not_finished", ["dismiss"]],
    ["refund_amount_unknown", ["record_external_refund", "dismiss"]],
  ])("of %s is nobody's to decide while it may be going back", (kind, actions) => {
    expect(problemForStaff({ ...(problem as object), kind } as never, "en", { invoice: paid({}), askedInMedusa: 0, isReturning: true }).actions).toEqual(actions)
  })

  it("holds no amounts where it is about no invoice", () => {
    expect(problemForStaff(problem, "en", null)).toMatchObject({ due_amount: null, paid_amount: null, undecided_amount: null, accept_amount: null, payer_name: null })
  })
})
