import type { InvoiceRow } from "../../modules/fatura/ledger/row"
import { whyNotCapture } from "../settling/why-not-capture"

const paid = { paid_at: new Date("2026-11-25T15:00:00Z"), amount_cents: 10_000, paid_cents: 10_000, captured_cents: 0, hold: null, accepted_at: null } as InvoiceRow
const waiting = { order: { id: "order_1", status: "pending" }, sessionExists: true }

describe("money that came, and what its order owes now", () => {
  it.each<[string, Partial<InvoiceRow>, number | null, string | null]>([
    ["as much as is due", {}, 10_000, null],
    ["more than is owed by now", {}, 7_000, null],
    ["for nothing that is owed", {}, 0, "overpaid"],
    ["for less than a cent", {}, 0.4, "overpaid"],
    ["for an order that was paid too much", {}, -3_290, "overpaid"],
    ["for a cart that has no order yet", {}, null, null],
    ["too little", { paid_cents: 1_000 }, 10_000, "paid_too_little"],
    ["too little, for nothing that is owed", { paid_cents: 1_000 }, 0, "overpaid"],
    ["nobody knows how much, for nothing that is owed", { paid_cents: null }, 0, "paid_amount_unknown"],
    ["of another amount than was due, for nothing that is owed", { hold: "amount_mismatch" }, 0, "amount_mismatch"],
    ["taken for enough, for nothing that is owed", { paid_cents: 1_000, accepted_at: new Date() }, 0, "overpaid"],
  ])("%s", (_what, given, owed, why) => {
    expect(whyNotCapture({ ...paid, ...given }, waiting, { isOtherCaptured: false, owed })).toBe(why)
  })

  it("of a cancelled order, or beside another payment, is told as that", () => {
    expect(whyNotCapture(paid, { ...waiting, order: { id: "order_1", status: "canceled" } }, { isOtherCaptured: false, owed: 0 })).toBe("paid_after_cancel")
    expect(whyNotCapture(paid, waiting, { isOtherCaptured: true, owed: 0 })).toBe("paid_twice")
  })
})
