import type { PaymentMethod } from "../ledger/row"

/**
 * Medusa's ids of our providers: `pp_<identifier>_<id>`, with the id `fatura` on the payment module's entry. Without
 * a prototype: the ids that are looked up come from outside, and "constructor" is no provider of ours.
 */
export const METHOD_BY_PROVIDER_ID: Record<string, PaymentMethod> = Object.assign(Object.create(null) as Record<string, PaymentMethod>, {
  pp_pix_fatura: "pix",
  pp_boleto_fatura: "boleto",
  pp_card_fatura: "card",
})

/** The method of what a request names as its provider; null when it is none of ours. */
export function methodOfProvider(id: unknown): PaymentMethod | null {
  return typeof id === "string" ? (METHOD_BY_PROVIDER_ID[id] ?? null) : null
}

export const PROVIDER_IDS: readonly string[] = Object.keys(METHOD_BY_PROVIDER_ID)

export const PROVIDER_ID_BY_METHOD: Record<PaymentMethod, string> = {
  pix: "pp_pix_fatura",
  boleto: "pp_boleto_fatura",
  card: "pp_card_fatura",
}
