import fc from "fast-check"
import { INVOICE_STATUSES, moneyArrived } from "../invoice-status"
import { cents } from "../money"
import { refundToBook } from "../settlement"
import { afterChange, type Seen } from "../transitions"

describe("what is booked as a refund", () => {
  test.each([
    ["nothing when the books agree", 3_000, 10_000, 3_000, 0],
    ["the difference", 4_500, 10_000, 3_000, 1_500],
    ["nothing when the books hold more", 1_000, 10_000, 3_000, 0],
    ["no more than was captured", 12_000, 10_000, 3_000, 7_000],
    ["nothing of a payment that was not captured", 5_000, 0, 0, 0],
  ])("%s", (_name, returned, captured, refunded, expected) => {
    expect(refundToBook({ returned: cents(returned), captured: cents(captured), refunded: cents(refunded) })).toBe(expected)
  })
})

test("over any notices, doubled and out of order, no more is captured than was paid, and no more refunded than was captured", () => {
  const claims = fc.record({ status: fc.constantFrom(...INVOICE_STATUSES), refundedCents: fc.nat(200) })
  fc.assert(
    fc.property(fc.array(claims, { maxLength: 30 }), fc.nat(150), fc.integer({ min: 1, max: 100 }), (notices, paid, due) => {
      let state: Seen = { status: "awaiting_payment", refundedCents: 0 }
      let paidBefore = false
      let [captured, refunded] = [cents(0), cents(0)]
      for (const notice of notices.flatMap((claim) => [claim, claim])) {
        state = afterChange(state, notice, "notice")
        paidBefore ||= moneyArrived(state.status)
        if (captured === 0 && moneyArrived(state.status, paidBefore)) {
          captured = cents(paid >= due ? due : 0)
        }
        refunded = cents(refunded + refundToBook({ returned: cents(state.refundedCents), captured, refunded }))
        expect(captured).toBeLessThanOrEqual(paid)
        expect(refunded).toBeLessThanOrEqual(captured)
      }
    })
  )
})
