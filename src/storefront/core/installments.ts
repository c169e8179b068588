import { fill, formatMoney } from "./format"
import type { FaturaTexts } from "./texts/types"
import type { InstallmentPlan } from "./types"

/** The plan that the shopper wanted, or payment at once where a smaller total has taken that plan away. */
export function planFor(plans: InstallmentPlan[], wanted: number): InstallmentPlan | undefined {
  return plans.find(({ count }) => count === wanted) ?? plans[0]
}

/** "3× de R$ 33,30 sem juros", or the total where it is paid at once. */
export function planText({ count, amount, total }: InstallmentPlan, texts: FaturaTexts, currencyCode = "brl"): string {
  const { at_once, in_parts } = texts.installments
  return count === 1
    ? fill(at_once, { total: formatMoney(total, currencyCode, texts.locale) })
    : fill(in_parts, { count, amount: formatMoney(amount, currencyCode, texts.locale) })
}
