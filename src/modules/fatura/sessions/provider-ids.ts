import type { IssuableMethod } from "../issuing/new-invoice"

/** Medusa's ids of our providers: `pp_<identifier>_<id>`, with the id `fatura` on the payment module's entry. */
export const METHOD_BY_PROVIDER_ID: Record<string, IssuableMethod> = { pp_pix_fatura: "pix" }

export const PROVIDER_IDS: readonly string[] = Object.keys(METHOD_BY_PROVIDER_ID)
