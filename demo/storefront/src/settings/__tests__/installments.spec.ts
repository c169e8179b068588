import { installmentPlans, planFor } from "../installments"

describe("installmentPlans", () => {
  it("offers no installment below the least amount, and payment at once always", () => {
    expect(installmentPlans(3).map(({ count }) => count)).toEqual([1])
    expect(installmentPlans(17.5).map(({ count }) => count)).toEqual([1, 2, 3])
    expect(installmentPlans(1000)).toHaveLength(12)
  })

  it("keeps the total, whatever the number of installments", () => {
    expect(installmentPlans(74.8)[2]).toEqual({ count: 3, amount: 24.93, total: 74.8 })
  })
})

describe("planFor", () => {
  it("falls back to payment at once when the total became too small for the wish", () => {
    expect(planFor(installmentPlans(1000), 12)?.count).toBe(12)
    expect(planFor(installmentPlans(17.5), 12)).toEqual({ count: 1, amount: 17.5, total: 17.5 })
  })
})
