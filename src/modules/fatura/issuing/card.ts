import { Cents, cents, toReais } from "../../../domain/money"
import type { Draft } from "../drafts/drafts"
import type { FaturaOptions } from "../options/schema"
import { ShopperError } from "../texts/shopper-error"

/** A card as the gateway takes it: tokenised beforehand by its own script (spec 4.3). */
export type CardDetails = { token: string; validity: string; holderName: string; installments: number }

export type InstallmentPlan = { count: number; amount: number; total: number }

/**
 * The card of a draft, checked.
 * @throws ShopperError that names the field
 */
export function cardOf(draft: Draft, amount: Cents, options: FaturaOptions, now: Date): CardDetails {
  const { card } = draft
  if (!card) {
    throw new ShopperError("field", "missing_card", { path: "card" })
  }
  const [, month, year] = /^(\d{2})\s*\/\s*(?:20)?(\d{2})$/.exec(card.expires.trim()) ?? []
  if (!month || !year || !isStillValid(Number(month), 2000 + Number(year), now)) {
    throw new ShopperError("field", "card_expired", { path: "card.expires" })
  }
  if (!installmentPlans(amount, options).some((plan) => plan.count === card.installments)) {
    throw new ShopperError("field", "installments_not_available", { path: "card.installments" })
  }
  return { token: card.token, validity: `${month}/${year}`, holderName: card.holder_name.trim(), installments: card.installments }
}

/**
 * The installments that may be chosen for an amount, in decimal reais. The merchant pays for them, so
 * the total never changes; the last installment takes the odd cents at the issuer.
 */
export function installmentPlans(amount: Cents, { methods: { card } }: FaturaOptions): InstallmentPlan[] {
  return Array.from({ length: card.maxInstallments }, (_, index) => index + 1)
    .map((count) => ({ count, each: cents(Math.round(amount / count)) }))
    .filter(({ count, each }) => count === 1 || toReais(each) >= card.minInstallmentAmount)
    .map(({ count, each }) => ({ count, amount: toReais(each), total: toReais(amount) }))
}

function isStillValid(month: number, year: number, now: Date): boolean {
  return month >= 1 && month <= 12 && year * 12 + month >= now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
}
