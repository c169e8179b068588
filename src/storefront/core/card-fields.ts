import { digitsOf, joinGroups } from "./groups"
import { own } from "./own"

/** In the order in which they stand on the page. */
export const CARD_FIELD_NAMES = ["number", "name", "expiry", "cvv"] as const
export type CardFieldName = typeof CARD_FIELD_NAMES[number]
export type CardValues = Record<CardFieldName, string>

/** What can be wrong with a card; the texts have words for each. */
export type CardFault =
  | "number_missing" | "number_invalid" | "name_missing" | "expiry_missing" | "expiry_format" | "expired"
  | "cvv_missing" | "cvv_invalid" | "not_protected" | "cvv_again"

/** 4111111111111111 -> 4111 1111 1111 1111; American Express in its own groups of 4, 6 and 5. */
export function maskCardNumber(input: string): string {
  const digits = digitsOf(input).slice(0, 19)
  return /^3[47]/.test(digits)
    ? joinGroups(digits.slice(0, 15), [[0, 4, ""], [4, 10, " "], [10, 15, " "]])
    : joinGroups(digits, [[0, 4, ""], [4, 8, " "], [8, 12, " "], [12, 16, " "], [16, 19, " "]])
}

/** 0930 -> 09/30, 9/30 -> 09/30; a year with four digits loses its century. */
export function maskExpiry(input: string): string {
  const typed = input.replace(/^(\d)\s*\//, "0$1/")
  const digits = digitsOf(/^[2-9]/.test(typed) ? `0${typed}` : typed)
  const year = digits.length === 6 && digits.startsWith("20", 2) ? digits.slice(4) : digits.slice(2, 4)
  return joinGroups(digits.slice(0, 2) + year, [[0, 2, ""], [2, 4, "/"]])
}

/** How what is typed or pasted is put into the field. */
export const CARD_MASKS: Record<CardFieldName, (input: string) => string> = {
  number: maskCardNumber,
  name: (input) => input,
  expiry: maskExpiry,
  cvv: (input) => digitsOf(input).slice(0, 4),
}

const checks: Record<CardFieldName, (value: string, now: Date) => CardFault | null> = {
  number: (value) => {
    const digits = digitsOf(value)
    if (!digits) return "number_missing"
    return digits.length >= 13 && passesLuhn(digits) ? null : "number_invalid"
  },
  name: (value) => (value.trim() ? null : "name_missing"),
  expiry: (value, now) => {
    if (!value.trim()) return "expiry_missing"
    const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(value) ?? []
    if (!month || !year) return "expiry_format"
    const months = (2000 + Number(year)) * 12 + Number(month)
    return months >= now.getFullYear() * 12 + now.getMonth() + 1 ? null : "expired"
  },
  cvv: (value) => {
    if (!value) return "cvv_missing"
    return /^\d{3,4}$/.test(value) ? null : "cvv_invalid"
  },
}

/** What is wrong with one field, or null. */
export function checkCardField(name: CardFieldName, value: string, now = new Date()): CardFault | null {
  return checks[name](value, now)
}

/** What is wrong with the card; an empty object when nothing is. */
export function checkCard(values: CardValues, now = new Date()): Partial<Record<CardFieldName, CardFault>> {
  const faults: Partial<Record<CardFieldName, CardFault>> = {}
  for (const name of CARD_FIELD_NAMES) {
    const fault = checkCardField(name, values[name], now)
    if (fault) faults[name] = fault
  }
  return faults
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, char, index) => {
    const digit = Number(char) * (index % 2 === 0 ? 1 : 2)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}

/** The ranges of numbers by which brands are told apart, for display alone; the issuer's answer names the brand that counts. */
const BRANDS: readonly (readonly [brand: string, numbers: RegExp])[] = [
  ["Elo", /^(4011(78|79)|431274|438935|451416|457(393|631|632)|5041(75)|5067|5090|627780|636297|636368|6500|6504|6505|6507|6509|6516|6550)/],
  ["Hipercard", /^(606282|3841)/],
  ["American Express", /^3[47]/],
  ["Diners Club", /^3(0[0-5]|[68])/],
  ["Mastercard", /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  ["Visa", /^4/],
]

/** The brand by a number's first digits; null while they tell none. */
export function brandOf(number: string): string | null {
  const digits = digitsOf(number)
  return BRANDS.find(([, numbers]) => numbers.test(digits))?.[0] ?? null
}

/** The name of a brand as the gateway calls it ("visa"). */
export function brandName(brand: string): string {
  const plain = brand.toLowerCase().replace(/[^a-z]/g, "")
  const alias: Record<string, string | undefined> = { amex: "American Express", diners: "Diners Club" }
  return own(alias, plain) ?? BRANDS.find(([name]) => name.toLowerCase().replace(/[^a-z]/g, "") === plain)?.[0] ?? brand
}
