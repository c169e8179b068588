import { z } from "zod"
import { limits } from "../options/limits"
import type { AdjustableOptions, FaturaOptions, Tokenization } from "../options/schema"

/** The settings of staff by name, with the limits that the plugin's options have. */
const values = {
  pix_enabled: limits.enabled,
  pix_min_amount: limits.minAmount,
  pix_max_amount: limits.maxAmount,
  pix_expires_in_minutes: limits.expiresInMinutes,
  boleto_enabled: limits.enabled,
  boleto_min_amount: limits.minAmount,
  boleto_max_amount: limits.maxAmount,
  boleto_due_in_days: limits.dueInDays,
  boleto_grace_banking_days: limits.graceBankingDays,
  card_enabled: limits.enabled,
  card_min_amount: limits.minAmount,
  card_max_amount: limits.maxAmount,
  card_max_installments: limits.maxInstallments,
  card_min_installment_amount: limits.minInstallmentAmount,
  on_expiry: limits.onExpiry,
  on_late_payment: limits.onLatePayment,
  tokenization: z.strictObject({ script_url: limits.tokenization.shape.scriptUrl, attributes: limits.tokenization.shape.attributes }),
} as const

export type SettingName = keyof typeof values
export const SETTING_NAMES = Object.keys(values) as SettingName[]

/** What staff set. A name that is missing follows the plugin's option. */
export const overridesSchema = z.strictObject(values).partial()
export type Overrides = z.output<typeof overridesSchema>

/** A change by staff: what is named is set, and `null` goes back to the plugin's option. */
export const changeSchema = z.strictObject(
  Object.fromEntries(SETTING_NAMES.map((name) => [name, values[name].nullable().optional()])) as {
    [Name in SettingName]: z.ZodOptional<z.ZodNullable<(typeof values)[Name]>>
  }
)
export type SettingsChange = z.output<typeof changeSchema>

/** The methods of single accounts that staff switched; what is missing follows the setting for all. */
export const accountMethodsSchema = z.strictObject({ pix: z.boolean().nullish(), boleto: z.boolean().nullish(), card: z.boolean().nullish() })
export type AccountMethods = z.output<typeof accountMethodsSchema>

type Method = "pix" | "boleto" | "card"

/** The options with what staff set in their place. */
export function withOverrides(options: FaturaOptions, set: Overrides, methods: AccountMethods = {}): FaturaOptions {
  const { pix, boleto, card } = options.methods
  /** What all methods have. */
  const offered = (method: Method) => ({
    enabled: (set[`${method}_enabled`] ?? options.methods[method].enabled) && methods[method] !== false,
    minAmount: set[`${method}_min_amount`] ?? options.methods[method].minAmount,
    maxAmount: set[`${method}_max_amount`] ?? options.methods[method].maxAmount,
  })
  const adjusted: AdjustableOptions = {
    methods: {
      pix: { ...pix, ...offered("pix"), expiresInMinutes: set.pix_expires_in_minutes ?? pix.expiresInMinutes },
      boleto: {
        ...boleto,
        ...offered("boleto"),
        dueInDays: set.boleto_due_in_days ?? boleto.dueInDays,
        graceBankingDays: set.boleto_grace_banking_days ?? boleto.graceBankingDays,
      },
      card: {
        ...card,
        ...offered("card"),
        maxInstallments: set.card_max_installments ?? card.maxInstallments,
        minInstallmentAmount: set.card_min_installment_amount ?? card.minInstallmentAmount,
      },
    },
    onExpiry: set.on_expiry ?? options.onExpiry,
    onLatePayment: set.on_late_payment ?? options.onLatePayment,
    tokenization: set.tokenization ? tokenizationFrom(set.tokenization) : options.tokenization,
  }
  return { ...options, ...adjusted }
}

/** The values by the names that staff know them by; null where there is none. */
export function namedValues({ methods: { pix, boleto, card }, onExpiry, onLatePayment, tokenization }: AdjustableOptions): Record<SettingName, unknown> {
  return {
    pix_enabled: pix.enabled,
    pix_min_amount: pix.minAmount,
    pix_max_amount: pix.maxAmount ?? null,
    pix_expires_in_minutes: pix.expiresInMinutes,
    boleto_enabled: boleto.enabled,
    boleto_min_amount: boleto.minAmount,
    boleto_max_amount: boleto.maxAmount ?? null,
    boleto_due_in_days: boleto.dueInDays,
    boleto_grace_banking_days: boleto.graceBankingDays,
    card_enabled: card.enabled,
    card_min_amount: card.minAmount,
    card_max_amount: card.maxAmount ?? null,
    card_max_installments: card.maxInstallments,
    card_min_installment_amount: card.minInstallmentAmount,
    on_expiry: onExpiry,
    on_late_payment: onLatePayment,
    tokenization: tokenization ? { script_url: tokenization.scriptUrl, attributes: tokenization.attributes } : null,
  }
}

export function tokenizationFrom({ script_url, attributes }: { script_url: string; attributes: Record<string, string> }): Tokenization {
  return { scriptUrl: script_url, attributes }
}
