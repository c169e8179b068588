/** Integer cents as decimal reais: 11570 -> 115.7. */
export const reais = (cents: number): number => cents / 100

/** Integer cents as the gateway's decimal string with two places: 1590 -> "15.90". */
export const decimalText = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, "0")
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Integer cents as shown to Brazilians: 29990 -> "R$ 299,90". */
export const brazilianText = (cents: number): string => {
  const [whole = "0", fraction = "00"] = decimalText(cents).split(".")
  return `R$ ${whole.replace(/\B(?=(\d{3})+$)/g, ".")},${fraction}`
}

/** Reads a decimal string with exactly two places as cents; null when it is anything else. */
export const centsOfText = (text: string): number | null =>
  /^\d{1,12}\.\d{2}$/.test(text) ? Number(text.replace(".", "")) : null

/** Reads a JSON number of reais as cents; null when it is negative or has more than two places. */
export const centsOfNumber = (value: number): number | null => {
  if (!Number.isFinite(value) || value < 0) {
    return null
  }
  const cents = Math.round(value * 100)
  return Math.abs(value * 100 - cents) < 1e-6 ? cents : null
}
