import type { PaymentMethod } from "../ledger/row"
import type { Discount } from "../options/limits"

/** The key of a cart's metadata that names the method it is to be paid by: what the promotions of methods go by. */
export const METHOD_KEY = "fatura_method"

/**
 * What became of the discount that the options give a method. Only `given` is announced to shoppers.
 * `not_made`: its promotion is made within a minute. `deleted`, `off`: by staff. `not_now`: its campaign has not begun
 * or has ended. `used_up`: its limit or budget is. `restricted`: staff changed it so that not every cart gets it, or
 * not as a discount on its items. `code_taken`: a promotion that is not the plugin's has its code.
 */
export const DISCOUNT_STATES = ["given", "not_made", "deleted", "off", "not_now", "used_up", "restricted", "code_taken"] as const
export type DiscountState = (typeof DISCOUNT_STATES)[number]

/** A promotion with what decides whether a cart gets it, as it stands in Medusa's tables. */
export type PromotionRow = {
  id: string
  code: string
  status: string
  is_automatic: boolean
  type: string
  is_limit_reached: boolean
  metadata: Record<string, unknown> | null
  method_type: string | null
  /** Percent, or decimal reais. */
  value: string | number | null
  currency_code: string | null
  target_type: string | null
  allocation: string | null
  has_target_rules: boolean
  is_out_of_time: boolean
  is_budget_used: boolean
  has_personal_budget: boolean
  rules: { attribute: string; operator: string; values: string[] }[]
}

export function stateOf(promotion: PromotionRow, method: PaymentMethod): Exclude<DiscountState, "not_made" | "deleted" | "code_taken"> {
  if (promotion.status !== "active") {
    return "off"
  }
  if (promotion.is_out_of_time) {
    return "not_now"
  }
  if (promotion.is_limit_reached || promotion.is_budget_used) {
    return "used_up"
  }
  return promotion.is_automatic && goesByMethodAlone(promotion, method) && discountOf(promotion) !== null && !promotion.has_personal_budget ? "given" : "restricted"
}

/** What the promotion takes off, which staff can have changed; null where it is nothing that can be announced in a word. */
export function discountOf(promotion: PromotionRow): Discount | null {
  const { type, method_type, target_type, allocation, has_target_rules, currency_code } = promotion
  const value = Number(promotion.value)
  if (type !== "standard" || target_type !== "items" || allocation !== "across" || has_target_rules || !(value > 0)) {
    return null
  }
  if (method_type === "percentage") {
    return { type: "percent", value }
  }
  return method_type === "fixed" && currency_code?.toLowerCase() === "brl" ? { type: "fixed", value } : null
}

/**
 * Whether a promotion that nobody noted down is the plugin's: one that was made and whose note was lost with the
 * process, or was made before notes were taken. It has the very rule and the very discount that its code names.
 */
export function isAsMade(promotion: PromotionRow, method: PaymentMethod, wanted: Discount): boolean {
  const found = discountOf(promotion)
  return promotion.is_automatic && goesByMethodAlone(promotion, method) && found?.type === wanted.type && found.value === wanted.value
}

function goesByMethodAlone({ rules }: PromotionRow, method: PaymentMethod): boolean {
  const [rule] = rules
  return rules.length === 1 && rule!.attribute === `metadata.${METHOD_KEY}` && rule!.operator === "eq" && rule!.values.length === 1 && rule!.values[0] === method
}
