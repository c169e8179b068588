// Area codes 11 to 99 have no zero; mobile numbers have nine digits from 9 on, fixed lines eight from 2 to 5.
const BRAZILIAN = /^[1-9][1-9](?:9\d{8}|[2-5]\d{7})$/

/**
 * A phone number as digits: Brazilian ones national, without country code, trunk zero and carrier
 * ("+55 (11) 91234-5678" and "0 15 11 91234-5678" -> "11912345678"); others, which must be written
 * with a leading "+", with their country code. Null when it is no complete number.
 */
export function phoneDigits(input: unknown): string | null {
  const text = typeof input === "number" && Number.isSafeInteger(input) && input > 0 ? String(input) : input
  if (typeof text !== "string" || !/^[+\d][\d\s().\-/\u2010-\u2015]*$/.test(text.trim().replace(/^\(/, ""))) {
    return null
  }
  const digits = text.replace(/\D/g, "")
  const national = nationalCandidates(digits).find((candidate) => BRAZILIAN.test(candidate))
  if (text.trim().startsWith("+") && !digits.startsWith("55")) {
    return /^[1-9]\d{7,14}$/.test(digits) ? digits : null
  }
  return national ?? null
}

/** The number as it stands, and without each prefix that Brazilians may write before it. */
function nationalCandidates(digits: string): string[] {
  const withoutCountry = digits.replace(/^(?:00)?55/, "")
  return [
    digits,
    withoutCountry,
    withoutCountry.replace(/^0/, ""),
    withoutCountry.replace(/^0\d{2}/, ""),
  ]
}
