import { cents } from "../../../domain/money"
import type { InvoiceRow } from "../ledger/row"
import { capturedWith, refuseCaptureOfMore } from "../sessions/refuse-capture"

/** R$ 100,00 that came for R$ 100,00, and stand in no book of Medusa yet. */
const paid = { status: "paid", paid_at: new Date(), amount_cents: 10_000, paid_cents: 10_000, captured_cents: 0, hold: null, accepted_at: null } as InvoiceRow

describe("a capture by Medusa's own button", () => {
  it.each<[string, Partial<InvoiceRow>, number | null]>([
    ["what came", {}, 10_000],
    ["what came, of an amount that Medusa does not tell", {}, null],
    ["a part of it", {}, 4_000],
    ["what staff took for enough", { paid_cents: 1_000, accepted_at: new Date() }, 1_000],
    ["what is due, of more that came", { paid_cents: 13_000 }, 10_000],
    ["what is noted as captured", { captured_cents: 7_000 }, 7_000],
  ])("of %s is made", (_what, given, captured) => {
    expect(() => refuseCaptureOfMore({ ...paid, ...given }, captured === null ? null : cents(captured))).not.toThrow()
  })

  it.each<[string, Partial<InvoiceRow>, number | null, string]>([
    ["too little", { paid_cents: 1_000 }, 10_000, "capture_undecided"],
    ["too little, though no more is captured", { paid_cents: 1_000 }, 1_000, "capture_undecided"],
    ["too little, of an amount that Medusa does not tell", { paid_cents: 1_000 }, null, "capture_undecided"],
    ["nobody knows how much", { paid_cents: null }, 10_000, "capture_undecided"],
    ["another amount than was due", { hold: "amount_mismatch" }, 10_000, "capture_undecided"],
    ["less than the whole, which staff took for enough", { paid_cents: 1_000, accepted_at: new Date() }, 10_000, "capture_too_much"],
    ["more than the ledger has as captured", { captured_cents: 7_000 }, 10_000, "capture_too_much"],
  ])("where what came is %s is refused", (_what, given, captured, key) => {
    expect(() => refuseCaptureOfMore({ ...paid, ...given }, captured === null ? null : cents(captured))).toThrow(expect.objectContaining({ key }))
  })

  it("counts with what was captured before, fractions of a cent included", async () => {
    const payments = { listCaptures: async () => [{ payment: { captures: [{ amount: "33.333" }, { amount: "66.665" }] } }] }
    expect(await capturedWith(payments as never, "capt_2")).toBe(10_000)
    expect(await capturedWith({ listCaptures: async () => [] } as never, "capt_3")).toBeNull()
    expect(await capturedWith(undefined as never, undefined)).toBeNull()
  })
})
