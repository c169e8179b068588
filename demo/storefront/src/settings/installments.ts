/** What the store allows at most; the plugin's own defaults. The store checks again when the order is placed. */
const maxInstallments = 12
const minInstallmentAmount = 5

/** `amount` and `total` in decimal reais. The store bears the cost: the total is the same in every plan. */
export type InstallmentPlan = { count: number; amount: number; total: number }

/** The ways to divide a total, in decimal reais. The card's issuer puts the odd cents into one of the installments. */
export function installmentPlans(total: number): InstallmentPlan[] {
  return Array.from({ length: maxInstallments }, (_, index) => index + 1)
    .map((count) => ({ count, amount: Math.round((total * 100) / count) / 100, total }))
    .filter(({ count, amount }) => count === 1 || amount >= minInstallmentAmount)
}

/** The plan that the shopper wanted, or payment at once where a smaller total has taken that plan away. */
export function planFor(total: number, wanted: number): InstallmentPlan {
  const plans = installmentPlans(total)
  return plans.find(({ count }) => count === wanted) ?? { count: 1, amount: total, total }
}
