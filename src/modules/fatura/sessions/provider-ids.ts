import type { PaymentMethod } from "../ledger/row"

/** Medusa's ids of our providers: `pp_<identifier>_<id>`, with the id `fatura` on the payment module's entry. */
export const METHOD_BY_PROVIDER_ID: Record<string, PaymentMethod> = {
  pp_pix_fatura: "pix",
  pp_boleto_fatura: "boleto",
  pp_card_fatura: "card",
}

export const PROVIDER_IDS: readonly string[] = Object.keys(METHOD_BY_PROVIDER_ID)
