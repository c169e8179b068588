import fc from "fast-check"
import { believablePaid, believableRefunded, cameIn, capturable, capturedOf, endedUncaptured, held, heldOfCapture, isPaidAmountUnknown, kept, lateCharges, returned, returnedOfCapture, returnedTooMuch, undecided, type InvoiceMoney } from "../invoice-money"

const PAID_AT = new Date("2026-11-28T12:00:00Z")

function money(given: Partial<InvoiceMoney> = {}): InvoiceMoney {
  return { amount_cents: 10_000, paid_at: PAID_AT, paid_cents: 10_000, captured_cents: 0, refunded_cents: 0, external_refunded_cents: 0, kept_cents: 0, ...given }
}

describe("the money of an invoice", () => {
  test.each([
    ["not paid", { paid_at: null, paid_cents: null }, 0, 0, 0],
    ["paid, not captured", {}, 10_000, 0, 10_000],
    ["captured", { captured_cents: 10_000 }, 10_000, 10_000, 0],
    ["captured, a part refunded in the panel", { captured_cents: 10_000, refunded_cents: 3_000 }, 7_000, 7_000, 0],
    ["overpaid", { paid_cents: 14_000, captured_cents: 10_000 }, 14_000, 10_000, 4_000],
    ["overpaid, a part of the excess returned", { paid_cents: 14_000, captured_cents: 10_000, refunded_cents: 1_500 }, 12_500, 10_000, 2_500],
    ["overpaid, more than the excess returned", { paid_cents: 14_000, captured_cents: 10_000, refunded_cents: 3_000, external_refunded_cents: 3_000 }, 8_000, 8_000, 0],
    ["overpaid, the excess kept", { paid_cents: 14_000, captured_cents: 10_000, kept_cents: 4_000 }, 14_000, 10_000, 0],
    ["too little, a part returned", { paid_cents: 1_000, refunded_cents: 400 }, 600, 0, 600],
    ["too little, taken for enough", { paid_cents: 1_000, captured_cents: 1_000 }, 1_000, 1_000, 0],
    ["a second payment, returned outside", { external_refunded_cents: 10_000 }, 0, 0, 0],
    ["paid, the amount not told", { paid_cents: null }, 10_000, 0, 10_000],
    ["returned without ever having been paid", { paid_at: null, paid_cents: null, refunded_cents: 10_000 }, 0, 0, 0],
  ])("%s: %#", (_name, given, heldCents, ofCapture, open) => {
    const its = money(given)
    expect([held(its), heldOfCapture(its, 0), undecided(its, 0)]).toEqual([heldCents, ofCapture, open])
  })

  test.each([
    ["all recorded as returned elsewhere", { external_refunded_cents: 10_000 }, 0],
    ["the same, and returned by the gateway", { external_refunded_cents: 10_000, refunded_cents: 10_000 }, 10_000],
    ["parts that meet", { external_refunded_cents: 6_000, refunded_cents: 4_001 }, 1],
    ["an amount that was never told", { paid_cents: null, external_refunded_cents: 6_000, refunded_cents: 10_000 }, 0],
    ["never paid", { paid_at: null, paid_cents: null, refunded_cents: 10_000 }, 0],
  ])("went back too often: %s", (_name, given, excess) => {
    expect(returnedTooMuch(money(given))).toBe(excess)
  })

  it("takes a refund that was asked for in Medusa from the capture, though there is an excess", () => {
    const its = money({ paid_cents: 14_000, captured_cents: 10_000, refunded_cents: 3_000 })
    expect([heldOfCapture(its, 3_000), undecided(its, 3_000)]).toEqual([7_000, 4_000])
  })

  test.each([
    [1_000, 1_000],
    [10_000, 10_000],
    [14_000, 10_000],
  ])("of %d cents that came in for 10000, at most %d are captured", (paid, most) => {
    expect(capturable(money({ paid_cents: paid }))).toBe(most)
  })

  test.each([
    ["all of it, while there is no order", 10_000, null, 10_000],
    ["all of it", 10_000, 10_000, 10_000],
    ["what is due, though more is owed", 10_000, 15_000, 10_000],
    ["what came in, though more is owed", 1_000, 10_000, 1_000],
    ["what is owed after a credit", 10_000, 7_000, 7_000],
    ["what is owed, of too little for what was due", 1_000, 700, 700],
    ["all of it, though a percentage off left a fraction of a cent", 10_000, 9_999.5, 10_000],
    ["what is owed, rounded to cents", 10_000, 6_999.5, 7_000],
    ["nothing, of an order that owes nothing", 10_000, 0, 0],
    ["nothing, of an order that owes less than a cent", 10_000, 0.5, 0],
    ["nothing, of an order that was paid too much", 10_000, -3_290, 0],
  ])("captures %s", (_what, paid, owed, captured) => {
    expect(capturedOf(money({ paid_cents: paid }), owed)).toBe(captured)
  })

  test.each([
    [1, 1],
    [10_000, 10_000],
    [100_000, 100_000],
    [100_001, null],
    [1_000_000, null],
    [0, null],
    [-10_000, null],
    [null, null],
    [undefined, null],
    [Number.NaN, null],
    [99.5, null],
  ])("%p told as paid for 10000 is believed as %p", (told, believed) => {
    expect(believablePaid(told, 10_000)).toBe(believed)
  })

  test.each([
    [500, 500],
    [0, null],
    [-500, null],
    [null, null],
    [1.5, null],
  ])("%p told as refunded is taken for %p", (told, believed) => {
    expect(believableRefunded(told)).toBe(believed)
  })

  test.each([
    ["waits for its money", { paid_at: null, paid_cents: null }, false, false],
    ["was never paid, and is refunded", { paid_at: null, paid_cents: null }, true, true],
    ["too little, not decided", { paid_cents: 1_000 }, false, false],
    ["too little, partly returned", { paid_cents: 1_000, refunded_cents: 999 }, false, false],
    ["too little, returned", { paid_cents: 1_000, refunded_cents: 400, external_refunded_cents: 600 }, false, true],
    ["too little, kept", { paid_cents: 1_000, kept_cents: 1_000 }, false, true],
    ["captured and refunded", { captured_cents: 10_000, refunded_cents: 10_000 }, true, false],
  ])("leaves the order unpaid: %s", (_name, given, isRefunded, ended) => {
    expect(endedUncaptured(money(given), isRefunded)).toBe(ended)
  })

  test.each([
    [0, 0],
    [1, 204],
    [30, 300],
    [60, 400],
  ])("%d days late, a boleto of 10000 may cost %d more", (days, more) => {
    expect(lateCharges(10_000, days)).toBe(more)
  })

  it("knows no amount when none that can be was told", () => {
    expect(isPaidAmountUnknown(money({ paid_cents: null }))).toBe(true)
    expect(isPaidAmountUnknown(money())).toBe(false)
    expect(isPaidAmountUnknown(money({ paid_at: null, paid_cents: null }))).toBe(false)
  })
})

/** An invoice's money after any possible decisions, with what was asked for through Medusa of its returns. */
const anyMoney = fc
  .record({ due: fc.integer({ min: 1, max: 500 }), paid: fc.integer({ min: 1, max: 900 }), captures: fc.boolean(), shares: fc.array(fc.nat(300), { minLength: 5, maxLength: 5 }) })
  .map(({ due, paid, captures, shares }) => {
    const captured_cents = captures ? Math.min(due, paid) : 0
    const asked = Math.min(shares[0]!, captured_cents)
    const refunded_cents = Math.min(paid, asked + shares[1]!)
    const external_refunded_cents = Math.min(shares[2]!, paid - refunded_cents)
    const its = money({ amount_cents: due, paid_cents: paid, captured_cents, refunded_cents, external_refunded_cents })
    const keeping = { ...its, kept_cents: Math.min(shares[3]!, undecided(its, asked)) }
    // Money that was kept can be returned later.
    return { asked, its: { ...keeping, refunded_cents: refunded_cents + Math.min(shares[4]!, held(keeping)) } }
  })

describe("whatever was decided", () => {
  test("every cent that came in is captured, returned, kept or undecided, and only one of them", () => {
    fc.assert(fc.property(anyMoney, ({ its, asked }) => {
      expect(heldOfCapture(its, asked) + returned(its) + kept(its, asked) + undecided(its, asked)).toBe(cameIn(its))
    }))
  })

  test("nothing is negative, and no more is returned of the capture than was captured", () => {
    fc.assert(fc.property(anyMoney, ({ its, asked }) => {
      for (const amount of [held(its), undecided(its, asked), returnedOfCapture(its, asked), heldOfCapture(its, asked)]) {
        expect(amount).toBeGreaterThanOrEqual(0)
      }
      expect(returnedOfCapture(its, asked)).toBeLessThanOrEqual(its.captured_cents)
    }))
  })

  test("a decision about undecided money changes that alone", () => {
    fc.assert(fc.property(anyMoney, fc.nat(300), fc.constantFrom("refunded_cents", "external_refunded_cents", "kept_cents"), ({ its, asked }, wanted, column) => {
      const amount = Math.min(wanted, undecided(its, asked))
      const after = { ...its, [column]: its[column] + amount }
      // What is kept was never captured either, so that a return can be of it.
      fc.pre(its.kept_cents === 0 || column === "kept_cents")
      expect(undecided(after, asked)).toBe(undecided(its, asked) - amount)
      expect(heldOfCapture(after, asked)).toBe(heldOfCapture(its, asked))
    }))
  })

  test("a refund through Medusa changes what is held of the capture alone", () => {
    fc.assert(fc.property(anyMoney, fc.nat(300), ({ its, asked }, wanted) => {
      const amount = Math.min(wanted, heldOfCapture(its, asked))
      const after = { ...its, refunded_cents: its.refunded_cents + amount }
      expect(heldOfCapture(after, asked + amount)).toBe(heldOfCapture(its, asked) - amount)
      expect(undecided(after, asked + amount)).toBe(undecided(its, asked))
    }))
  })

  test("a refund in the panel touches the capture only when nothing else is left", () => {
    fc.assert(fc.property(anyMoney, fc.nat(300), ({ its, asked }, amount) => {
      const after = { ...its, refunded_cents: its.refunded_cents + Math.min(amount, held(its)) }
      if (heldOfCapture(after, asked) < heldOfCapture(its, asked)) {
        expect(undecided(after, asked)).toBe(0)
      }
    }))
  })
})
