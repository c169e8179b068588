import { readBoleto } from "./boleto"
import { readBrCode } from "./br-code"
import type { Cents } from "./money"

/** What the gateway's answer says about the amount that the shopper is asked to pay. */
export type AmountEvidence = {
  pixPayload?: string | null
  boletoBarcode?: string | null
  boletoLine?: string | null
  grossCents?: number | null
  currency?: string | null
}

export type AmountProof = {
  verdict: "equal" | "different" | "no_evidence"
  provenCents: number | null
  by: "barcode" | "br_code" | "gross" | null
  /** False only when the answer names a currency that is not BRL. */
  currencyOk: boolean
}

/**
 * Compares the amount due with the best evidence there is: what the shopper's bank will read (the
 * boleto's barcode and line, the amount in the BR Code), else the gross amount that the gateway
 * tells. A boleto or BR Code that is damaged or carries no amount is no evidence; that a code is
 * damaged is seen with `readBoleto` and `readBrCode`.
 */
export function proveAmount(evidence: AmountEvidence, due: Cents): AmountProof {
  const currency = evidence.currency?.trim().toUpperCase()
  const currencyOk = !currency || currency === "BRL"
  // Barcode and line must agree: the shopper can pay by either. A disagreeing one is the proof.
  const boleto = [evidence.boletoBarcode, evidence.boletoLine].flatMap(boletoAmount)
  const found: [AmountProof["by"], number | null | undefined][] = [
    ["barcode", boleto.find((amount) => amount !== due) ?? boleto[0]],
    ["br_code", evidence.pixPayload ? readBrCode(evidence.pixPayload).amountCents : null],
    ["gross", evidence.grossCents],
  ]
  for (const [by, amount] of found) {
    if (amount !== null && amount !== undefined) {
      return { verdict: amount === due ? "equal" : "different", provenCents: amount, by, currencyOk }
    }
  }
  return { verdict: "no_evidence", provenCents: null, by: null, currencyOk }
}

function boletoAmount(code: string | null | undefined): number[] {
  const boleto = code ? readBoleto(code) : null
  return boleto?.valid && boleto.amountCents !== null ? [boleto.amountCents] : []
}
