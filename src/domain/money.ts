/**
 * Money. Inside the plugin every amount is an integer number of cents; decimal reais exist only at
 * the edges (Medusa, our routes, and what the gateway sends and takes as decimals).
 */
export type Cents = number & { readonly __cents: unique symbol }

/** Brands an integer number of cents. Throws RangeError when `n` is not a safe integer. */
export function cents(n: number): Cents {
  if (!Number.isSafeInteger(n)) {
    throw new RangeError("an amount in cents must be a safe integer")
  }
  // -0 would print as "-0.00" and fail strict comparisons
  return (n === 0 ? 0 : n) as Cents
}

const DECIMAL = /^([+-])?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

/**
 * Decimal reais -> cents, rounded half up (away from zero for negative amounts) on the decimal text,
 * so that 2.675, which no binary float can hold, becomes 268.
 *
 * Accepts numbers, decimal text with a point, Medusa's raw `{ value, precision }` and its BigNumber
 * (`numeric`). Throws RangeError for anything else: NaN, an empty text, a comma, a currency sign.
 */
export function toCents(
  reais: number | string | { value: string | number } | { numeric: number }
): Cents {
  const text = decimalText(reais).trim()
  const match = DECIMAL.exec(text)
  if (!match) {
    throw new RangeError("not a decimal amount")
  }
  const [, sign, whole = "", fraction = "", exponent = "0"] = match
  if (whole + fraction === "") {
    throw new RangeError("not a decimal amount")
  }
  // The value is 0.<digits> × 10^point; the amount in cents is the part before position point + 2.
  const digits = whole + fraction
  const cut = whole.length + Number(exponent) + 2
  const kept = cut <= 0 ? "" : digits.slice(0, cut).padEnd(cut, "0")
  const next = cut < 0 ? "0" : digits.charAt(cut) || "0"
  const magnitude = Number(kept === "" ? "0" : kept) + (next >= "5" ? 1 : 0)
  return cents(sign === "-" ? -magnitude : magnitude)
}

/** Up to this part of a cent is what binary floats add, as in 0.1 + 0.2; more is meant. */
const NOISE = 1e-4

/** What can't be told from its neighbour by a whole cent. */
const TOO_MUCH = Number.MAX_SAFE_INTEGER / 100

/**
 * Decimal reais -> cents, or null when the amount has a fraction of a cent, which nobody can pay or be paid, or is too
 * large to be told to the cent. Throws RangeError for what is no amount, as {@link toCents}.
 */
export function wholeCents(reais: Parameters<typeof toCents>[0]): Cents | null {
  const amount = Number(decimalText(reais))
  if (Math.abs(amount) > TOO_MUCH) {
    return null
  }
  const rounded = toCents(reais)
  return Math.abs(amount * 100 - rounded) < NOISE ? rounded : null
}

/** Less than a cent is what rounding leaves. Both in cents, with fractions. */
export function isSameAmount(one: number, other: number): boolean {
  return Math.abs(one - other) < 1 - NOISE
}

function decimalText(reais: unknown): string {
  if (typeof reais === "number" || typeof reais === "string") {
    return String(reais)
  }
  if (typeof reais === "object" && reais !== null) {
    if ("value" in reais && (typeof reais.value === "string" || typeof reais.value === "number")) {
      return String(reais.value)
    }
    if ("numeric" in reais && typeof reais.numeric === "number") {
      return String(reais.numeric)
    }
  }
  throw new RangeError("not a decimal amount")
}

/** Cents -> decimal reais as Medusa stores them: 11570 -> 115.7. */
export function toReais(c: Cents): number {
  return c / 100
}

/** Cents -> text with two places, as the gateway takes decimals (spec 4.3): 11570 -> "115.70". */
export function reaisText(c: Cents): string {
  const magnitude = String(Math.abs(c)).padStart(3, "0")
  return `${c < 0 ? "-" : ""}${magnitude.slice(0, -2)}.${magnitude.slice(-2)}`
}
