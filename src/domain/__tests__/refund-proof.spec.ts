import { cents } from "../money"
import { provenRefundTotal, type RefundEvidence } from "../refund-proof"

const PAID = 10_580
const evidence = (given: Partial<RefundEvidence>): RefundEvidence => ({ status: "partially_refunded", total: null, possible: null, text: null, ...given })
const proven = (given: Partial<RefundEvidence>, { before = 0, asked = 100, paid = [PAID] } = {}) =>
  provenRefundTotal(evidence(given), { paid: paid.map(cents), refundedBefore: cents(before), asked: cents(asked) })

describe("what the answer to a refund of R$ 1,00 proves", () => {
  it.each([
    ["cents that make up what was paid", { total: 100, possible: 10_480 }, 100],
    ["reais that do", { total: 1, possible: 104.8 }, 100],
    ["a hundred reais, in cents", { total: 10_000, possible: 580 }, 10_000],
    ["a hundred reais, in reais", { total: 100, possible: 5.8 }, 10_000],
    ["an amount that is written out", { text: "R$ 1,00" }, 100],
    ["one with a space that does not break", { text: "R$\u00a01.234,50" }, 123_450],
    ["one with a point", { text: "1.00" }, 100],
    ["a hundred reais, written out", { total: 100, text: "R$ 100,00" }, 10_000],
    ["that all went back", { status: "refunded" as const }, PAID],
    ["all, in figures", { status: "refunded" as const, total: PAID, possible: 0 }, PAID],
  ])("%s", (_what, given, total) => {
    expect(proven(given)).toBe(total)
  })

  it.each([
    ["nothing", {}],
    ["a number without a unit", { total: 100 }],
    ["figures that don't make up what was paid", { total: 100, possible: 100 }],
    ["a text without places", { text: "100" }],
    ["a text that is no amount", { text: "cem reais" }],
    ["nothing returned", { total: 0, possible: PAID }],
    ["nothing returned, written out", { text: "R$ 0,00" }],
    ["still paid", { status: "paid" as const, text: "R$ 1,00" }],
    ["on its way", { status: "refund_pending" as const, total: 100, possible: 10_480 }],
    ["canceled", { status: "canceled" as const }],
    ["all, and an amount that is not all", { status: "refunded" as const, text: "R$ 1,00" }],
  ])("is nothing: %s", (_what, given) => {
    expect(proven(given)).toBeNull()
  })

  it("is the total, also after an earlier refund", () => {
    expect(proven({ total: 300, possible: 10_280 }, { before: 200 })).toBe(300)
    expect(proven({ text: "R$ 3,00" }, { before: 200 })).toBe(300)
  })

  it("is nothing after an earlier refund, where the amount may be of this one alone", () => {
    expect(proven({ text: "R$ 1,00" }, { before: 200 })).toBeNull()
  })

  it("counts what was paid with interest", () => {
    expect(proven({ total: 100, possible: 10_700 }, { paid: [10_800, PAID] })).toBe(100)
  })
})
