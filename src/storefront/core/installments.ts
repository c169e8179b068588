import { fill, formatMoney } from "./format"
import type { FaturaTexts } from "./texts/types"
import type { InstallmentPlan } from "./types"

/** The plan that the shopper wanted, or payment at once where a smaller total has taken that plan away. */
export function planFor(plans: InstallmentPlan[], wanted: number): InstallmentPlan | undefined {
  return plans.find(({ count }) => count === wanted) ?? plans[0]
}

/** "Até 12× de R$ 8,33 sem juros", for product pages and the choice of the method; empty where only payment at once is offered. */
export function mostInstallmentsText(plans: InstallmentPlan[], texts: FaturaTexts, currencyCode = "brl"): string {
  const most = plans.at(-1)
  if (!most || most.count === 1) return ""
  return fill(texts.installments.up_to, { count: most.count, amount: formatMoney(most.amount, currencyCode, texts.locale) })
}

/** "3× de R$ 33,30 sem juros", or the total where it is paid at once. */
export function planText({ count, amount, total }: InstallmentPlan, texts: FaturaTexts, currencyCode = "brl"): string {
  const { at_once, in_parts } = texts.installments
  return count === 1
    ? fill(at_once, { total: formatMoney(total, currencyCode, texts.locale) })
    : fill(in_parts, { count, amount: formatMoney(amount, currencyCode, texts.locale) })
}
