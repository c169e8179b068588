import type { InvoiceRow } from "./row"

/** `E`, the bank's number, the minute, eleven signs: as the Central Bank numbers PIX payments. */
const END_TO_END_ID = /^E\d{8}\d{12}[0-9A-Za-z]{11}$/

type Told = { feesCents?: number | null; netCents?: number | null; endToEndId?: string | null }

/** What is known of an invoice stays until something better is said: no zero and no other kind of number takes its place. */
export function betterColumns(row: InvoiceRow, told: Told): Pick<InvoiceRow, "fees_cents" | "net_cents" | "end_to_end_id"> {
  return {
    fees_cents: betterAmount(row.fees_cents, told.feesCents),
    net_cents: betterAmount(row.net_cents, told.netCents),
    end_to_end_id: betterId(row.end_to_end_id, told.endToEndId),
  }
}

/** A zero says nothing where an amount is known: it is what stands in a message before, or instead of, the amount. */
export function betterAmount(known: number | null, told: number | null | undefined): number | null {
  return told !== null && told !== undefined && (told > 0 || known === null) ? told : known
}

function betterId(known: string | null, told: string | null | undefined): string | null {
  const isBetter = told && (known === null || END_TO_END_ID.test(told) || !END_TO_END_ID.test(known))
  return isBetter ? told : known
}
