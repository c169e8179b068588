import type { InstallmentPlan } from "../api/types"

/**
 * The plugin's own defaults, for where there is no cart to ask the store about: an order that is placed already.
 * The store checks again when it is paid.
 */
const maxInstallments = 12
const minInstallmentAmount = 5

/** The ways to divide a total, in decimal reais. The card's issuer puts the odd cents into one of the installments. */
export function installmentPlans(total: number): InstallmentPlan[] {
  return Array.from({ length: maxInstallments }, (_, index) => index + 1)
    .map((count) => ({ count, amount: Math.round((total * 100) / count) / 100, total }))
    .filter(({ count, amount }) => count === 1 || amount >= minInstallmentAmount)
}

/** The plan that the shopper wanted, or payment at once where a smaller total has taken that plan away. */
export function planFor(plans: InstallmentPlan[], wanted: number): InstallmentPlan | undefined {
  return plans.find(({ count }) => count === wanted) ?? plans[0]
}
