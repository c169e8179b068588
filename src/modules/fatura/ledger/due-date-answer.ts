import { type AmountProof, proveAmount } from "../../../domain/amount-proof"
import { cents } from "../../../domain/money"
import type { GatewayInvoice } from "../../../gateway"
import type { InvoiceRow } from "./row"

/** What the new code of an invoice asks for. `interestCents` is what comes on top of the amount due. */
export type NewAmount = { fits: true; interestCents: number } | { fits: false; proof: AmountProof }

/**
 * Proves the amount after a new due date as at issue: by the new codes where the answer has some, else by what it
 * says in figures. Interest that the answer itself names is part of it; every other difference does not fit.
 */
export function newAmount(row: InvoiceRow, answer: GatewayInvoice): NewAmount {
  const interestCents = Math.max(0, answer.details.interestCents ?? 0)
  const due = row.amount_cents
  const codes = { pixPayload: answer.pix?.payload, boletoBarcode: answer.boleto?.barcode, boletoLine: answer.boleto?.line, currency: answer.currency }
  const [withInterest, without] = [due + interestCents, due].map((amount) => proveAmount(codes, cents(amount)))
  if (!withInterest!.currencyOk) {
    return { fits: false, proof: withInterest! }
  }
  if (withInterest!.verdict === "equal") {
    return { fits: true, interestCents }
  }
  if (without!.verdict === "equal") {
    return { fits: true, interestCents: 0 }
  }
  return withInterest!.verdict === "different" ? { fits: false, proof: withInterest! } : byFigures(row, answer, interestCents)
}

/** What `gross` contains no source tells, so it is compared with what it was at issue as well. */
function byFigures(row: InvoiceRow, answer: GatewayInvoice, interestCents: number): NewAmount {
  const { grossCents: told } = answer
  const grosses = [row.amount_cents, row.gross_cents ?? row.amount_cents]
  if (told === null || grosses.some((gross) => told === gross + interestCents)) {
    return { fits: true, interestCents }
  }
  if (grosses.includes(told)) {
    return { fits: true, interestCents: 0 }
  }
  return { fits: false, proof: { verdict: "different", provenCents: told, by: "gross", currencyOk: true } }
}
